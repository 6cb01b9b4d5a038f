// All cameras of a world by name, for viewers and for the `picture` verb (S7): ROBOT.CAMERA or the name of a fixed camera.

import type { Picture, PictureKind, PictureSpec } from "../render/picture/Picture.js";
import type { FixedCamera } from "./FixedCamera.js";
import type { Robot } from "./Robot.js";

export interface PictureSource {
  readonly name: string;
  readonly kind: PictureKind;
  /** The newest picture; reading it changes nothing. */
  readonly newest: () => Picture | undefined;
  /** What the camera sees at this instant, between its own pictures too; reading it changes nothing. */
  readonly preview: () => PictureSpec | undefined;
}

export function listPictureSources(
  robots: readonly Robot[],
  cameras: readonly FixedCamera[],
): readonly PictureSource[] {
  const ofRobots = robots.flatMap((robot) =>
    robot.devices
      .filter(({ pictureKind }) => pictureKind)
      .map((device) => ({ name: `${robot.name}.${device.name}`, source: device })),
  );
  const ofWorld = cameras.map((camera) => ({ name: camera.name, source: camera }));
  return [...ofWorld, ...ofRobots].map(({ name, source }) => ({
    name,
    kind: source.pictureKind as PictureKind,
    newest: () => source.newestPicture,
    preview: () => source.preview,
  }));
}
