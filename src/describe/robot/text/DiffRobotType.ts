// `TYPE = DiffRobot` (R8): a robot with two wheels, left and right of its centre, and a ball caster in front and behind. The
// casters end slightly above the ground: the wheels carry the robot, and it tilts onto a caster when it accelerates or brakes.

import type { RobotType, TextKeys } from "./RobotType.js";
import { type Part, WHEELED_KEYS, type WheeledValues, wheeledRobot } from "./WheeledRobotText.js";

const KEYS = {
  ...WHEELED_KEYS,
  CASTER_RADIUS: { above: 0, max: 1000, unit: "mm", optional: true },
  CASTER_DISTANCE: { above: 0, max: 10_000, unit: "mm", optional: true },
} as const satisfies TextKeys;

/** Angles of the left and right wheel, degrees from forward. */
const WHEELS = [90, 270] as const;
/** Mass of one caster, kg, and its clearance above the ground, m. */
const CASTER_MASS = 0.015;
const CASTER_GAP = 0.0003;

export const DIFF_ROBOT: RobotType<typeof KEYS> = {
  type: "DiffRobot",
  summary: "a robot on two wheels and two ball casters, with a VelocityDrive; kicker plate and dribbler if wanted",
  keys: KEYS,
  read: (values) => {
    const radius = (values.CASTER_RADIUS ?? 8) / 1000;
    const distance = (values.CASTER_DISTANCE ?? defaultDistance(values)) / 1000;
    return wheeledRobot(values, WHEELS, "Rubber", [
      casterOf("Front", distance, radius),
      casterOf("Back", -distance, radius),
    ]);
  },
};

/** Default distance of a caster from the centre, mm: well under the body. */
const defaultDistance = ({ BODY_RADIUS, BODY_FRONT = BODY_RADIUS }: WheeledValues): number => 0.75 * BODY_FRONT;

/** A caster: a ball that rolls in its socket. */
function casterOf(name: string, y: number, radius: number): Part {
  const middle = `0 ${y} ${radius + CASTER_GAP}`;
  return {
    bodies: `<Body name="${name}Caster"> <Sphere name="${name}Ball"> <Mass>${CASTER_MASS}</Mass> <Radius>${radius}</Radius>
<Position>${middle}</Position> <Material>Steel</Material> <Color>170 174 180</Color> </Sphere> </Body>`,
    joints: `<JointBallSocket name="${name}Socket"> <Body1>${name}Caster</Body1> <Body2>Body</Body2> <AnchorPos>${middle}</AnchorPos> </JointBallSocket>`,
  };
}
