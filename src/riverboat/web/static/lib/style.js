// A page's own style sheet, static/pages/<name>.css; ready when the promise is kept, so that nothing jumps.

const loaded = new Map();

export function style(name) {
  return sheet(`/static/pages/${name}.css`);
}

export function sheet(href) {
  if (!loaded.has(href)) {
    loaded.set(href, new Promise((done, fail) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      link.addEventListener("load", () => done());
      link.addEventListener("error", () => {
        loaded.delete(href); // a server that was gone may be back
        link.remove();
        fail(new Error(`the style ${href} did not load`));
      });
      document.head.append(link);
    }));
  }
  return loaded.get(href);
}
