export const title = "Play";

export function mount(root) {
  root.textContent = "Play";
}
