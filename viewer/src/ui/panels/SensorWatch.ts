// Asks for the numbers of all sensors that are drawn in place, and of no others.

import { shownSensors } from "../../ShownSensors.js";
import type { Page } from "../Page.js";

export function watchShownSensors({ store, watch, painter }: Page): void {
  const want = painter.asking(() => {
    const paths = shownSensors(store).map(({ path }) => path);
    for (const path of store.fans.keys()) if (!paths.includes(path)) store.fans.delete(path);
    watch.want("sensors", paths);
  });
  for (const topic of ["scene", "selection", "settings"] as const) store.on(topic, want);
}
