export const title = "Watch";

export function mount(root) {
  root.textContent = "Watch";
}
