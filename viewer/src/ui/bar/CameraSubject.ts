// Following and the eye need somebody: without a selection the first robot is it, without a robot there is only orbit.

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
    toasts.show("There is nothing selected to look after.");
    store.set({ camera: "orbit" });
  });
  // whoever clears the selection lets go of it
  store.on("selection", () => {
    if (!store.selection && store.settings.camera !== "orbit") store.set({ camera: "orbit" });
  });
}
