// The devices whose measurements are drawn in the world: those of the selected robot, or of all robots on request. In the eye
// view of a robot its own are not drawn, since they would cover the picture.

import type { ViewEntity, ViewSensor } from "../../src/session/view/ViewProtocol.js";
import type { Store } from "./Store.js";

interface ShownSensor {
  readonly entity: ViewEntity;
  readonly sensor: ViewSensor;
  /** ENTITY/DEVICE, the path under which its numbers arrive. */
  readonly path: string;
}

export function shownSensors({
  entities,
  selection,
  settings,
}: Pick<Store, "entities" | "selection" | "settings">): ShownSensor[] {
  const shown = [...entities.values()].filter(
    ({ name }) => settings.showSensors || (name === selection?.entity && settings.camera !== "eye"),
  );
  return shown.flatMap((entity) =>
    entity.sensors.flatMap((sensor) =>
      hasValueDrawing(sensor) ? [{ entity, sensor, path: `${entity.name}/${sensor.name}` }] : [],
    ),
  );
}

/** A frustum needs no sample: it is a mark (SensorMarks.ts). */
const hasValueDrawing = ({ drawings }: ViewSensor): boolean => drawings.some(({ kind }) => kind !== "frustum");
