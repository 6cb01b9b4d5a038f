// Whose sensors are drawn in place: those of the selected robot, or of all on request. Looking through a robot's own eye
// they would be in the way.

import type { ViewEntity, ViewSensor } from "../../src/session/view/ViewProtocol.js";
import type { Store } from "./Store.js";

/** Kinds whose numbers can be drawn where they are measured. */
const DRAWN: ReadonlySet<string> = new Set([
  "RangeSensor",
  "Lidar",
  "ContactSensor",
  "ForceSensor",
  "Imu",
  "Accelerometer",
  "Gyroscope",
  "Compass",
  "Inclinometer",
]);

export interface ShownSensor {
  readonly entity: ViewEntity;
  readonly sensor: ViewSensor;
  /** By which its numbers come. */
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
      DRAWN.has(sensor.kind) ? [{ entity, sensor, path: `${entity.name}/${sensor.name}` }] : [],
    ),
  );
}
