// Four small marks in the corners of a table, by which a picture of it is found and read (riverboat.vision).
//
// They are ArUco marks of the dictionary 4X4_250. A mark's number says which table it belongs to and which corner it is:
// 4 * (9 * surface + seats - 2) + corner, with surface 0 for a table that is watched, 1 for one where the user has a
// seat (at the bottom, with larger cards), 2 for the replayer; corners are in the order of reading. A mark
// is two em wide, and the lower ones are moved inwards by four em of the table's font: so a picture also says how large
// its text is.

const CODES =
  "b5320f9a332d9946549e79cd9e2ec4f2fedacf56f99111a70eb72a0f24b1263e466566006c5e76af868bb02bccd5dd82fe479471ace4" +
  "a5542123346f441557b29ecff0cb08ae0929187504ff0df61c5a17182a28328c38b224e82eeb2d3f4b64502e5013519455685d415f97" +
  "68016867612461e96b126fe567df7e1b80a083448ba2937a846c852a859c9c899fa1bb7cbc04b65bbfc8b7abca1fc962d958d3d5cc98" +
  "c7a0c537e95df925fbbbee2af74d35758aad76170acf064b2dc149d843f44f364fd369e470c77a6eb4eaed4ffce7fea6002500430a88";
const SPACE = "http://www.w3.org/2000/svg";
const SURFACES = ["table", "seat", "replayer"];

// The marks of a table with two to ten seats, for an element that is positioned; other tables have none.
export function fiducials(surface, seats) {
  if (seats < 2 || seats > 10) return [];
  return [0, 1, 2, 3].map((corner) => mark(4 * (9 * SURFACES.indexOf(surface) + seats - 2) + corner, corner));
}

// A dark square on a light one, eight cells wide with its margin; a set bit is a light cell.
function mark(number, corner) {
  const bits = Number.parseInt(CODES.slice(4 * number, 4 * number + 4), 16);
  let light = "";
  for (let cell = 0; cell < 16; cell += 1) {
    if ((bits >> (15 - cell)) & 1) light += `M${2 + (cell % 4)} ${2 + Math.floor(cell / 4)}h1v1h-1z`;
  }
  const made = draw("svg", { viewBox: "0 0 8 8", "aria-hidden": "true" });
  made.append(draw("path", { d: "M0 0h8v8h-8z", fill: "#dcd8cd" }), draw("path", { d: "M1 1h6v6h-6z", fill: "#39414c" }), draw("path", { d: light, fill: "#dcd8cd" }));
  const place = { position: "absolute", width: "2em", height: "2em", [corner % 2 ? "right" : "left"]: corner < 2 ? "0" : "4em", [corner < 2 ? "top" : "bottom"]: "0" };
  for (const [name, value] of Object.entries(place)) made.style.setProperty(name, value);
  return made;
}

function draw(tag, attributes) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
