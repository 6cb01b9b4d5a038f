// Robots on two wheels play (F6): one of them scores against a goalkeeper on omni wheels.

import { expect, it } from "vitest";
import { SelfPlay } from "../../bench/soccer/SelfPlay.js";

it("[F6] alone against a goalkeeper on omni wheels, a robot on two wheels scores", async () => {
  const play = await SelfPlay.create({
    world: "soccer-2003-mixed",
    seed: 1,
    halfSec: 60,
    plays: ({ robot: { name } }) => ["Blue-1", "Blue-0", "Yellow-0"].includes(name),
  });
  const lefts = new Set<number>();
  const score = () => play.match.status().teams.blue.score;
  while (score() === 0 && play.simulation.world.timeSec < 90) {
    play.step();
    for (const { left } of play.orders("blue")) lefts.add(left);
  }
  expect(score()).toBe(1);
  expect([...lefts]).toEqual([0]);
  play.simulation.world.dispose();
});
