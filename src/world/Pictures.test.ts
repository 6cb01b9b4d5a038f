// Cameras on robots and in the world: times of capture and delivery, content of the pictures, and that pictures are rendered only on
// request.

import { afterEach, describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { bytesOf, TakenPicture } from "../devices/Sample.js";
import { World } from "./World.js";

const [WIDTH, HEIGHT] = [64, 48];
const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function makeWorld(file?: WorldFile): Promise<World> {
  const world = await World.create(file ?? ballWorld());
  worlds.push(world);
  return world;
}

/** A red ball of 0.5 m floats 3 m ahead of the origin, at the height of the robot's camera. */
function ballWorld(): WorldFile {
  const solid = { name: "B", shape: { kind: "Sphere", radius: 0.5 }, mass: 1, color: [255, 0, 0] } as const;
  const ball = { name: "Ball", bodies: [{ name: "Body", solids: [{ ...solid, position: [0, 3, 0] as const }] }] };
  return worldFileOf(describeWorld({ gravity: [0, 0, 0], entities: [ball] }));
}

/** A robot of one floating box with cameras in its centre; the inside of the box is not visible to them. */
const robotWith = (cameras: string, name = "Box") =>
  readDocument(boxRobot({ name, at: "0 0 0", sensors: cameras, settings: "<Settle>false</Settle>" }));
const camera = (more = "", name = "Cam") =>
  `<CameraSensor name="${name}"><Width>${WIDTH}</Width><Height>${HEIGHT}</Height><Position>0 0.2 0</Position>${more}</CameraSensor>`;

/** Pictures of a camera in this frame. */
const pictures = (world: World, name = "Cam") =>
  world.robots[0].reports.filter(({ device }) => device.name === name).map(({ sample }) => bytesOf(sample));
const middleOf = (bytes: Uint8Array, size: number) => [
  ...bytes.slice(size * ((HEIGHT / 2) * WIDTH + WIDTH / 2), size * ((HEIGHT / 2) * WIDTH + WIDTH / 2) + size),
];

describe("[S3] [W5] content of a picture", () => {
  test("bgra: the red ball is in the middle, opaque; the corner is not red", async () => {
    const world = await makeWorld();
    world.join(robotWith(camera()));
    const [picture] = pictures(world);
    expect(picture).toHaveLength(4 * WIDTH * HEIGHT);
    const [blue, green, red, alpha] = middleOf(picture, 4);
    expect(red).toBeGreaterThan(60);
    expect(blue + green).toBeLessThan(40);
    expect(alpha).toBe(255);
    expect(picture[0]).toBeGreaterThan(picture[2] - 30);
  });

  test("depth: 2.3 m to the ball along the axis, nothing in the corner", async () => {
    const world = await makeWorld();
    world.join(robotWith(camera("<Format>depth</Format>")));
    const [picture] = pictures(world);
    const depths = new Float32Array(picture.slice().buffer);
    // half a pixel beside the axis
    expect(depths[(HEIGHT / 2) * WIDTH + WIDTH / 2]).toBeCloseTo(2.3, 2);
    expect(depths[0]).toBe(Number.POSITIVE_INFINITY);
  });

  test("segmentation: the number of the ball, 0 for nothing; a leave does not change the other numbers", async () => {
    const world = await makeWorld();
    world.join(robotWith(camera("<Format>segmentation</Format>"), "A"));
    const other = readDocument(boxRobot({ name: "B", at: "20 0 0" }));
    world.join(other);
    const numbers = world.numbers;
    expect(new Set(numbers.values()).size).toBe(3);
    const seen = new Uint16Array(pictures(world)[0].slice().buffer);
    expect(seen[(HEIGHT / 2) * WIDTH + WIDTH / 2]).toBe(numbers.get("Ball"));
    expect(seen[0]).toBe(0);
    world.leave("B");
    expect(world.numbers.get("Ball")).toBe(numbers.get("Ball"));
    world.join(readDocument(boxRobot({ name: "C", at: "20 0 0" })));
    expect(world.numbers.get("C")).toBe(numbers.get("B"));
  });

  test("[S7] two cameras of one rate capture the same instant: near objects are shifted between them", async () => {
    const world = await makeWorld();
    const eye = (x: number, name: string) => camera("<Format>depth</Format>", name).replace("0 0.2 0", `${x} 0.2 0`);
    world.join(robotWith(eye(-0.1, "Left") + eye(0.1, "Right")));
    const places = ["Left", "Right"].map((name) => {
      const depths = new Float32Array(pictures(world, name)[0].slice().buffer);
      let [sum, count] = [0, 0];
      depths.forEach((depth, i) => {
        if (depth < 10) [sum, count] = [sum + (i % WIDTH) + 0.5, count + 1];
      });
      return sum / count;
    });
    // disparity = focal length x 0.2 m / distance of the centre, by the pinhole model
    const focal = HEIGHT / 2 / Math.tan((22.5 * Math.PI) / 180);
    expect(places[0] - places[1]).toBeCloseTo((focal * 0.2) / 2.8, 0);
  });
});

describe("[S5] lamps of robots in pictures", () => {
  const setProperty = (world: World, name: string, property: number, value: number) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, property, true);
    view.setFloat32(4, value, true);
    const device = world.robots[0].device(name);
    world.robots[0].command(device, device.read(view), world.timeNs);
  };

  test("a led is seen in its colour, and brighter when it is on", async () => {
    const world = await makeWorld(worldFileOf(describeWorld({ gravity: [0, 0, 0], entities: [] })));
    const led = `<Led name="L"><Color>0 255 0</Color><Radius>0.1</Radius><Position>0 1 0</Position></Led>`;
    world.join(robotWith(camera("<Rate>1000</Rate>") + led));
    const [, dark] = middleOf(pictures(world)[0], 4);
    setProperty(world, "L", 65, 1);
    world.stepFrame();
    const [blue, bright, red] = middleOf(pictures(world)[0], 4);
    expect(bright).toBeGreaterThan(1.5 * dark);
    expect(bright).toBeGreaterThan(4 * Math.max(red, blue));
  });

  test("a lamp lights objects in front of it and moves with its robot", async () => {
    const wall = { name: "W", shape: { kind: "Box", size: [4, 0.1, 4] }, position: [0, 3, 0] } as const;
    const night = { name: "Night", type: "ambient", color: [255, 255, 255], intensity: 0.02, on: true } as const;
    const physics = describeWorld({
      gravity: [0, 0, 0],
      entities: [{ name: "Wall", isStatic: true, bodies: [{ name: "Body", solids: [wall] }] }],
    });
    const lights = [{ ...night, pose: { position: [0, 0, 0], orientation: [0, 0, 0, 1] } } as const];
    const world = await makeWorld({ ...worldFileOf(physics), lights });
    world.join(
      robotWith(`${camera("<Rate>1000</Rate>")}<Lamp name="L"><Position>0 0.2 0</Position><Cone>0.3</Cone></Lamp>`),
    );
    const before = pictures(world)[0];
    setProperty(world, "L", 65, 1);
    world.stepFrame();
    const after = pictures(world)[0];
    expect(middleOf(after, 4)[1]).toBeGreaterThan(middleOf(before, 4)[1] + 60);
    // outside of the cone it is as dark as before
    expect(after[1]).toBe(before[1]);
  });
});

describe("[T5] [T9] [W9] times of pictures", () => {
  const instants = (world: World, frames: number): number[] => {
    const seen: number[] = [];
    for (let i = 0; i <= frames; i++) {
      if (i > 0) world.stepFrame();
      if (pictures(world).length > 0) seen.push(world.frame);
    }
    return seen;
  };

  test("20 Hz by default, from joining on", async () => {
    const world = await makeWorld();
    world.join(robotWith(camera()));
    expect(instants(world, 120)).toEqual([0, 50, 100]);
  });

  test("late by its latency, with the time of capture in front", async () => {
    const world = await makeWorld();
    world.join(robotWith(camera("<Stamp>true</Stamp><LatencyMS>30</LatencyMS><Rate>100</Rate>")));
    expect(instants(world, 42)).toEqual([30, 40]);
    while (pictures(world).length === 0) world.stepFrame();
    const [bytes] = pictures(world);
    expect(bytes).toHaveLength(8 + 4 * WIDTH * HEIGHT);
    expect(new DataView(bytes.buffer).getFloat64(0, true)).toBeCloseTo(world.timeSec - 0.03, 9);
  });

  test("Rate 66 changes the schedule at the instant at which it acts: no two pictures closer than the new period", async () => {
    const world = await makeWorld();
    const robot = world.join(robotWith(camera()));
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, 66, true);
    view.setFloat32(4, 250, true);
    const device = robot.device("Cam");
    robot.command(device, device.read(view), 7_000_000);
    expect(instants(world, 20)).toEqual([0, 8, 12, 16, 20]);
  });

  test("Fov 64 makes the ball larger", async () => {
    const world = await makeWorld();
    const robot = world.join(robotWith(camera("<Format>segmentation</Format><Rate>1000</Rate>")));
    const count = () => new Uint16Array(pictures(world)[0].slice().buffer).filter((n) => n > 0).length;
    const before = count();
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, 64, true);
    view.setFloat32(4, 30, true);
    robot.command(robot.device("Cam"), robot.device("Cam").read(view), 0);
    world.stepFrame();
    const factor = Math.tan((22.5 * Math.PI) / 180) / Math.tan((15 * Math.PI) / 180);
    expect(count() / before).toBeGreaterThan(0.95 * factor ** 2);
    expect(count() / before).toBeLessThan(1.05 * factor ** 2);
  });
});

describe("[S4] [M5] pictures and the state of the world", () => {
  test("without a request nothing is rendered, also not for hash and snapshot", async () => {
    const world = await makeWorld();
    world.join(robotWith(camera("<LatencyMS>10</LatencyMS>")));
    for (let i = 0; i < 200; i++) world.stepFrame();
    world.hash();
    world.snapshot();
    expect(world.cameraRenderer.rendered).toBe(0);
    for (let i = 0; i < 10 || pictures(world).length === 0; i++) world.stepFrame();
    expect(world.cameraRenderer.rendered).toBe(1);
  });

  test("a restored run has the same hash and the same pixels, noise included", async () => {
    const world = await makeWorld();
    const noise = "<PixelNoise><Gaussian>5</Gaussian></PixelNoise><Noise><Drift>3</Drift></Noise>";
    world.join(robotWith(camera(`<Rate>100</Rate><LatencyMS>25</LatencyMS>${noise}`)));
    for (let i = 0; i < 33; i++) world.stepFrame();
    const kept = world.snapshot();
    const run = () =>
      Array.from({ length: 40 }, () => {
        world.stepFrame();
        return [world.hash(), ...pictures(world).map((bytes) => Buffer.from(bytes).toString("base64"))];
      });
    const straight = run();
    world.restore(kept);
    expect(run()).toEqual(straight);
    expect(straight.filter((row) => row.length > 1)).toHaveLength(4);
  });

  test("noise differs from picture to picture and from robot to robot, and repeats with the seed", async () => {
    const noisy = camera("<Rate>1000</Rate><PixelNoise><Gaussian>5</Gaussian></PixelNoise>");
    const take = async (name: string) => {
      const world = await makeWorld();
      world.join(robotWith(noisy, name));
      const first = pictures(world)[0];
      world.stepFrame();
      return [first, pictures(world)[0]];
    };
    const [[a, b], [c]] = [await take("A"), await take("B")];
    const [again] = await take("A");
    expect(Buffer.compare(a, again)).toBe(0);
    expect(Buffer.compare(a, b)).not.toBe(0);
    expect(Buffer.compare(a, c)).not.toBe(0);
  });

  test("a picture shows its capture time, even if it is rendered later and entities have left", async () => {
    const [straight, late] = [await makeWorld(), await makeWorld()];
    for (const world of [straight, late]) {
      world.join(robotWith(camera("<LatencyMS>20</LatencyMS>"), "A"));
      world.join(readDocument(boxRobot({ name: "B", at: "0.4 2 0", settings: "<Settle>false</Settle>" })));
    }
    straight.stepFrame();
    const early = bytesOf(new TakenPicture(straight.robots[0].device("Cam").newestPicture!, undefined));
    late.leave("B");
    for (let i = 0; i < 20; i++) late.stepFrame();
    expect(Buffer.compare(pictures(late)[0], early)).toBe(0);
  });
});

describe("[S2] Noise of a gray camera is that of the numbers it sends", () => {
  const GRAY = "<Format>gray</Format>";
  const take = async (noise: string): Promise<Uint8Array> => {
    const solid = { name: "Bricks", shape: { kind: "Box", size: [50, 1, 50] }, color: [90, 140, 60] } as const;
    const wall = {
      name: "Wall",
      isStatic: true,
      bodies: [{ name: "W", solids: [{ ...solid, position: [0, 5, 0] as const }] }],
    };
    const world = await makeWorld(worldFileOf(describeWorld({ gravity: [0, 0, 0], entities: [wall] })));
    world.join(robotWith(camera(`${GRAY}<Noise>${noise}</Noise>`)));
    return pictures(world)[0];
  };
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

  test("a Gaussian has its standard deviation in the gray values", async () => {
    const [exact, off] = [await take(""), await take("<Gaussian>6</Gaussian>")];
    const errors = [...off].map((value, i) => value - exact[i]);
    expect(Math.abs(mean(errors))).toBeLessThan(0.5);
    expect(Math.abs(Math.sqrt(mean(errors.map((x) => x * x))) - 6)).toBeLessThan(0.4);
  });

  test("a Quantum leaves multiples of it", async () => {
    const values = new Set(await take("<Gaussian>20</Gaussian><Quantum>16</Quantum>"));
    expect(values.size).toBeGreaterThan(3);
    expect([...values].filter((value) => value % 16 !== 0)).toEqual([]);
  });
});

test("[S7] [M5] a camera of the world takes the same noisy picture again after a restore", async () => {
  const { world: file } = readWorldDocument(
    `<World name="hall"><Camera name="Wall"><Width>${WIDTH}</Width><Height>${HEIGHT}</Height><Rate>100</Rate>
       <PixelNoise><Gaussian>6</Gaussian></PixelNoise></Camera></World>`,
    { kinds: builtInDevices() },
  );
  const world = await makeWorld(file);
  const run = (): Uint8Array => {
    for (let i = 0; i < 10; i++) world.stepFrame();
    return world.pictureSources[0].newest()!.bytes().slice();
  };
  const before = run();
  for (let i = 0; i < 5; i++) world.stepFrame();
  const kept = world.snapshot();
  const straight = run();
  world.restore(kept);
  expect(Buffer.compare(run(), straight)).toBe(0);
  expect(Buffer.compare(before, straight)).not.toBe(0);
});

test("[S7] a camera of the world takes pictures at its rate, rendered on request", async () => {
  const { world: file } = readWorldDocument(
    `<World name="hall"><Camera name="Overhead"><Position>0 0 4</Position>
       <Orientation><angle>-1.5707963</angle><axis>1 0 0</axis></Orientation>
       <Width>${WIDTH}</Width><Height>${HEIGHT}</Height><Fov>60</Fov><Format>segmentation</Format><Rate>10</Rate></Camera>
       <Object name="Crate"><RigidBodies><Body name="Body"><Box name="B"><Mass>1</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize>
       <Position>0 0 0.5</Position></Box></Body></RigidBodies></Object></World>`,
    { kinds: builtInDevices() },
  );
  const world = await makeWorld(file);
  const [source] = world.pictureSources;
  expect(source.name).toBe("Overhead");
  const first = source.newest();
  for (let i = 0; i < 99; i++) world.stepFrame();
  expect(source.newest()).toBe(first);
  world.stepFrame();
  const second = source.newest();
  expect(second).not.toBe(first);
  expect(world.cameraRenderer.rendered).toBe(0);
  const seen = new Uint16Array(second!.bytes().slice().buffer);
  const crate = seen.filter((n) => n === world.numbers.get("Crate")).length;
  // its top is 3 m away: (focal / 3)² pixels
  const focal = HEIGHT / 2 / Math.tan((30 * Math.PI) / 180);
  expect(Math.abs(crate / (focal / 3) ** 2 - 1)).toBeLessThan(0.05);
});

test("[S7] the first picture of a world's camera shows the robots that join at the start, like the first one after a reset", async () => {
  const { world: file } = readWorldDocument(
    `<World name="hall"><Camera name="Overhead"><Position>0 0 4</Position>
       <Orientation><angle>-1.5707963</angle><axis>1 0 0</axis></Orientation>
       <Width>${WIDTH}</Width><Height>${HEIGHT}</Height><Format>segmentation</Format></Camera></World>`,
    { kinds: builtInDevices() },
  );
  const world = await makeWorld(file);
  const look = () => new Uint16Array(world.pictureSources[0].newest()?.bytes().slice().buffer ?? new ArrayBuffer(0));
  const middle = (HEIGHT / 2) * WIDTH + WIDTH / 2;
  expect(look()[middle]).toBe(0);
  world.join(robotWith(""));
  const first = look();
  expect(first[middle]).toBe(world.numbers.get("Box"));
  world.stepFrame();
  world.reset();
  expect(look()).toEqual(first);
});

test("[R11] pictures on their way keep the poses of the world, so small ones count too", async () => {
  const world = await makeWorld();
  const small = (latencyMs: number) =>
    robotWith(`<CameraSensor name="Cam"><Width>1</Width><Height>1</Height><Rate>100</Rate>
      <LatencyMS>${latencyMs}</LatencyMS></CameraSensor>`);
  expect(() => world.join(small(60_000))).toThrow("VALUE_OUT_OF_RANGE");
  expect(world.robots).toEqual([]);
  world.join(small(1000));
  expect(world.robots).toHaveLength(1);
});
