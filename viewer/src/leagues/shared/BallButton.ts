// One click follows the ball, another one shows the whole field again.

import { button } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";

const BALL = "Ball";

export function ballButton(page: Page): HTMLButtonElement {
  const { store } = page;
  const isOn = (): boolean => store.settings.camera === "follow" && store.selection?.entity === BALL;
  const toggle = (): void => {
    if (isOn()) {
      store.select(undefined);
      page.world?.resetCamera();
      return;
    }
    store.select({ entity: BALL });
    store.set({ camera: "follow" });
  };
  const element = button("Follow the ball", "ball", toggle, { kind: "small whistle" });
  const show = (): void => element.setAttribute("aria-pressed", String(isOn()));
  store.on("settings", show);
  store.on("selection", show);
  show();
  return element;
}
