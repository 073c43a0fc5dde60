export const title = "Lab";

export function mount(root) {
  root.textContent = "Lab";
}
