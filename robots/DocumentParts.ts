// Writes parts of robot documents: solids, sensors, servos. Sizes are in mm, places forward, left and up of an origin that is `height`
// above the ground; angles in degrees. The document has m and rad, x to the right and y forward.

import { acos, DEGREE, hypot } from "../src/math/Trigonometry.js";

export type Point = readonly [forward: number, left: number, up: number];
type Range = readonly [min: number, max: number];

export interface Look {
  readonly color: string;
  /** g; none: the solid adds no mass. */
  readonly mass?: number;
  readonly material?: "Plastic" | "Rubber";
  /** False: only seen, by cameras and viewers. */
  readonly collide?: boolean;
}

export interface ServoPart {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  /** mm and direction: forward, left, up. */
  readonly anchor: Point;
  readonly axis: Point;
  /** Mechanical stops. */
  readonly stops: Range;
  /** Highest speed, rad/s. */
  readonly speed: number;
  /** N·m. */
  readonly torque: number;
  /** Angle in the stand. */
  readonly stand: number;
}

export function documentParts(height: number) {
  /** Forward, left, up in mm to x (right), y (forward), z (up) in m. */
  const place = ([forward, left, up]: Point): string =>
    [-left, forward, up + height].map((value) => number(value / 1000, 7)).join(" ");

  function servo({ name, child, parent, anchor, axis, stops, speed, torque, stand }: ServoPart): string {
    return `<JointServo name="${name}">
  <Body1>${child}</Body1> <Body2>${parent}</Body2>
  <AnchorPos>${place(anchor)}</AnchorPos> <Axis>${direction(axis)}</Axis>
  <Limits> <LoStop>${radians(stops[0])}</LoStop> <HiStop>${radians(stops[1])}</HiStop> </Limits>
  <Angle>${radians(stand)}</Angle> <FMax>${torque}</FMax> <MaxVel>${speed}</MaxVel> <Rate>125</Rate>
</JointServo>`;
  }

  const sphere = (name: string, center: Point, radius: number, look: Look): string =>
    solid("Sphere", name, `<Radius>${metres(radius)}</Radius> <Position>${place(center)}</Position>`, look);

  /** `size`: full lengths forward, left, up. */
  const ellipsoid = (name: string, center: Point, size: Point, look: Look): string =>
    solid(
      "Ellipsoid",
      name,
      `<XSize>${metres(size[1])}</XSize> <YSize>${metres(size[0])}</YSize> <ZSize>${metres(size[2])}</ZSize> <Position>${place(center)}</Position>`,
      look,
    );

  function capsule(name: string, from: Point, to: Point, radius: number, look: Look): string {
    const [x, y, z] = [-(to[1] - from[1]), to[0] - from[0], to[2] - from[2]];
    const length = hypot(x, y, z);
    const center: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
    // z turned towards its direction
    const angle = acos(z / length);
    const turn = ` <Orientation><angle>${number(angle, 6)}</angle> <axis>${number(-y / length, 6)} ${number(x / length, 6)} 0</axis></Orientation>`;
    const size = `<Radius>${metres(radius)}</Radius> <Length>${metres(length)}</Length> <Position>${place(center)}</Position>`;
    return solid("CappedCylinder", name, size + (x === 0 && y === 0 ? "" : turn), look);
  }

  /** Looks forward, turned up by `tilt`. The error grows to a tenth of the distance at mid-range. ASSUMED: beyond that it stays. */
  function range(
    name: string,
    position: Point,
    [min, max]: readonly [number, number],
    rate: number,
    tilt: number,
  ): string {
    const middle = (min + max) / 2;
    const turn = tilt === 0 ? "" : ` <Orientation><angle>${radians(tilt)}</angle> <axis>1 0 0</axis></Orientation>`;
    return `<RangeSensor name="${name}">
  <Position>${place(position)}</Position>${turn}
  <Min>${metres(min)}</Min> <Max>${metres(max)}</Max> <Rate>${rate}</Rate>
  <ErrorCurve>${metres(min)} 0  ${metres(middle)} ${metres(middle / 10)}</ErrorCurve>
</RangeSensor>`;
  }

  const led = (name: string, position: Point, color: string, radius: number): string =>
    `<Led name="${name}"> <Position>${place(position)}</Position> <Radius>${metres(radius)}</Radius> <Color>${color}</Color> </Led>`;

  return { place, servo, sphere, ellipsoid, capsule, range, led };
}

export const body = (name: string, parts: readonly string[]): string =>
  `<Body name="${name}">\n${parts.map(indent(2)).join("\n")}\n</Body>`;

export const touch = (name: string, of: string, rate = 125): string =>
  `<ContactSensor name="${name}"> <Solid>${of}</Solid> <Rate>${rate}</Rate> </ContactSensor>`;

function solid(
  kind: string,
  name: string,
  shape: string,
  { color, mass, material = "Plastic", collide = true }: Look,
): string {
  const weight = mass === undefined ? "" : `<Mass>${metres(mass)}</Mass> `;
  const ghost = collide ? "" : " <Collide>false</Collide> <Rays>false</Rays>";
  return `<${kind} name="${name}">\n  ${weight}${shape}\n  <Material>${material}</Material> <Color>${color}</Color>${ghost}\n</${kind}>`;
}

const direction = ([forward, left, up]: Point): string =>
  [-left, forward, up].map((value) => number(value, 3)).join(" ");
export const metres = (mm: number): string => number(mm / 1000, 7);
const radians = (degrees: number): string => number(degrees * DEGREE, 6);
/** Without zeros at its end, and without -0. */
const number = (value: number, digits: number): string => String(Number(value.toFixed(digits)) + 0);
export const indent = (columns: number) => (text: string) => text.replace(/^(?=.)/gm, " ".repeat(columns));
