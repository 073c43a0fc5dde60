// The keys of the seats that this browser holds, and the user's name. A key is all that the server asks for.

const SEATS = "riverboat.seats";
const NAME = "riverboat.name";

function all() {
  try {
    return JSON.parse(localStorage.getItem(SEATS)) ?? {};
  } catch {
    return {};
  }
}

export function keyOf(table) {
  return all()[table]?.key ?? "";
}

export function holds(table) {
  return table in all();
}

// The tables at which this browser has a seat.
export function held() {
  return Object.keys(all());
}

export function remember(table, seat) {
  localStorage.setItem(SEATS, JSON.stringify({ ...all(), [table]: seat }));
}

export function forget(table) {
  const seats = all();
  delete seats[table];
  localStorage.setItem(SEATS, JSON.stringify(seats));
}

export function myName() {
  return localStorage.getItem(NAME) || "You";
}

export function callMe(name) {
  localStorage.setItem(NAME, name);
}
