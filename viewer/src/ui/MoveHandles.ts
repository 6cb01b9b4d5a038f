// Handles at the selected robot or object that move it (arrows) or turn it (rings), while the View menu asks for them. The editor has
// handles of its own.

import type { HandleChange } from "../world3d/input/EditHandles.js";
import type { Page } from "./Page.js";
import { mainBody } from "./panels/Quantities.js";

export function showMoveHandles(page: Page): void {
  const { store, moves } = page;
  let shown = "";
  const poseOf = () => {
    const { drag } = store.settings;
    const entity = store.selection && store.entities.get(store.selection.entity);
    const body = entity && !entity.isStatic ? mainBody(entity) : undefined;
    const pose = body && store.poses.get(body.id);
    const isWanted = (drag === "arrows" || drag === "rings") && !store.isEditing && store.behindSec === undefined;
    if (!isWanted || !entity || !body || !pose) return undefined;
    return { mode: drag === "arrows" ? ("translate" as const) : ("rotate" as const), entity: entity.name, body, pose };
  };
  const show = (): void => {
    const found = poseOf();
    const key = found ? `${found.entity} ${found.mode}` : "";
    // the editor's handles are not ours to hide
    if (key === shown || !page.world) return;
    shown = key;
    if (!found) {
      if (!store.isEditing) page.world.showHandles(undefined);
      return;
    }
    const { entity, body, mode } = found;
    const done = ({ move, turn }: HandleChange): void => {
      const now = store.poses.get(body.id);
      if (!now) return;
      const position = [now[0] + move[0], now[1] + move[1], now[2] + move[2]];
      moves.move(`${entity}/${body.name}`, body.id, {
        position,
        ...(mode === "rotate" ? { orientation: times(turn, [...now.slice(3)]) } : {}),
      });
      shown = "";
      show();
    };
    page.world.showHandles({ place: [found.pose[0], found.pose[1], found.pose[2]], mode, snaps: false, entity, done });
  };
  for (const topic of ["selection", "settings", "scene"] as const) store.on(topic, show);
  store.on("poses", () => {
    if (store.settings.drag !== "arrows" && store.settings.drag !== "rings") return;
    show();
    const found = poseOf();
    if (found) page.world?.followHandles(found.entity, [found.pose[0], found.pose[1], found.pose[2]]);
  });
}

/** The quaternion product, x y z w. */
function times(a: readonly number[], b: readonly number[]): readonly [number, number, number, number] {
  const [x, y, z, w] = a;
  const [p, q, r, s] = b;
  return [
    w * p + x * s + y * r - z * q,
    w * q - x * r + y * s + z * p,
    w * r + x * q - y * p + z * s,
    w * s - x * p - y * q - z * r,
  ];
}
