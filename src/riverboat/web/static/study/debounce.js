// Ask when somebody has stopped typing; an answer that a later question has overtaken is dropped. What the server finds
// wrong with a text comes as the answer's `error`.

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
