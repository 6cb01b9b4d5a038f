// Robots that join at the same time stand and move as if they had joined one after the other.

import { describe, expect, test } from "vitest";
import { renameRobot } from "../../src/describe/robot/RobotDescription.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { readWorld } from "../../src/server/WorldSource.js";
import { World } from "../../src/world/World.js";

const { file } = readWorld("soccer-b", { devices: builtInKinds(), lenient: false });
const robots = file.robots.map(({ robot }) => robot);

describe("[T0] robots that join together", () => {
  test("have the same bits as robots that join one by one, at once and later", async () => {
    const [together, single] = [await World.create(file), await World.create(file)];
    together.joinAll(robots);
    for (const robot of robots) single.join(robot);
    expect(together.hash()).toBe(single.hash());
    for (let i = 0; i < 100; i++) for (const world of [together, single]) world.stepFrame();
    expect(together.hash()).toBe(single.hash());
    const after = together.hash();
    expect(together.reset()).toEqual([]);
    for (let i = 0; i < 100; i++) together.stepFrame();
    expect(together.hash()).toBe(after);
    for (const world of [together, single]) world.dispose();
  });

  test("are refused as one by one: the error names the robot without space; the others have joined", async () => {
    const world = await World.create(file);
    const second = { ...renameRobot(robots[1], "Second"), offset: robots[0].offset } as (typeof robots)[0];
    const failed = world.joinAll([robots[0], second, robots[2]]);
    expect(failed).toMatchObject([{ entity: "Second", error: { code: "SPAWN_BLOCKED", where: "Second" } }]);
    expect(world.robots.map(({ name }) => name)).toEqual([robots[0].name, robots[2].name].sort());
    world.dispose();
  });

  test("two robots with one name become NAME and NAME-2", async () => {
    const world = await World.create(file);
    world.joinAll([
      robots[0],
      { ...robots[1], entity: { ...robots[1].entity, name: robots[0].name }, name: robots[0].name },
    ]);
    expect(world.robots.map(({ name }) => name)).toEqual([robots[0].name, `${robots[0].name}-2`]);
    world.dispose();
  });
});
