import { afterEach, describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { describeWorld, flatGround } from "../describe/world/WorldDescription.js";
import { worldFileOf } from "../describe/world/WorldFile.js";
import { bytesOf } from "../devices/Sample.js";
import { World } from "./World.js";

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function makeWorld(seed = 7): Promise<World> {
  const world = await World.create(worldFileOf(describeWorld({ seed, entities: [flatGround()] })));
  worlds.push(world);
  return world;
}

const join = (world: World, name: string, x: number, inside = "") => {
  const sensors = `<Radio name="Radio"><Channel>1</Channel>${inside}</Radio>`;
  return world.join(readDocument(boxRobot({ name, sensors, at: `${x} 0 1` })));
};

function say(world: World, name: string, ...bytes: number[]): void {
  const robot = world.robot(name);
  const radio = robot.device("Radio");
  robot.command(radio, radio.read(new DataView(Uint8Array.from(bytes).buffer)), world.timeNs);
}

/** What a robot's client finds in this frame. */
const heard = (world: World, name: string): number[][] =>
  world.robot(name).reports.flatMap(({ device, sample }) => (device.name === "Radio" ? [[...bytesOf(sample)]] : []));

describe("[S5] Radio", () => {
  test("bytes reach every other robot of the channel in the next frame, in the order of the senders' names", async () => {
    const world = await makeWorld();
    for (const [i, name] of ["C", "A", "B"].entries()) join(world, name, 3 * i);
    world.join(
      readDocument(boxRobot({ name: "D", sensors: '<Radio name="Radio"><Channel>2</Channel></Radio>', at: "12 0 1" })),
    );
    say(world, "C", 0, 255, 128);
    say(world, "A", 1);
    say(world, "A", 2);
    world.stepFrame();
    expect(heard(world, "B")).toEqual([[1], [2], [0, 255, 128]]);
    expect(heard(world, "A")).toEqual([[0, 255, 128]]);
    expect(heard(world, "C")).toEqual([[1], [2]]);
    expect(heard(world, "D")).toEqual([]);
    world.stepFrame();
    expect(heard(world, "B")).toEqual([]);
  });

  test("a robot beyond the sender's range hears nothing", async () => {
    const world = await makeWorld();
    join(world, "Near", 0, "<Range>5</Range>");
    join(world, "Middle", 4);
    join(world, "Far", 6);
    say(world, "Near", 1);
    say(world, "Far", 2);
    world.stepFrame();
    expect(heard(world, "Middle")).toEqual([[2], [1]]);
    expect(heard(world, "Far")).toEqual([]);
    expect(heard(world, "Near")).toEqual([[2]]);
  });

  test("latency delays, drop loses, the same seed loses the same messages", async () => {
    const run = async (seed: number): Promise<string> => {
      const world = await makeWorld(seed);
      join(world, "A", 0);
      join(world, "B", 3, "<Latency><Model>constant</Model><ValueMS>20</ValueMS><Drop>0.3</Drop></Latency>");
      const log: number[] = [];
      for (let k = 0; k < 400; k++) {
        if (k % 4 === 0 && k < 360) say(world, "A", k / 4);
        world.stepFrame();
        for (const [byte] of heard(world, "B")) {
          // 20 ms after the step in which it was sent
          expect(world.frame).toBe(4 * byte + 1 + 20);
          log.push(byte);
        }
      }
      return log.join(" ");
    };
    const first = await run(7);
    expect(first.split(" ").length).toBeGreaterThan(45);
    expect(first.split(" ").length).toBeLessThan(80);
    expect(await run(7)).toBe(first);
    expect(await run(8)).not.toBe(first);
  });

  test("a radio sends its bandwidth at most, and no receiver takes more than its own", async () => {
    const world = await makeWorld();
    join(world, "A", 0, "<Bandwidth>10000</Bandwidth>");
    join(world, "B", 3, "<Bandwidth>1000000</Bandwidth>");
    join(world, "C", 6, "<Bandwidth>1000</Bandwidth>");
    const got = { B: 0, C: 0 };
    for (let k = 0; k < 1000; k++) {
      for (let i = 0; i < 5; i++) say(world, "A", ...new Array(60).fill(i));
      world.stepFrame();
      for (const name of ["B", "C"] as const) got[name] += heard(world, name).length;
    }
    // 100 bytes each with their header: 100 and 10 a second, after a first burst
    expect(got.B).toBeGreaterThanOrEqual(100);
    expect(got.B).toBeLessThan(120);
    expect(got.C).toBeGreaterThanOrEqual(10);
    expect(got.C).toBeLessThan(30);
  });

  test("an empty or too long message is refused", async () => {
    const world = await makeWorld();
    join(world, "A", 0);
    expect(refusal(() => say(world, "A")).code).toBe("PAYLOAD_SIZE_WRONG");
    expect(refusal(() => say(world, "A", ...new Array(1501).fill(0))).message).toContain("1 to 1500 bytes");
    say(world, "A", ...new Array(1500).fill(9));
  });

  test("[T8] [M5] a restored world goes on like the first one; messages under way are part of it", async () => {
    const world = await makeWorld();
    join(world, "A", 0);
    join(world, "B", 3, "<LatencyMS>5</LatencyMS>");
    for (let k = 0; k < 10; k++) {
      say(world, "A", k);
      world.stepFrame();
    }
    const snapshot = world.snapshot();
    const hash = world.hash();
    const run = () =>
      Array.from({ length: 10 }, () => {
        world.stepFrame();
        return { messages: heard(world, "B"), hash: world.hash() };
      });
    const first = run();
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(run()).toEqual(first);
    expect(first.flatMap(({ messages }) => messages)).toHaveLength(5);
  });

  test("[M8] a flood of messages to many radios is cut to the senders' shares; one message of a robot always passes", async () => {
    const world = await makeWorld();
    const wide = "<Range>1e6</Range><Bandwidth>1000000</Bandwidth>";
    const radios = Array.from({ length: 16 }, (_, i) => `<Radio name="R${i}"><Channel>1</Channel>${wide}</Radio>`).join(
      "",
    );
    for (const [i, name] of ["Flood1", "Flood2", "Flood3"].entries())
      world.join(readDocument(boxRobot({ name, sensors: radios, at: `${3 * i} 0 1` })));
    join(world, "Quiet", 12, wide);
    const names = ["Flood1", "Flood2", "Flood3"];
    for (const name of names)
      for (let k = 0; k < 9000; k++) {
        const robot = world.robot(name);
        const radio = robot.device(`R${k % 16}`);
        robot.command(radio, radio.read(new DataView(Uint8Array.of(1).buffer)), world.timeNs);
      }
    say(world, "Quiet", 7);
    world.stepFrame();
    const copies = world.robots.flatMap(({ reports }) => reports.filter(({ device }) => /^R/.test(device.name))).length;
    expect(copies).toBeLessThan(16_000);
    for (const name of names)
      expect(world.robot(name).reports.some(({ sample }) => bytesOf(sample)[0] === 7)).toBe(true);
    // 49 radios and four senders: 81 messages of each
    expect(heard(world, "Quiet")).toHaveLength(3 * 81);
  });

  test.each([
    ["Radio", 16, ""],
    ["Kicker", 16, "<Width>0.1</Width><Height>0.1</Height>"],
    ["ForceSensor", 64, "<Joint>Motor</Joint>"],
  ])("[R11] [M8] a robot has at most so many devices %s: %i", async (element, max, inside) => {
    const world = await makeWorld();
    const robot = (count: number) => {
      const sensors = Array.from({ length: count }, (_, i) => `<${element} name="R${i}">${inside}</${element}>`).join(
        "",
      );
      return readDocument(boxRobot({ name: `N${count}`, sensors, at: `${count} 0 1` }));
    };
    world.join(robot(max));
    expect(refusal(() => world.join(robot(max + 1)))).toMatchObject({
      code: "TOO_MANY_DEVICES",
      found: `${max + 1} devices ${element}`,
    });
  });
});
