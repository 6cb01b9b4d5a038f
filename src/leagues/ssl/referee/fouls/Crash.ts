// Crashes of robots of two teams (F5): their relative speed along the line between them exceeds 1.5 m/s when they meet. The faster
// robot is guilty, both if their speeds differ by less than 0.3 m/s. Speeds are taken 1 cm before contact: the contact changes them.

import { gapBetween } from "../../../shared/Place.js";
import type { FieldRobot } from "../../FieldState.js";
import { RULES } from "../RefereeRules.js";
import { type Foul, type FoulContext, isNewFoul } from "./Foul.js";

export function findCrashes({ state, fieldState }: FoulContext): Foul[] {
  const found: Foul[] = [];
  for (const blue of fieldState.robots) {
    if (blue.team !== "blue") continue;
    for (const yellow of fieldState.robots) {
      if (yellow.team !== "yellow") continue;
      const speed = crashSpeed(blue, yellow);
      if (speed > RULES.crashSpeed && isNewFoul(state, `crash ${blue.id} ${yellow.id}`))
        found.push(crash(blue, yellow, speed, state.timeNs));
    }
  }
  return found;
}

/** Closing speed, m/s; 0: they are not about to touch. */
function crashSpeed(a: FieldRobot, b: FieldRobot): number {
  const reach = a.radius + b.radius + RULES.crashReach;
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (Math.abs(dx) > reach || Math.abs(dy) > reach) return 0;
  const far = gapBetween(0, 0, dx, dy);
  if (far > reach || far === 0) return 0;
  return ((a.vx - b.vx) * dx + (a.vy - b.vy) * dy) / far;
}

function crash(blue: FieldRobot, yellow: FieldRobot, value: number, timeNs: number): Foul {
  const blueSpeed = gapBetween(0, 0, blue.vx, blue.vy);
  const yellowSpeed = gapBetween(0, 0, yellow.vx, yellow.vy);
  const place = { timeNs, x: (blue.x + yellow.x) / 2, y: (blue.y + yellow.y) / 2, value };
  const how = `at ${value.toFixed(1)} m/s`;
  if (Math.abs(blueSpeed - yellowSpeed) < RULES.crashDifference) {
    const text = `${blue.name} and ${yellow.name} crashed ${how}`;
    const event = {
      ...place,
      type: "BOT_CRASH_DRAWN",
      team: undefined,
      bot: blue.id,
      otherBot: yellow.id,
      text,
    } as const;
    return { event, teams: ["blue", "yellow"], stops: false, counts: true };
  }
  const [guilty, victim] = blueSpeed > yellowSpeed ? [blue, yellow] : [yellow, blue];
  const text = `${guilty.name} crashed into ${victim.name} ${how}`;
  const event = {
    ...place,
    type: "BOT_CRASH_UNIQUE",
    team: guilty.team,
    bot: guilty.id,
    otherBot: victim.id,
    text,
  } as const;
  return { event, teams: [guilty.team], stops: false, counts: true };
}
