// X1: the camera's orbit, motion between two poses, and the free part of the canvas.

import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { areaBeside } from "../../viewer/src/world3d/camera/FreeArea.js";
import { Orbit } from "../../viewer/src/world3d/camera/Orbit.js";
import { BodyView } from "../../viewer/src/world3d/entities/BodyView.js";
import { PixelScale } from "../../viewer/src/world3d/Quality.js";

describe("X1 orbit", () => {
  test("has the given distance, looks at its target, z up", () => {
    const orbit = new Orbit();
    orbit.goal.target.set(1, 2, 3);
    Object.assign(orbit.goal, { yaw: 0, pitch: 0.5, distance: 4 });
    orbit.jump();
    const camera = new PerspectiveCamera();
    orbit.place(camera);
    expect(camera.position.distanceTo(new Vector3(1, 2, 3))).toBeCloseTo(4, 9);
    expect(camera.position.x).toBeGreaterThan(1);
    const ahead = camera.getWorldDirection(new Vector3());
    expect(ahead.dot(new Vector3(1, 2, 3).sub(camera.position).normalize())).toBeCloseTo(1, 9);
  });

  test("moves smoothly to its target and stops there", () => {
    const orbit = new Orbit();
    orbit.turn(1, 0.2);
    let frames = 0;
    while (orbit.glide(1 / 60) && frames < 500) frames++;
    expect(frames).toBeLessThan(120);
    expect(orbit.shown.yaw).toBe(orbit.goal.yaw);
  });

  test("stays above the ground, below the zenith and within its distances", () => {
    const orbit = new Orbit();
    orbit.turn(0, -100);
    expect(orbit.goal.pitch).toBeGreaterThan(0);
    orbit.turn(0, 100);
    expect(orbit.goal.pitch).toBeLessThan(Math.PI / 2);
    for (let i = 0; i < 100; i++) orbit.zoom(0.5);
    expect(orbit.goal.distance).toBeGreaterThan(0.1);
    for (let i = 0; i < 100; i++) orbit.zoom(2);
    expect(orbit.goal.distance).toBeLessThan(1000);
  });
});

describe("X1 motion between poses", () => {
  const pose = (x: number) => Float32Array.of(x, 0, 0, 0, 0, 0, 1);

  test("moves from the displayed pose to the newest", () => {
    const view = new BodyView({ id: 1, name: "B", shapes: [] });
    expect(view.isPlaced).toBe(false);
    view.setPose(pose(0));
    expect([view.isPlaced, view.position.x]).toEqual([true, 0]);
    view.setPose(pose(1));
    view.advance(0.25);
    expect(view.position.x).toBeCloseTo(0.25, 6);
    view.advance(1);
    expect(view.position.x).toBe(1);
    expect(view.setPose(pose(1))).toBe(false);
  });

  test("a teleport is shown at once", () => {
    const view = new BodyView({ id: 1, name: "B", shapes: [] });
    view.setPose(pose(0));
    view.setPose(pose(100));
    expect(view.position.x).toBe(100);
  });
});

describe("X1 free area and pixels", () => {
  test("the area beside panels; a panel beside the canvas or over all of it covers nothing", () => {
    const left = { side: "left", left: 8, top: 60, right: 288, bottom: 700 } as const;
    const right = { side: "right", left: 930, top: 60, right: 1270, bottom: 200 } as const;
    const bottom = { side: "bottom", left: 296, top: 600, right: 920, bottom: 792 } as const;
    expect(areaBeside([left, right, bottom], 1280, 800)).toEqual({ x: 288, y: 0, width: 642, height: 600 });
    // the height of a side panel does not matter
    expect(areaBeside([left, { ...right, bottom: 700 }, bottom], 1280, 800)).toEqual(
      areaBeside([left, right, bottom], 1280, 800),
    );
    const sheet = { side: "left", left: 0, top: 400, right: 390, bottom: 792 } as const;
    expect(areaBeside([sheet], 390, 400)).toEqual({ x: 0, y: 0, width: 390, height: 400 });
    expect(areaBeside([{ ...sheet, top: 100 }], 390, 400)).toEqual({ x: 0, y: 0, width: 390, height: 400 });
  });

  test("fewer pixels while frames are slow, all pixels while they are fast", () => {
    const pixels = new PixelScale();
    for (let i = 0; i < 40; i++) pixels.addGap(100);
    expect(pixels.scale).toBeLessThan(1);
    for (let i = 0; i < 1000; i++) pixels.addGap(10);
    expect(pixels.scale).toBe(1);
  });
});
