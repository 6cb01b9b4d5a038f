// Balance controller of the 2004 paper's Segway over the network: tilt, tilt rate, position and speed in, wheel speed out. It uses only
// the inclinometer and its own commands, and it tolerates late actuators.
//
// The motors receive the speed s of the body relative to its wheels, as travel; the axle moves with x' = s + r t', t the tilt. With
// the body's mass m, the height l of its centre of mass above the axle, its inertia I about the axle, the total mass A and the
// wheels' inertia J, including the motors' torque on the body:
//   s' = a,  t'' = (G t - a) / M,  b = m l + r A + J / r,  G = m g l / b,  M = (I + r m l) / b + r
//   a = k1 ∫s + k2 s + k3 t + k4 t'
// The gains place all four poles at -p. A small p tolerates later commands: npm run latency-experiment.

export interface PilotOptions {
  /** M, m. */
  readonly length?: number;
  /** G, m/s². */
  readonly pull?: number;
  /** Tilt at which the centre of mass stands over the axle, rad. */
  readonly restTilt?: number;
  readonly wheelRadius?: number;
  /** Pole p, 1/s. */
  readonly pole?: number;
  /** Maximum speed, m/s: the RMP's 8 mph. */
  readonly topSpeed?: number;
}

/** m = 72.7 kg, l = 0.181 m, I = 8.92 kg·m², A = 82.7 kg, J = 0.278 kg·m². */
const APPENDIX_A: Required<PilotOptions> = {
  length: 0.591,
  pull: 3.815,
  restTilt: -0.1732,
  wheelRadius: 0.236,
  pole: 1.5,
  topSpeed: 3.5,
};

export class SegwayPilot {
  /** Change of the balance angle, rad: leaning forward drives forward, at k3/k2 m/s per rad. */
  lean = 0;
  readonly #options: Required<PilotOptions>;
  readonly #gains: readonly [number, number, number, number];
  #time: number | undefined;
  #tilt = 0;
  #speed = 0;
  #place = 0;
  /** Target position; moves along while the robot drives. */
  #goal = 0;

  constructor(options: PilotOptions = {}) {
    this.#options = { ...APPENDIX_A, ...options };
    const { length: M, pull: G, pole: p } = this.#options;
    const k1 = (p * p * p * p * M) / G;
    const k2 = (4 * p * p * p * M) / G;
    this.#gains = [k1, k2, M * (6 * p * p + k1) + G, M * (4 * p + k2)];
  }

  /** Commanded speed, m/s. */
  get speed(): number {
    return this.#speed;
  }
  /** Commanded travel so far, m. */
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
