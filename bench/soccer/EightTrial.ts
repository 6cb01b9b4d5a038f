// The paper's figure of eight: two circles that touch, driven at 0.8 m/s by global vision. Detections are 100 ms old and come 30 times a
// second, as in 2003; the controller predicts with the commands that it sent meanwhile.

import { rotate } from "../../src/math/Quat.js";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { TAU } from "../../src/math/Trigonometry.js";
import { BallStand } from "./BallStand.js";

export interface EightTrial {
  /** m, 50 times a second. */
  readonly path: readonly (readonly [number, number])[];
  readonly meanSpeed: number;
  /** Distance from the eight, m. */
  readonly rmsError: number;
  readonly maxError: number;
  /** s; of the second round. */
  readonly lapSec: number;
}

export const EIGHT_RADIUS = 0.5;
const SPEED = 0.8;
const LAP = 2 * TAU * EIGHT_RADIUS;
const SEEN_SEC = 0.1;
const SEE_STEPS = 17;
const STEP_SEC = 0.002;
/** m and rad, one standard deviation. */
const NOISE = { position: 0.002, heading: 0.01 };
/** 1/m², 1/m: gains of the steering. */
const GAINS = { aside: 14, heading: 6 };

interface Place {
  readonly x: number;
  readonly y: number;
  /** 0 faces +x. */
  readonly heading: number;
}

/** The eight at `s` m from its centre: first the right circle, counter-clockwise, then the left one, clockwise. */
export function eightAt(s: number): Place & { readonly curvature: number } {
  const along = ((s % LAP) + LAP) % LAP;
  const [side, turned] = along < LAP / 2 ? [1, along / EIGHT_RADIUS] : [-1, (along - LAP / 2) / EIGHT_RADIUS];
  // it begins at the centre, going up
  const x = side * EIGHT_RADIUS * (1 - Math.cos(turned));
  const heading = TAU / 4 - side * turned;
  return { x, y: EIGHT_RADIUS * Math.sin(turned), heading, curvature: -side / EIGHT_RADIUS };
}

export async function driveEight(text: string, stream: RandomStream, laps = 2): Promise<EightTrial> {
  const stand = await BallStand.open(text);
  const pilot = new Pilot(stream);
  const path: [number, number][] = [];
  const errors: number[] = [];
  let [way, lapSec, last] = [0, 0, placeOf(stand)];
  for (let step = 0; pilot.progress < laps * LAP && step < 30 / STEP_SEC; step++) {
    const now = placeOf(stand);
    pilot.remember(now, step);
    if (step % SEE_STEPS === 0) stand.tell("Drive", ...pilot.steer(step));
    stand.run(STEP_SEC);
    if (step % 10 !== 0) continue;
    path.push([now.x, now.y]);
    way += Math.hypot(now.x - last.x, now.y - last.y);
    last = now;
    // after it has reached its speed
    if (pilot.progress > 1) errors.push(distanceTo(now));
    if (pilot.progress > (laps - 1) * LAP) lapSec += 10 * STEP_SEC;
  }
  stand.dispose();
  const seconds = path.length * 10 * STEP_SEC;
  const rmsError = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
  return { path, meanSpeed: way / seconds, rmsError, maxError: Math.max(...errors), lapSec };
}

function placeOf({ body }: BallStand): Place {
  const [fx, fy] = rotate(body.orientation, [0, 1, 0]);
  return { x: body.position[0], y: body.position[1], heading: Math.atan2(fy, fx) };
}

const distanceTo = ({ x, y }: Place): number =>
  Math.min(...[-1, 1].map((side) => Math.abs(Math.hypot(x - side * EIGHT_RADIUS, y) - EIGHT_RADIUS)));

class Pilot {
  readonly #stream: RandomStream;
  readonly #seen: Place[] = [];
  /** Commanded turning at each step, rad/s. */
  readonly #turns: number[] = [];
  progress = 0;

  constructor(stream: RandomStream) {
    this.#stream = stream;
  }

  remember(place: Place, step: number): void {
    this.#seen[step] = place;
    this.#turns[step] = this.#turns[step - 1] ?? 0;
  }

  /** Forward, left, turn. */
  steer(step: number): [number, number, number] {
    const here = this.#reckon(step);
    const before = eightAt(this.progress);
    this.progress += (here.x - before.x) * Math.cos(before.heading) + (here.y - before.y) * Math.sin(before.heading);
    const target = eightAt(this.progress);
    const aside = -(here.x - target.x) * Math.sin(target.heading) + (here.y - target.y) * Math.cos(target.heading);
    const off = Math.atan2(Math.sin(here.heading - target.heading), Math.cos(here.heading - target.heading));
    const turn = SPEED * (target.curvature - GAINS.aside * aside - GAINS.heading * off);
    this.#turns[step] = turn;
    return [SPEED, 0, turn];
  }

  /** Predicted position at this instant. */
  #reckon(step: number): Place {
    const from = Math.max(0, step - Math.round(SEEN_SEC / STEP_SEC));
    const noise = (sd: number): number => this.#stream.normal(0, sd);
    const old = this.#seen[from];
    let [x, y, heading] = [
      old.x + noise(NOISE.position),
      old.y + noise(NOISE.position),
      old.heading + noise(NOISE.heading),
    ];
    for (let k = from; k < step; k++) {
      x += SPEED * STEP_SEC * Math.cos(heading);
      y += SPEED * STEP_SEC * Math.sin(heading);
      heading += this.#turns[k] * STEP_SEC;
    }
    return { x, y, heading };
  }
}
