// The pilot of the 2004 paper's Segway over the network: tilt, tilt rate, position and speed in, wheel speed out. It
// knows nothing but the inclinometer and what it told the wheels itself, and it bears with late actuators.
//
// The motors are told the speed s of the body over its wheels, as travel: x' = s + r t' with the wheels' radius r and the
// tilt t. With the pendulum's length L (to its centre of percussion) that makes
//   s' = a,  t'' = (g t - a) / M,  M = L + r,  a = k1 ∫s + k2 s + k3 t + k4 t'
// and the gains put all four poles at -p. A small p lets the commands be later: p = 2/s stands up to about 70 ms.

export interface PilotOptions {
  /** L + r, m. */
  readonly length?: number;
  /** Tilt at which the centre of mass stands over the axle, rad. */
  readonly restTilt?: number;
  readonly wheelRadius?: number;
  /** p: how quick it is, 1/s. */
  readonly pole?: number;
  /** Fastest it may roll, m/s: the RMP's 8 mph. */
  readonly topSpeed?: number;
}

const GRAVITY = 9.81;

export class SegwayPilot {
  /** Change of the balance angle, rad: forward drives forward, at k3/k2 m/s for each rad. */
  lean = 0;
  readonly #options: Required<PilotOptions>;
  readonly #gains: readonly [number, number, number, number];
  #time: number | undefined;
  #tilt = 0;
  #speed = 0;
  #place = 0;
  /** Where it shall stand; comes along while it drives. */
  #goal = 0;

  constructor(options: PilotOptions = {}) {
    this.#options = { length: 0.836, restTilt: -0.174, wheelRadius: 0.236, pole: 2, topSpeed: 3.5, ...options };
    const { length: M, pole: p } = this.#options;
    const k1 = (p * p * p * p * M) / GRAVITY;
    const k2 = (4 * p * p * p * M) / GRAVITY;
    this.#gains = [k1, k2, M * (6 * p * p + k1) + GRAVITY, M * (4 * p + k2)];
  }

  /** Commanded, m/s. */
  get speed(): number {
    return this.#speed;
  }
  /** Travel commanded so far, m. */
  get place(): number {
    return this.#place;
  }

  /** One tick of the control loop: the speed for both wheel motors, rad/s. */
  wheelSpeed(timeSec: number, tilt: number): number {
    const { restTilt, wheelRadius, topSpeed } = this.#options;
    const step = timeSec - (this.#time ?? timeSec);
    const rate = step > 0 ? (tilt - this.#tilt) / step : 0;
    this.#time = timeSec;
    this.#tilt = tilt;
    if (this.lean !== 0) this.#goal = this.#place;
    const [k1, k2, k3, k4] = this.#gains;
    const accel = k1 * (this.#place - this.#goal) + k2 * this.#speed + k3 * (tilt - restTilt - this.lean) + k4 * rate;
    this.#speed = Math.min(topSpeed, Math.max(-topSpeed, this.#speed + accel * step));
    this.#place += this.#speed * step;
    return this.#speed / wheelRadius;
  }
}
