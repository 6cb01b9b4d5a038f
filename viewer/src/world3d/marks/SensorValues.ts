// Draws the newest sample of each shown device at its place (X1), as the device's own drawings say (src/devices/Drawing.ts):
// beams and fans of rays, arrows, angles, colours. Knows no device types.

import { Color, type Quaternion, type Scene, SRGBColorSpace, Vector3 } from "three";
import type { BeamDrawing, Drawing, FanDrawing, LevelDrawing, VectorDrawing } from "../../../../src/devices/Drawing.js";
import { coneDirections, EDGE_RAYS, fanDirections } from "../../../../src/devices/sensors/RayFan.js";
import type { ViewSensor } from "../../../../src/session/view/ViewProtocol.js";
import { shownSensors } from "../../ShownSensors.js";
import type { Store } from "../../Store.js";
import { placeOf } from "../camera/RobotView.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import type { Theme } from "../Theme.js";
import { OverlayLines } from "./OverlayLines.js";

/** Rays of one fan drawn as lines; every hit is drawn as a dot. */
const MAX_LINES = 360;
/** Above this number of lines, each is drawn fainter. */
const MANY_LINES = 120;
/** Maximum drawn length of a ray that hits nothing, m. */
const FAR_M = 30;
const MAX_ARROW_M = 1.5;
const NEEDLE_M = 0.35;
const FORCE = new Color(0xf59e0b);
const ROTATION = new Color(0x1fa67a);
const NEEDLE = new Color(0xe4572e);

/** How an arrow of one unit is drawn: length in m per unit, or per root of the unit. */
interface ArrowStyle {
  readonly scale: number;
  readonly isRoot?: boolean;
  /** Default: the colour of sensors. */
  readonly color?: Color;
  /** Shorter vectors are noise and are not drawn. */
  readonly min?: number;
}

const STYLES: Readonly<Record<string, ArrowStyle>> = {
  N: { scale: 0.022, isRoot: true, color: FORCE },
  N·m: { scale: 0.06, isRoot: true, color: ROTATION },
  "m/s²": { scale: 0.03 },
  "rad/s": { scale: 0.12, color: ROTATION, min: 0.02 },
};
const OTHER_UNIT: ArrowStyle = { scale: 0.1 };

type Numbers = ArrayLike<number>;

/** One device with its pose in the world now. */
interface Placed {
  readonly sensor: ViewSensor;
  readonly view: EntityView;
  readonly place: Vector3;
  readonly orientation: Quaternion;
  readonly bodyOrientation: Quaternion;
}

export class SensorValues {
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #sketch: OverlayLines;
  readonly #color = new Color();
  #drawn = "";
  readonly #fans = new WeakMap<FanDrawing, Float64Array>();

  constructor(scene: Scene, store: Store, views: EntityViews) {
    this.#store = store;
    this.#views = views;
    this.#sketch = new OverlayLines(scene);
  }

  use(theme: Theme): void {
    this.#color.setHex(theme.sensor);
  }

  /** Whether any drawn number has changed by a visible amount; fans are not compared. */
  hasChanged(): boolean {
    const { values } = this.#store.values;
    const key = shownSensors(this.#store)
      .map(({ path }) => values[path]?.map((x) => Number(x).toFixed(2)).join(" "))
      .join("/");
    const isNew = key !== this.#drawn;
    this.#drawn = key;
    return isNew;
  }

  /** `away`: position of the view's camera. */
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
      const turned = body.orientation.clone().multiply(orientation);
      const placed = { sensor, view, place, orientation: turned, bodyOrientation: body.orientation };
      for (const drawing of sensor.drawings) this.#draw(drawing, placed, numbers);
    }
    this.#sketch.finish();
  }

  dispose(): void {
    this.#sketch.dispose();
  }

  #draw(drawing: Drawing, placed: Placed, numbers: Numbers): void {
    const { place, orientation } = placed;
    switch (drawing.kind) {
      case "beam":
        this.#drawBeam(drawing, placed, numbers[drawing.value]);
        return;
      case "fan":
        this.#drawFan(drawing, placed, numbers);
        return;
      case "vector":
        this.#drawVector(drawing, placed, numbers);
        return;
      case "level":
        this.#drawLevel(drawing, placed, numbers);
        return;
      case "heading": {
        const angle = numbers[drawing.value];
        const north = new Vector3(0, NEEDLE_M, 0).add(place);
        this.#sketch.line(place, north, this.#color, 0.6);
        const needle = new Vector3(-Math.sin(angle), Math.cos(angle), 0);
        this.#sketch.arrow(place, needle.multiplyScalar(NEEDLE_M), NEEDLE);
        return;
      }
      case "tilt": {
        // faint: +z of the device; bright: the direction that it measures as up
        const angle = numbers[drawing.value];
        const end = (a: number) =>
          new Vector3(0, -NEEDLE_M * Math.sin(a), NEEDLE_M * Math.cos(a)).applyQuaternion(orientation).add(place);
        this.#sketch.line(place, end(0), this.#color, 0.5);
        this.#sketch.line(place, end(angle), this.#color, 1);
        return;
      }
      case "color": {
        const [r, g, b] = [0, 1, 2].map((k) => numbers[drawing.first + k] / 255);
        this.#sketch.dot(place, new Color().setRGB(r, g, b, SRGBColorSpace));
      }
    }
  }

  #drawBeam({ cone, max }: BeamDrawing, { place, orientation }: Placed, distance: number): void {
    const isHit = distance < max;
    const opacity = isHit ? 0.95 : 0.35;
    const reach = Math.min(distance, FAR_M);
    const rays = coneDirections(cone);
    const end = (i: number) =>
      new Vector3()
        .fromArray(rays, 3 * i)
        .multiplyScalar(reach)
        .applyQuaternion(orientation)
        .add(place);
    const middle = end(0);
    this.#sketch.line(place, middle, this.#color, opacity);
    if (isHit) this.#sketch.dot(middle, this.#color);
    if (cone === 0) return;
    const firstOfEdge = rays.length / 3 - EDGE_RAYS;
    for (let i = 0; i < EDGE_RAYS; i++) {
      const [from, to] = [i, (i + 1) % EDGE_RAYS].map((k) => end(firstOfEdge + k));
      this.#sketch.line(from, to, this.#color, 0.7 * opacity);
      if (i % (EDGE_RAYS / 4) === 0) this.#sketch.line(place, from, this.#color, 0.4 * opacity);
    }
  }

  #drawFan(drawing: FanDrawing, { place, orientation }: Placed, numbers: Numbers): void {
    const { first, max } = drawing;
    const fan = this.#fans.get(drawing) ?? fanDirections(drawing);
    this.#fans.set(drawing, fan);
    const count = Math.min(numbers.length - first, fan.length / 3);
    const skip = Math.ceil(count / MAX_LINES);
    const faint = Math.min(1, MANY_LINES / (count / skip));
    const end = new Vector3();
    for (let i = 0; i < count; i++) {
      const distance = numbers[first + i];
      const isHit = distance < max;
      if (!isHit && i % skip !== 0) continue;
      end.fromArray(fan, 3 * i).multiplyScalar(Math.min(distance, FAR_M));
      end.applyQuaternion(orientation).add(place);
      if (isHit) this.#sketch.dot(end, this.#color);
      if (i % skip === 0) this.#sketch.line(place, end, this.#color, faint * (isHit ? 0.3 : 0.1));
    }
  }

  #drawVector({ first, axes, joint, scale }: VectorDrawing, placed: Placed, numbers: Numbers): void {
    const vector = new Vector3(numbers[first], numbers[first + 1], numbers[first + 2]);
    if (axes === "device") vector.applyQuaternion(placed.orientation);
    if (axes === "body") vector.applyQuaternion(placed.bodyOrientation);
    const at = joint === undefined ? placed.place : anchorOf(placed);
    this.#drawArrow(at, vector, styleOf(placed.sensor, first, scale));
  }

  #drawLevel({ value, when, scale }: LevelDrawing, { sensor, place }: Placed, numbers: Numbers): void {
    if (when !== undefined && !(numbers[when] > 0)) return;
    const style = styleOf(sensor, value, scale);
    this.#sketch.dot(place, style.color ?? this.#color);
    this.#drawArrow(place, new Vector3(0, 0, numbers[value]), style);
  }

  #drawArrow(at: Vector3, vector: Vector3, { scale, isRoot = false, color, min = 0 }: ArrowStyle): void {
    const size = vector.length();
    if (size < min) return;
    vector.setLength(Math.min(MAX_ARROW_M, scale * (isRoot ? Math.sqrt(size) : size)));
    this.#sketch.arrow(at, vector, color ?? this.#color);
  }
}

/** By the unit of the field, unless the drawing gives a scale. */
function styleOf({ units }: ViewSensor, index: number, scale: number | undefined): ArrowStyle {
  const style = STYLES[units[index]] ?? OTHER_UNIT;
  return scale === undefined ? style : { ...style, scale, isRoot: false };
}

/** The joint's anchor, which moves with the joint's first body. */
function anchorOf({ sensor: { acts }, view, place }: Placed): Vector3 {
  const body = acts && view.find(acts.body);
  if (!acts || !body?.isPlaced) return place;
  return new Vector3(...acts.position).applyQuaternion(body.orientation).add(body.position);
}
