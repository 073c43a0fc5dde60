// Charts by Plotly, whose script is loaded when the first chart is drawn; they follow the page's theme.

let loading = null;

function load() {
  loading ??= new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = "/api/plotly.js";
    script.addEventListener("load", () => done(window.Plotly));
    script.addEventListener("error", () => fail(new Error("charts cannot be drawn: the script did not load")));
    document.head.append(script);
  });
  return loading;
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** @param {any} more */
export function layout(more = {}) {
  const axis = { gridcolor: colour("--line"), zerolinecolor: colour("--faint"), linecolor: colour("--line") };
  return {
    paper_bgcolor: "transparent",
    plot_bgcolor: "transparent",
    font: { color: colour("--ink"), family: "system-ui, sans-serif", size: 12 },
    margin: { l: 52, r: 12, t: 12, b: 40 },
    legend: { orientation: "h", y: 1.12 },
    ...more,
    xaxis: { ...axis, ...more.xaxis },
    yaxis: { ...axis, ...more.yaxis },
  };
}

// Draw or redraw; the element needs a height of its own so that nothing jumps while the script loads.
export async function plot(element, traces, more) {
  const Plotly = await load();
  if (!element.isConnected) return;
  element.plotted = [traces, more];
  await Plotly.react(element, traces, layout(more), { displaylogo: false, responsive: true, displayModeBar: false });
}

// A chart that was drawn, as a PNG; the page's policy allows no fetch of a data address.
export async function chartPicture(element) {
  const Plotly = await load();
  const { width, height } = element.getBoundingClientRect();
  const [traces, more] = element.plotted;
  const shown = { data: traces, layout: { ...layout(more), paper_bgcolor: colour("--raised"), width, height } };
  const address = await Plotly.toImage(shown, { format: "png", width, height, scale: 2 });
  const bytes = Uint8Array.from(atob(address.split(",")[1]), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}

// The lines of a chart that was drawn, as rows for a CSV.
export function chartRows(element) {
  const named = (element.plotted?.[0] ?? []).filter((trace) => trace.name);
  return [["line", "x", "y"], ...named.flatMap((trace) => trace.x.map((x, at) => [trace.name, x, trace.y[at]]))];
}

addEventListener("themechange", () => {
  for (const element of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".js-plotly-plot"))) if (element.plotted) plot(element, ...element.plotted);
});
