export const title = "Study";

export function mount(root) {
  root.textContent = "Study";
}
