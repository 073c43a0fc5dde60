// Send a request when the user has stopped typing; answers to outdated requests are dropped. Errors in a text come as
// the answer's `error`.

export function debounced(ask, answer, wait = 220) {
  let timer = 0;
  let number = 0;
  async function now(...given) {
    clearTimeout(timer);
    const mine = ++number;
    let found, error = null;
    try {
      found = await ask(...given);
      if (found?.error) throw new Error(found.error);
    } catch (problem) {
      error = problem;
    }
    if (mine === number) answer(found, error);
  }
  function later(...given) {
    clearTimeout(timer);
    number++;
    timer = setTimeout(() => now(...given), wait);
  }
  return { now, later, cancel: () => { clearTimeout(timer); number++; } };
}
