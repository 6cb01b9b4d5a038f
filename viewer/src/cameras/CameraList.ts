// All cameras: those of the world, then those of robots, with the name under which their pictures arrive.

import type { Store } from "../Store.js";

export interface CameraInfo {
  /** NAME for a camera of the world, ROBOT.SENSOR for a camera of a robot. */
  readonly name: string;
  /** Undefined for a camera of the world. */
  readonly robot: string | undefined;
  readonly sensor: string;
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly rateHz: number | undefined;
}

export function camerasOf({ cameras, entities }: Pick<Store, "cameras" | "entities">): CameraInfo[] {
  const own = cameras.map((camera) => ({ ...camera, robot: undefined, sensor: camera.name }));
  const ofRobots = [...entities.values()].flatMap(({ name: robot, sensors }) =>
    sensors.flatMap(({ name: sensor, camera }) =>
      camera ? [{ ...camera, name: `${robot}.${sensor}`, robot, sensor }] : [],
    ),
  );
  return [...own, ...ofRobots];
}

/** 320 × 240 · bgra · 20 Hz */
export function describeFormat({ width, height, format, rateHz }: CameraInfo): string {
  const rate = rateHz === undefined ? [] : [`${Number(rateHz.toFixed(1))} Hz`];
  return [`${width} × ${height}`, format, ...rate].join(" · ");
}

/** Width / height; pixels are square. */
export const aspectOf = ({ width, height }: CameraInfo): number => width / height;
