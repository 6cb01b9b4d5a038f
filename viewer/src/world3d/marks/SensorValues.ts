// What sensors measure, drawn where they measure it (X1): beams and rays as far as they see, forces and accelerations as
// arrows, where a compass points, what an inclinometer takes for up.

import { Color, Quaternion, type Scene, Vector3 } from "three";
import type { ViewRays, ViewSensor } from "../../../../src/session/view/ViewProtocol.js";
import { shownSensors } from "../../ShownSensors.js";
import type { Store } from "../../Store.js";
import { placeOf } from "../camera/RobotView.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import type { Theme } from "../Theme.js";
import { Sketch } from "./OverlayLines.js";
import { rayDirections } from "./RayFan.js";

/** Of a lidar no more are drawn as lines; dots are drawn of all. */
const MAX_LINES = 360;
/** More of them are drawn fainter. */
const MANY_LINES = 120;
/** Rays that meet nothing are drawn no further, m. */
const FAR_M = 30;
const RING = 24;
const ROOT_NEWTON_M = 0.022;
const ROOT_NEWTON_METRE_M = 0.06;
const PER_M_S2 = 0.03;
const PER_RAD_S = 0.12;
const LONGEST_M = 1.5;
const NEEDLE_M = 0.35;
/** Slower turning is noise, rad/s. */
const STILL = 0.02;
const FORCE = new Color(0xf59e0b);
const TURN = new Color(0x1fa67a);
const NEEDLE = new Color(0xe4572e);

type Numbers = ArrayLike<number>;

/** One sensor as it stands in the world now. */
interface Placed {
  readonly sensor: ViewSensor;
  readonly view: EntityView;
  readonly place: Vector3;
  readonly turned: Quaternion;
}

export class SensorValues {
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #sketch: Sketch;
  readonly #color = new Color();
  #drawn = "";
  readonly #fans = new WeakMap<ViewRays, Float32Array>();

  constructor(scene: Scene, store: Store, views: EntityViews) {
    this.#store = store;
    this.#views = views;
    this.#sketch = new Sketch(scene);
  }

  use(theme: Theme): void {
    this.#color.setHex(theme.sensor);
  }

  /** Whether any of the few numbers that are drawn has changed by what can be seen. */
  hasNews(): boolean {
    const { values } = this.#store.values;
    const key = shownSensors(this.#store)
      .map(({ path }) => values[path]?.map((x) => Number(x).toFixed(2)).join(" "))
      .join("/");
    const isNew = key !== this.#drawn;
    this.#drawn = key;
    return isNew;
  }

  /** `away`: from where it is seen. */
  show(away: Vector3): void {
    this.#sketch.begin(away);
    const { fans, values } = this.#store;
    for (const { entity, sensor, path } of shownSensors(this.#store)) {
      const numbers = fans.get(path) ?? values.values[path];
      const view = this.#views.get(entity.name);
      const body = view?.find(sensor.body);
      if (!numbers || !view || !body?.isPlaced) continue;
      const { position, orientation } = placeOf(sensor);
      const place = position.applyQuaternion(body.orientation).add(body.position);
      this.#draw({ sensor, view, place, turned: body.orientation.clone().multiply(orientation) }, numbers);
    }
    this.#sketch.finish();
  }

  dispose(): void {
    this.#sketch.dispose();
  }

  #draw(placed: Placed, numbers: Numbers): void {
    const { place, turned } = placed;
    const turn = (x: number, y: number, z: number) => new Vector3(x, y, z).applyQuaternion(turned);
    // along the axes of the body, not of the sensor
    const unturned = new Quaternion(...placed.sensor.pose.orientation).invert();
    const ofBody = (x: number, y: number, z: number) =>
      new Vector3(x, y, z).applyQuaternion(unturned).applyQuaternion(turned);
    const [a, b, c] = [numbers[0], numbers[1], numbers[2]];
    switch (placed.sensor.kind) {
      case "RangeSensor":
        this.#drawBeam(placed, a);
        return;
      case "Lidar":
        this.#drawFan(placed, numbers);
        return;
      case "ContactSensor":
        // it does not know which way: up stands for how much
        if (a > 0) this.#drawTouch(place, b);
        return;
      case "ForceSensor":
        this.#drawForces(placed, ofBody(a, b, c), ofBody(numbers[3], numbers[4], numbers[5]));
        return;
      case "Imu":
        this.#drawTurning(place, turn(numbers[3], numbers[4], numbers[5]));
        this.#sketch.arrow(place, turn(a, b, c).multiplyScalar(PER_M_S2).clampLength(0, LONGEST_M), this.#color);
        return;
      case "Accelerometer":
        this.#sketch.arrow(place, turn(a, b, c).multiplyScalar(PER_M_S2).clampLength(0, LONGEST_M), this.#color);
        return;
      case "Gyroscope":
        this.#drawTurning(place, turn(a, b, c));
        return;
      case "Compass": {
        const north = new Vector3(0, NEEDLE_M, 0).add(place);
        this.#sketch.line(place, north, this.#color, 0.6);
        const way = new Vector3(-Math.sin(a), Math.cos(a), 0);
        this.#sketch.arrow(place, way.multiplyScalar(NEEDLE_M), NEEDLE);
        return;
      }
      case "Inclinometer":
        // its own upright, and what it takes for up: between them is what it says
        this.#sketch.line(place, turn(0, 0, NEEDLE_M).add(place), this.#color, 0.5);
        this.#sketch.line(place, turn(0, -NEEDLE_M * Math.sin(a), NEEDLE_M * Math.cos(a)).add(place), this.#color, 1);
    }
  }

  #drawBeam({ sensor: { rays }, place, turned }: Placed, distance: number): void {
    if (!rays) return;
    const meets = distance < rays.max;
    const opacity = meets ? 0.95 : 0.35;
    const reach = Math.min(distance, FAR_M);
    const end = (off: number, around: number) =>
      new Vector3(Math.sin(off) * Math.cos(around), Math.cos(off), Math.sin(off) * Math.sin(around))
        .multiplyScalar(reach)
        .applyQuaternion(turned)
        .add(place);
    const middle = end(0, 0);
    this.#sketch.line(place, middle, this.#color, opacity);
    if (meets) this.#sketch.dot(middle, this.#color);
    if (rays.cone === 0) return;
    for (let i = 0; i < RING; i++) {
      const [from, to] = [i, i + 1].map((k) => end(rays.cone / 2, (2 * Math.PI * k) / RING));
      this.#sketch.line(from, to, this.#color, 0.7 * opacity);
      if (i % (RING / 4) === 0) this.#sketch.line(place, from, this.#color, 0.4 * opacity);
    }
  }

  #drawFan({ sensor: { rays }, place, turned }: Placed, distances: Numbers): void {
    if (!rays) return;
    const fan = this.#fans.get(rays) ?? rayDirections(rays);
    this.#fans.set(rays, fan);
    const count = Math.min(distances.length, fan.length / 3);
    const skip = Math.ceil(count / MAX_LINES);
    const faint = Math.min(1, MANY_LINES / (count / skip));
    const end = new Vector3();
    for (let i = 0; i < count; i++) {
      const meets = distances[i] < rays.max;
      if (!meets && i % skip !== 0) continue;
      end.set(fan[3 * i], fan[3 * i + 1], fan[3 * i + 2]).multiplyScalar(Math.min(distances[i], FAR_M));
      end.applyQuaternion(turned).add(place);
      if (meets) this.#sketch.dot(end, this.#color);
      if (i % skip === 0) this.#sketch.line(place, end, this.#color, faint * (meets ? 0.3 : 0.1));
    }
  }

  #drawTouch(place: Vector3, force: number): void {
    const length = Math.min(LONGEST_M, ROOT_NEWTON_M * Math.sqrt(force));
    this.#sketch.dot(place, FORCE);
    this.#sketch.arrow(place, new Vector3(0, 0, length), FORCE);
  }

  /** At the joint's anchor, which goes with its first body. */
  #drawForces({ sensor: { acts }, view, place }: Placed, force: Vector3, torque: Vector3): void {
    const body = acts && view.find(acts.body);
    const at =
      acts && body?.isPlaced
        ? new Vector3(...acts.position).applyQuaternion(body.orientation).add(body.position)
        : place;
    const scaled = (way: Vector3, unit: number) => way.setLength(Math.min(LONGEST_M, unit * Math.sqrt(way.length())));
    this.#sketch.arrow(at, scaled(force, ROOT_NEWTON_M), FORCE);
    this.#sketch.arrow(at, scaled(torque, ROOT_NEWTON_METRE_M), TURN);
  }

  /** Along the axis, right-handed. */
  #drawTurning(place: Vector3, turning: Vector3): void {
    if (turning.length() < STILL) return;
    this.#sketch.arrow(place, turning.multiplyScalar(PER_RAD_S).clampLength(0, LONGEST_M), TURN);
  }
}
