// Before anything is drawn: the theme and the deck that were chosen last time.
{
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  if (localStorage.getItem("deck") === "two") document.documentElement.dataset.deck = "two";
}
