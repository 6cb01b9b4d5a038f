// Kicker and dribbler of a text file's robot (R8, F2): their keys, and the XML that they become. The kicker is a plate in front
// and a Kicker device. The dribbler is a rubber bar on a hinge and a Dribbler device that turns it. The bar reaches over the
// ball; the Kicker gets the distance by which the bar stands out beyond the plate.

import { DEGREE } from "../../../math/Trigonometry.js";
import { SimError } from "../../SimError.js";
import { escapeXml, type TextKeys, type TextValues } from "./RobotType.js";

const MAX_SIZE_MM = 10_000;
const PLACE = { count: 3, min: -MAX_SIZE_MM, max: MAX_SIZE_MM, unit: "mm", optional: true } as const;
const SIZE = { count: 3, above: 0, max: MAX_SIZE_MM, unit: "mm", optional: true } as const;
const KICK = { min: 0, max: 100, unit: "m/s", optional: true } as const;

export const KICKER_KEYS = {
  KICKER_SIZE: SIZE,
  KICKER_POSITION: PLACE,
  KICKER_SPEED: KICK,
  KICKER_CHIP_SPEED: KICK,
  KICKER_MATERIAL: { type: "word", optional: true },
  KICKER_RECHARGE: { min: 0, max: 1000, unit: "s", optional: true },
  DRIBBLER_SIZE: SIZE,
  DRIBBLER_POSITION: PLACE,
  DRIBBLER_MATERIAL: { type: "word", optional: true },
  DRIBBLER_GROOVE: { min: 0, max: MAX_SIZE_MM, unit: "mm", optional: true },
  DRIBBLER_SPEED: { above: 0, max: 1e5, unit: "rad/s", optional: true },
  DRIBBLER_TORQUE: { above: 0, max: 1e4, unit: "N·m", optional: true },
} as const satisfies TextKeys;

export type KickerValues = TextValues<typeof KICKER_KEYS>;

/** Radius of the league's ball, m. */
const BALL_RADIUS = 0.0215;
/** Distance by which the plate extends beyond the rest position of a ball, m. */
const REACH = 0.002;
/** Mass of the dribbler's bar, kg. */
const BAR_MASS = 0.02;
/** Damping of its bearings, N·m·s/rad: without its motor the bar stops after about a second. */
const BAR_DRAG = 1e-6;

/** The plate that kicks the ball, a solid without mass, and the Kicker device; both in the robot's body. */
export function kickerText(values: KickerValues): string {
  const { KICKER_SIZE, KICKER_POSITION, KICKER_SPEED = 0, KICKER_CHIP_SPEED = 0, KICKER_RECHARGE } = values;
  const material = escapeXml(values.KICKER_MATERIAL ?? "Plastic");
  if (!isGiven(values, "KICKER", ["KICKER_SIZE", "KICKER_POSITION"])) return "";
  const [width, depth, height] = metres(KICKER_SIZE);
  const [x, y, z] = metres(KICKER_POSITION);
  const face = y + depth / 2;
  const plate = `<Box name="Plate"> <XSize>${width}</XSize> <YSize>${depth}</YSize> <ZSize>${height}</ZSize>
<Position>${x} ${y} ${z}</Position> <Material>${material}</Material> <Color>150 156 164</Color> </Box>`;
  if (KICKER_SPEED === 0 && KICKER_CHIP_SPEED === 0) return plate;
  const recharge = KICKER_RECHARGE === undefined ? "" : `<Recharge>${KICKER_RECHARGE}</Recharge>`;
  return `${plate}
<Kicker name="Kicker"> <Rate>50</Rate> <Position>${x} ${face} ${z}</Position>
<Width>${width}</Width> <Height>${height}</Height> <Reach>${REACH + gapAtBar(values, face)}</Reach>
<MaxSpeed>${KICKER_SPEED}</MaxSpeed> <MaxChipSpeed>${KICKER_CHIP_SPEED}</MaxChipSpeed> ${recharge} <Overhang>${overhang(values, face)}</Overhang> </Kicker>`;
}

/** Distance between the plate and a ball on the ground that rests against the bar beside its groove, m. */
function gapAtBar({ DRIBBLER_SIZE, DRIBBLER_POSITION }: KickerValues, face: number): number {
  if (DRIBBLER_SIZE === undefined || DRIBBLER_POSITION === undefined) return 0;
  const [, y, z] = metres(DRIBBLER_POSITION);
  const [apart, above] = [DRIBBLER_SIZE[1] / 2000 + BALL_RADIUS, z - BALL_RADIUS];
  if (Math.abs(above) >= apart) return 0;
  return Math.max(0, y + Math.sqrt(apart * apart - above * above) - BALL_RADIUS - face);
}

/** Distance by which the bar extends over the ball, beyond the face of the plate, m. */
function overhang({ DRIBBLER_SIZE, DRIBBLER_POSITION }: KickerValues, face: number): number {
  if (DRIBBLER_SIZE === undefined || DRIBBLER_POSITION === undefined) return 0;
  return Math.max(0, (DRIBBLER_POSITION[1] + DRIBBLER_SIZE[1] / 2) / 1000 - face);
}

/**
 * A rubber bar along x and its axle, as XML of bodies and joints. The other two sizes are the diameter. A groove in the middle
 * is a gap between two halves: a ball rests against both edges and does not roll to the side.
 */
export function dribblerText(values: KickerValues): { readonly bodies: string; readonly joints: string }[] {
  const { DRIBBLER_SIZE, DRIBBLER_POSITION, DRIBBLER_GROOVE = 0 } = values;
  if (!isGiven(values, "DRIBBLER", ["DRIBBLER_SIZE", "DRIBBLER_POSITION", "DRIBBLER_SPEED"])) return [];
  const [length, y, z] = metres(DRIBBLER_SIZE);
  const refuse = (where: string, found: string, allowed: string): never => {
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found, allowed });
  };
  if (y !== z) refuse("DRIBBLER_SIZE", `${DRIBBLER_SIZE?.join(" ")}`, "length, diameter, diameter: a round bar");
  const material = escapeXml(values.DRIBBLER_MATERIAL ?? "Rubber");
  const groove = DRIBBLER_GROOVE / 1000;
  if (groove >= length)
    refuse("DRIBBLER_GROOVE", `${DRIBBLER_GROOVE}`, `less than the bar's length, ${DRIBBLER_SIZE?.[0]} mm`);
  const middle = metres(DRIBBLER_POSITION);
  const aside = (length + groove) / 4;
  const halves = [
    { name: "BarLeft", x: -aside },
    { name: "BarRight", x: aside },
  ];
  const parts = groove > 0 ? halves : [{ name: "Bar", x: 0 }];
  const cylinder = (name: string, x: number, radius: number, more: string): string =>
    `<Cylinder name="${name}"> <Radius>${radius}</Radius> <Position>${middle[0] + x} ${middle[1]} ${middle[2]}</Position> ${more}
<Orientation> <angle>${90 * DEGREE}</angle> <axis>0 0 1</axis> </Orientation> <Material>${material}</Material> </Cylinder>`;
  const size = `<Length>${(length - groove) / parts.length}</Length> <Mass>${BAR_MASS / parts.length}</Mass> <Color>200 90 40</Color>`;
  // only visible: the core between the halves
  const core = `<Length>${groove}</Length> <Color>60 60 60</Color> <Collide>false</Collide>`;
  const cylinders = [
    ...parts.map(({ name, x }) => cylinder(name, x, y / 2, size)),
    ...(groove > 0 ? [cylinder("BarCore", 0, y / 6, core)] : []),
  ];
  // positive speed spins a ball towards the robot
  return [
    {
      bodies: `<Body name="DribblerBar"> ${cylinders.join("\n")} </Body>`,
      joints: `<JointHinge name="DribblerAxle"> <Body1>DribblerBar</Body1> <Body2>Body</Body2> <AnchorPos>${middle.join(" ")}</AnchorPos> <Axis>-1 0 0</Axis> <Damping>${BAR_DRAG}</Damping> </JointHinge>`,
    },
  ];
}

/** The Dribbler device in the robot's body. */
export function dribblerMotorText({ DRIBBLER_SIZE, DRIBBLER_SPEED, DRIBBLER_TORQUE = 0.03 }: KickerValues): string {
  if (DRIBBLER_SIZE === undefined || DRIBBLER_SPEED === undefined) return "";
  return `<Dribbler name="Dribbler"> <Rate>50</Rate> <Joint>DribblerAxle</Joint> <MotorTorque>${DRIBBLER_TORQUE}</MotorTorque>
<MotorSpeed>${DRIBBLER_SPEED}</MotorSpeed> </Dribbler>`;
}

const metres = (mm: readonly number[] | undefined): number[] => (mm ?? []).map((x) => x / 1000);

/** A group of keys is left out, or has all its required keys. */
function isGiven(values: KickerValues, group: string, needed: readonly (keyof KickerValues)[]): boolean {
  const given = Object.keys(values).filter((key) => key.startsWith(`${group}_`) && values[key as "NAME"] !== undefined);
  const missing = needed.filter((key) => !given.includes(key));
  if (given.length === 0) return false;
  if (missing.length === 0) return true;
  throw new SimError("KEY_MISSING", {
    where: given[0],
    found: `${given[0]} and no ${missing.join(", ")}`,
    allowed: missing.map((key) => `${key} = ...`).join(", "),
  });
}
