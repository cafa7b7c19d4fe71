#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "base/batch.h"

namespace core {

// Gives each distinct string the next number, starting at 0, and keeps one copy of it.
//
// Open addressing with linear probing over numbers of 4 bytes; the keys stand apart in the order of numbers,
// so that those of frequent words, which come early, stay together in the cache. The key of a string of up to
// 8 bytes, as most words are, is the string itself; that of a longer one is its hash, and the copy is
// compared too.
class Interner {
 public:
  // Makes room for this many strings of this many bytes altogether; more may come.
  explicit Interner(std::size_t expected = 1024, std::size_t bytes = 0);

  // Says that the strings to come lie, most of them, in this memory, all of which may be read: a short string
  // is then read in one piece with what stands behind it.
  void reads_from(std::span<const char> memory) { memory_ = memory; }

  std::int32_t number(std::string_view text) {
    const Key key = key_of(text);
    for (std::size_t at = place(key);; at = (at + 1) & mask_) {
      const std::int32_t number = slots_[at];
      if (number < 0) return insert(text, at, key);
      if (is_known(number, text, key)) return number;
    }
  }

  // The number of a string that has one, or -1.
  std::int32_t find(std::string_view text) const {
    const Key key = key_of(text);
    for (std::size_t at = place(key);; at = (at + 1) & mask_)
      if (slots_[at] < 0 || is_known(slots_[at], text, key)) return slots_[at];
  }

  std::size_t size() const { return texts_.size(); }
  OwnedTexts release() { return std::move(texts_); }

 private:
  struct Key {
    std::uint64_t bits;
    std::uint32_t length;
  };

  bool is_known(std::int32_t number, std::string_view text, const Key& key) const {
    const Key& known = keys_[static_cast<std::size_t>(number)];
    return known.bits == key.bits && known.length == key.length &&
           (text.size() <= 8 || texts_.text(static_cast<std::size_t>(number)) == text);
  }
  Key key_of(std::string_view text) const;
  static std::uint64_t hash_of(std::string_view text);
  // The string, padded with zeros to 8 bytes.
  std::uint64_t short_bits(std::string_view text) const;
  std::size_t place(const Key& key) const {
    const std::uint64_t hash = (key.bits ^ key.length) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(hash ^ hash >> 32) & mask_;
  }
  std::int32_t insert(std::string_view text, std::size_t at, const Key& key);
  void grow();

  OwnedTexts texts_;
  std::vector<Key> keys_;
  std::vector<std::int32_t> slots_;  // -1: empty
  std::size_t mask_;
  std::span<const char> memory_;
};

template <typename T>
inline std::uint64_t load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Mixes two words into one; both halves of the product end up in the result.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline Interner::Key Interner::key_of(std::string_view text) const {
  return {text.size() <= 8 ? short_bits(text) : hash_of(text), static_cast<std::uint32_t>(text.size())};
}

inline std::uint64_t Interner::short_bits(std::string_view text) const {
  const std::size_t size = text.size();
  // Distances from the start of the memory, which are huge for what lies outside.
  const std::size_t at =
      reinterpret_cast<std::uintptr_t>(text.data()) - reinterpret_cast<std::uintptr_t>(memory_.data());
  if (std::endian::native == std::endian::little && memory_.size() >= 8 && at <= memory_.size() - 8 &&
      size > 0)
    return load<std::uint64_t>(text.data()) & ~std::uint64_t{0} >> (64 - 8 * size);
  std::uint64_t bits = 0;
  if (size > 0) std::memcpy(&bits, text.data(), size);
  return bits;
}

inline std::uint64_t Interner::hash_of(std::string_view text) {
  const char* at = text.data();
  const std::size_t size = text.size();
  constexpr std::uint64_t kA = 0x9E3779B97F4A7C15, kB = 0xD6E8FEB86659FD93;
  std::uint64_t hash = size * kB;
  std::size_t i = 0;
  for (; i + 8 < size; i += 8) hash = mix(hash ^ load<std::uint64_t>(at + i), kA);
  return mix(hash ^ load<std::uint64_t>(at + size - 8), kB);
}

}  // namespace core
