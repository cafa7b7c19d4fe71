// Answers come in any order; only the one to the latest question counts.

/** Gives a function to be called with each question; what it returns says whether none has been asked since.
 * @returns {() => () => boolean} */
export function latest() {
  let asked = 0;
  return () => {
    const mine = (asked += 1);
    return () => mine === asked;
  };
}
