// Vision uses the cameras of the world (F4, F7): the ball is in the picture at the pixel that the detection reports.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { bytesOf, TakenPicture } from "../../src/devices/Sample.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { fieldIn } from "../../src/leagues/ssl/field/SoccerFieldElement.js";
import { REALISM_PRESETS } from "../../src/leagues/ssl/vision/Realism.js";
import { Vision } from "../../src/leagues/ssl/vision/Vision.js";
import { World } from "../../src/world/World.js";
import { fieldBall, fieldStateAt } from "../../testing/builders/FieldStates.js";
import { findBlobs } from "./BlobFinder.js";

const FROM_HERE = new URL("../../worlds/", import.meta.url);

/** Without the teams, with the ball elsewhere: m. */
function readWorld(name: string, ball: readonly number[]): WorldFile {
  const readFile = (path: string) => readFileSync(new URL(path, FROM_HERE));
  const text = readFileSync(new URL(`${name}.xml`, FROM_HERE), "utf8")
    .replaceAll(/<Robot .*\n/g, "")
    .replace("<Position>0 0 0.0215</Position>", `<Position>${ball.join(" ")} 0.0215</Position>`);
  return readWorldDocument(text, { kinds: builtInKinds(), file: `${name}.xml`, readFile }).world;
}

describe("cameras of the world", () => {
  it.each([
    ["soccer-a", [-4.8, -0.25], ["Camera-0", "Camera-1", "Camera-2", "Camera-3"]],
    ["soccer-b", [0.2, 2.6], ["Camera-0", "Camera-1", "Camera-2", "Camera-3"]],
    ["soccer-2003", [1.2, -0.9], ["Overhead"]],
  ])("[F4] [F7] %s: the ball is in the picture at the detected pixel", async (name, place, names) => {
    const file = readWorld(name, place);
    const world = await World.create(file);
    const vision = new Vision({
      field: fieldIn(file)!,
      seed: 1,
      realism: REALISM_PRESETS.none,
      rateHz: 60,
      epochSec: 0,
      worldCameras: file.cameras,
    });
    expect(vision.cameras.map(({ position }) => position)).toEqual(
      names.map((camera) => file.cameras.find((one) => one.name === camera)!.pose.position),
    );
    let seen = 0;
    for (const { cameraId, balls } of vision.detectNow(fieldStateAt(0, fieldBall(place[0], place[1])))) {
      if (balls.length === 0) continue;
      const { width, height } = vision.cameras[cameraId].settings;
      const picture = world.cameras.find((one) => one.name === names[cameraId])!.newestPicture;
      const pixels = bytesOf(new TakenPicture(picture!, undefined));
      const shape = { ...file.cameras[0], width, height, fovDeg: 0 };
      const [blob] = findBlobs(pixels, shape, 4).filter(({ color }) => color === "orange");
      // light comes from one side, so the opposite rim is dark
      expect(Math.abs(blob.x - balls[0].pixelX)).toBeLessThan(0.8);
      expect(Math.abs(blob.y - balls[0].pixelY)).toBeLessThan(0.8);
      expect(blob.area / balls[0].area).toBeGreaterThan(0.6);
      expect(blob.area / balls[0].area).toBeLessThan(1.3);
      seen++;
    }
    expect(seen).toBeGreaterThan(0);
    world.dispose();
  });
});
