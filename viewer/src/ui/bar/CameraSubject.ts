// The follow and eye cameras need a subject. Without a selection the first robot is selected; without robots the camera
// stays in orbit mode.

import type { Page } from "../Page.js";

export function keepCameraSubject({ store, toasts }: Page): void {
  let camera = store.settings.camera;
  store.on("settings", () => {
    const isNew = store.settings.camera !== camera;
    camera = store.settings.camera;
    if (!isNew || camera === "orbit" || store.selection) return;
    const robot = [...store.entities.values()].find(({ role }) => role === "robot");
    if (robot) {
      store.select({ entity: robot.name });
      return;
    }
    toasts.show("Select a robot or an object first.");
    store.set({ camera: "orbit" });
  });
  // clearing the selection returns to orbit
  store.on("selection", () => {
    if (!store.selection && store.settings.camera !== "orbit") store.set({ camera: "orbit" });
  });
}
