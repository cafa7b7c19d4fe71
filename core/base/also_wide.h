#pragma once
// Where the loader can choose between versions of a function, one for wider registers is made too. (A
// sanitiser is not yet awake when the loader chooses.)
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TERTIUM_ALSO_WIDE __attribute__((target_clones("avx2", "default")))
// And one for the widest there are, which multiplies and adds in two steps as all others do.
#define TERTIUM_ALSO_WIDEST \
  __attribute__((target_clones("avx512f", "avx2", "default"), optimize("fp-contract=off")))
#else
#define TERTIUM_ALSO_WIDE
#define TERTIUM_ALSO_WIDEST
#endif
