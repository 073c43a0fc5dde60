// What scripts outside our modules put on the page.
interface Window {
  Plotly?: any; // lib/plot.js loads it
  hear?: (frame: string) => void; // the page of pictures (web/pictures)
}
