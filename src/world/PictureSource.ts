// Cameras as onlookers know them: those of robots and the world's own, by name (S7).

import type { Picture, PictureKind } from "../render/picture/Picture.js";
import type { Robot } from "./Robot.js";
import type { StandingCamera } from "./StandingCamera.js";

/** A camera as onlookers know it. */
export interface PictureSource {
  readonly name: string;
  readonly kind: PictureKind;
  /** Its last picture; looking at it changes nothing. */
  readonly newest: () => Picture | undefined;
}

export function listPictureSources(
  robots: readonly Robot[],
  cameras: readonly StandingCamera[],
): readonly PictureSource[] {
  const ofRobots = robots.flatMap((robot) =>
    robot.parts
      .filter(({ pictureKind }) => pictureKind)
      .map((part) => ({ name: `${robot.name}.${part.name}`, source: part })),
  );
  const own = cameras.map((camera) => ({ name: camera.name, source: camera }));
  return [...own, ...ofRobots].map(({ name, source }) => ({
    name,
    kind: source.pictureKind as PictureKind,
    newest: () => source.newestPicture,
  }));
}
