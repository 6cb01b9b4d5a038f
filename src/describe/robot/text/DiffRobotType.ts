// `TYPE = DiffRobot` (R8): a robot on two wheels, left and right of its middle, with a ball caster in front and one
// behind. The casters end a hair above the ground, so the wheels carry it and it leans on one of them as it speeds up or brakes.

import type { RobotType, TextKeys } from "./RobotType.js";
import { type Part, WHEELED_KEYS, type WheeledValues, wheeledRobot } from "./WheeledRobotText.js";

const KEYS = {
  ...WHEELED_KEYS,
  CASTER_RADIUS: { above: 0, max: 1000, unit: "mm", optional: true },
  CASTER_DISTANCE: { above: 0, max: 10_000, unit: "mm", optional: true },
} as const satisfies TextKeys;

/** Left and right, degrees from forward. */
const WHEELS = [90, 270] as const;
/** Of one caster, kg, and how far above the ground it ends, m. */
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

/** Well under the body, mm. */
const defaultDistance = ({ BODY_RADIUS, BODY_FRONT = BODY_RADIUS }: WheeledValues): number => 0.75 * BODY_FRONT;

/** A ball that rolls in its socket. */
function casterOf(name: string, y: number, radius: number): Part {
  const middle = `0 ${y} ${radius + CASTER_GAP}`;
  return {
    bodies: `<Body name="${name}Caster"> <Sphere name="${name}Ball"> <Mass>${CASTER_MASS}</Mass> <Radius>${radius}</Radius>
<Position>${middle}</Position> <Material>Steel</Material> <Color>170 174 180</Color> </Sphere> </Body>`,
    joints: `<JointBallSocket name="${name}Socket"> <Body1>${name}Caster</Body1> <Body2>Body</Body2> <AnchorPos>${middle}</AnchorPos> </JointBallSocket>`,
  };
}
