// Computes the rays of a lidar as the viewer draws them: with the lidar's distances they end on the walls around it.

import { expect, test } from "vitest";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { fanDirections } from "../../src/devices/sensors/RayFan.js";
import { Simulation } from "../../src/session/Simulation.js";
import { ViewScene } from "../../src/session/view/ViewScene.js";
import { ViewValues } from "../../src/session/view/ViewValues.js";
import { World } from "../../src/world/World.js";

const wall = (name: string, size: string, at: string): string => {
  const [x, y, z] = size.split(" ");
  return `<Box name="${name}"><XSize>${x}</XSize><YSize>${y}</YSize><ZSize>${z}</ZSize><Position>${at}</Position></Box>`;
};
/** Inside: x from -2 to 3, y from -1 to 4, z from 0 to 5; the sensor is at 0 0 1. */
const roomWith = (lidar: string): string => `<World name="room"><Static name="Room">
  ${wall("W", "1 10 9", "-2.5 0 2")}${wall("E", "1 10 9", "3.5 0 2")}${wall("S", "10 1 9", "0 -1.5 2")}${wall("N", "10 1 9", "0 4.5 2")}
  ${wall("F", "10 10 1", "0 0 -0.5")}${wall("C", "10 10 1", "0 0 5.5")}</Static>
  <Robot><Client><CSettings><Name>R</Name></CSettings><Entity><RigidBodies><Body name="B">
    <Box name="S"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize><Position>0 0 1</Position></Box>
    <Lidar name="L"><Position>0 0 1</Position>${lidar}</Lidar></Body></RigidBodies></Entity></Client></Robot></World>`;

test.each([
  ["all around", "<Rays>72</Rays>", 72],
  ["a sector in layers", "<Rays>31</Rays><FovH>100</FovH><Layers>5</Layers><FovV>60</FovV>", 155],
])("[S1] %s", async (_, lidar, count) => {
  const { world: file } = readWorldDocument(roomWith(lidar), { kinds: builtInDevices() });
  const world = await World.create(file);
  try {
    const scene = new ViewScene();
    scene.update(new Simulation(world, { rate: Number.POSITIVE_INFINITY }));
    const sensor = scene.entities.find(({ name }) => name === "R")?.sensors[0];
    const distances = new ViewValues(world).readFan("R/L") ?? [];
    expect(distances).toHaveLength(count);
    // a fan has too many values to be listed as fields
    expect(sensor?.fields).toEqual([]);
    const [drawing] = sensor?.drawings ?? [];
    if (drawing?.kind !== "fan") throw new Error("the lidar is not drawn as a fan");
    const directions = fanDirections(drawing);
    expect(directions).toHaveLength(3 * count);
    for (const [i, distance] of distances.entries()) {
      const [x, y, z] = [0, 1, 2].map((k) => directions[3 * i + k] * distance + (k === 2 ? 1 : 0));
      const off = Math.min(...[x + 2, x - 3, y + 1, y - 4, z, z - 5].map(Math.abs));
      expect(off, `ray ${i} ends at ${x} ${y} ${z}`).toBeLessThan(1e-5);
    }
  } finally {
    world.dispose();
  }
});
