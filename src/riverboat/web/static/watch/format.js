// Numbers as people read them.

const whole = new Intl.NumberFormat("en");

export function count(number) {
  return whole.format(Math.round(number));
}

// +12.3, −4.0; digits after the point.
export function signed(number, digits) {
  if (number === null || number === undefined) return "–";
  const text = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Math.abs(number));
  const zero = !/[1-9]/.test(text);
  return zero ? text : `${number < 0 ? "−" : "+"}${text}`;
}

// A mean with half the width of its interval, [mean, margin]; the margin is null while there is none.
export function plusMinus(pair, digits) {
  if (!pair) return "–";
  const [mean, margin] = pair;
  return margin === null ? signed(mean, digits) : `${signed(mean, digits)} ± ${signed(margin, digits).replace("+", "")}`;
}

// Whether the interval leaves no doubt about who wins: "good", "bad" or "".
export function sure(pair) {
  if (!pair || pair[1] === null) return "";
  if (pair[0] - pair[1] > 0) return "good";
  return pair[0] + pair[1] < 0 ? "bad" : "";
}

export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export function when(iso) {
  return new Date(iso).toLocaleString("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false });
}
