export const title = "Review";

export function mount(root) {
  root.textContent = "Review";
}
