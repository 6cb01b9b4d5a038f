// Sets data-theme on <html> to light or dark, from the settings or the system preference.

import type { Store } from "../Store.js";

export function keepTheme(store: Store): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const { theme } = store.settings;
    document.documentElement.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
  };
  system.addEventListener("change", () => {
    show();
    store.notify("settings");
  });
  store.on("settings", show);
  show();
}
