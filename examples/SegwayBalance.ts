// Balance controller of the 2004 paper's Segway: tilt, tilt rate, position and speed in, wheel speed out. It uses only the inclinometer
// and its own commands. Seen from the side the robot is an inverted pendulum of length L on a cart with the controlled
// acceleration a:
//   x'' = a,  t'' = (g t - a) / L,  a = k1 x + k2 x' + k3 t + k4 t'
// with gains that place all four poles at -p.

interface BalanceOptions {
  /** (I + m l²) / (m l) about the axle, m. */
  readonly pendulumLength?: number;
  /** Tilt at which the centre of mass stands over the axle, rad. */
  readonly restTilt?: number;
  readonly wheelRadius?: number;
  /** Pole p, 1/s. */
  readonly pole?: number;
  /** Maximum speed, m/s: the RMP's 8 mph. */
  readonly topSpeed?: number;
}

const GRAVITY = 9.81;

export class SegwayBalance {
  /** Target position, m from the start. */
  goal = 0;
  readonly #options: Required<BalanceOptions>;
  readonly #gains: readonly [number, number, number, number];
  #tilt: number | undefined;
  #speed = 0;
  #place = 0;

  constructor(options: BalanceOptions = {}) {
    this.#options = { pendulumLength: 0.6, restTilt: -0.174, wheelRadius: 0.236, pole: 3, topSpeed: 3.5, ...options };
    const { pendulumLength: L, pole: p } = this.#options;
    const k1 = (p * p * p * p * L) / GRAVITY;
    const k2 = (4 * p * p * p * L) / GRAVITY;
    this.#gains = [k1, k2, L * (6 * p * p + k1) + GRAVITY, L * (4 * p + k2)];
  }

  get place(): number {
    return this.#place;
  }
  get speed(): number {
    return this.#speed;
  }

  /** State of the controller. */
  save(): { readonly tilt: number | undefined; readonly speed: number; readonly place: number } {
    return { tilt: this.#tilt, speed: this.#speed, place: this.#place };
  }
  restore({ tilt, speed, place }: ReturnType<SegwayBalance["save"]>): void {
    [this.#tilt, this.#speed, this.#place] = [tilt, speed, place];
  }

  /** One tick of the control loop: the speed to set on both wheel motors, rad/s of body relative to wheel. */
  update(tilt: number, seconds: number): number {
    const { restTilt, wheelRadius, topSpeed } = this.#options;
    const rate = (tilt - (this.#tilt ?? tilt)) / seconds;
    this.#tilt = tilt;
    const [k1, k2, k3, k4] = this.#gains;
    const accel = k1 * (this.#place - this.goal) + k2 * this.#speed + k3 * (tilt - restTilt) + k4 * rate;
    this.#speed = Math.min(topSpeed, Math.max(-topSpeed, this.#speed + accel * seconds));
    this.#place += this.#speed * seconds;
    return this.#speed / wheelRadius - rate;
  }
}
