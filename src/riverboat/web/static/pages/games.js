export const title = "Games";

export function mount(root) {
  root.textContent = "Games";
}
