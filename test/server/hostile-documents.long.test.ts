// [M8] Documents that keep all limits and ask for too much, over real sockets beside two honest robots: the hostile robot gets a
// coded error, a newcomer gets in, and the honest robots have the bits of a quiet run in every frame.

import { expect, test } from "vitest";
import type { Simulation } from "../../src/session/Simulation.js";
import { costlyMesh } from "../../testing/attack/CostlyMesh.js";
import { box } from "./Boxes.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { testServer } from "./Servers.js";

const HONEST = ["A", "B"];
/** Every so many frames are compared. */
const STRIDE = 5;

/** A robot of these bodies, far away from the honest ones. */
const robot = (name: string, bodies: readonly string[], joints = ""): string =>
  `<Client><CSettings><Name>${name}</Name><Offset>40 0 20</Offset></CSettings><Entity><RigidBodies>
${bodies.map((solids, i) => `<Body name="b${i}">${solids}</Body>`).join("")}</RigidBodies><Joints>${joints}</Joints></Entity></Client>`;

const sphere = (name: string, at: string) =>
  `<Sphere name="${name}"><Mass>1</Mass><Radius>0.05</Radius><Position>${at}</Position></Sphere>`;
const cube = (name: string, at: string) =>
  `<Box name="${name}"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize><Position>${at}</Position></Box>`;
const list = (count: number, make: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => make(i));
const near = (i: number): string => `${0.01 * ((i * 0.618) % 1)} ${0.01 * ((i * 0.31) % 1)} ${0.01 * ((i * 0.77) % 1)}`;

const chain = (length: number): string =>
  robot(
    "chain",
    list(length, (i) => cube(`s${i}`, `${0.2 * i} 0 0`)),
    list(length - 1, (i) => {
      const ends = `<Body1>b${i + 1}</Body1><Body2>b${i}</Body2>`;
      return `<JointHinge name="j${i}">${ends}<AnchorPos>${0.2 * i + 0.1} 0 0</AnchorPos><Axis>0 1 0</Axis></JointHinge>`;
    }).join(""),
  );

const ball = costlyMesh(15_000, 0.2);
const unused = "9 9 9 ".repeat(20_000);
const mesh = `<Mesh name="m"><Mass>1</Mass><Vertices>${ball.vertices.join(" ")} ${unused}</Vertices>
<Triangles>${ball.triangles.join(" ")}</Triangles></Mesh>`;

const HOSTILE: readonly (readonly [string, string, string | undefined])[] = [
  [
    "160 spheres",
    robot(
      "spheres",
      list(160, (i) => sphere(`s${i}`, near(i))),
    ),
    "OVERCROWDED",
  ],
  [
    "256 bodies of four boxes",
    robot(
      "boxes",
      list(256, (i) => list(4, (k) => cube(`s${i}.${k}`, near(4 * i + k))).join("")),
    ),
    "OVERCROWDED",
  ],
  ["a chain of 130", chain(130), "TREE_TOO_DEEP"],
  ["a chain of 250", chain(250), "TREE_TOO_DEEP"],
  ["a large mesh with unused vertices", robot("mesh", [mesh]), undefined],
];

/** Runs a server with the honest robots, during the attack and for at least so many frames; gives hashes by frame. */
async function hashesOf(frames: number, attack?: (port: number) => Promise<void>): Promise<readonly string[]> {
  const hashes: string[] = [];
  const note = ({ world }: Simulation): void => {
    if (world.robots.length >= HONEST.length && world.frame % STRIDE === 0)
      hashes[world.frame / STRIDE] = HONEST.map((name) => world.hashOf(name)).join(" ");
  };
  const server = await testServer({ world: "flat", expect: HONEST, httpPort: false, beforeFrame: note });
  const clients = HONEST.map((name, i) =>
    RawClient.join(server.tcpPort, box({ name, at: `${i} 0 0.3` }), () => SIM_END),
  );
  await attack?.(server.tcpPort);
  const [first] = await Promise.all(clients);
  await first.until((client) => client.frames > frames + 2 * STRIDE, 60_000);
  expect(server.hasFailed).toBe(false);
  for (const client of await Promise.all(clients)) expect(client.error).toBeUndefined();
  return [...hashes];
}

test("hostile documents leave the other robots unharmed", async () => {
  const attacked = await hashesOf(100, async (port) => {
    for (const [what, document, code] of HOSTILE) {
      const client = await RawClient.join(port, document, () => SIM_END);
      await client.until(({ error, frames }) => error !== undefined || frames > 5, 60_000);
      expect([what, client.error?.code]).toEqual([what, code]);
      if (!code) await client.leave();
    }
    const newcomer = await RawClient.join(port, box({ name: "late", at: "9 0 0.3" }), () => SIM_END);
    await newcomer.until(({ frames }) => frames > 5);
    await newcomer.leave();
  });
  const quiet = await hashesOf(STRIDE * attacked.length);
  expect(attacked.length).toBeGreaterThan(20);
  expect(attacked.findIndex((hash, i) => hash !== quiet[i])).toBe(-1);
}, 120_000);
