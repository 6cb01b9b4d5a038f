// Commands of ROS programs for robots: geometry_msgs/Twist (or TwistStamped) on /ROBOT/cmd_vel, sensor_msgs/JointState on
// /ROBOT/joint_commands. They become the verbs `velocity` and `set`, so a recording has them. Of messages that come faster than they can act,
// the newest counts.

import { SimError, showValue } from "../../describe/SimError.js";
import { rosName } from "../../record/ros/RosNames.js";
import type { VerbClient } from "../VerbQueue.js";
import type { RosOptions } from "./RosLive.js";

interface Verb {
  readonly name: string;
  readonly args: object;
}

type Fields = Readonly<Record<string, unknown>>;

const SENDS = { cmd_vel: "geometry_msgs/msg/Twist", joint_commands: "sensor_msgs/msg/JointState" } as const;
type Kind = keyof typeof SENDS;

export interface CommandTopic {
  readonly name: string;
  readonly type: string;
  readonly robot: string;
  readonly kind: Kind;
}

export class RosCommands {
  readonly #options: RosOptions;
  readonly #client: VerbClient = {};
  /** By topic: the newest verbs, while earlier ones are done. */
  readonly #next = new Map<string, readonly Verb[] | undefined>();
  readonly #onError: (text: string) => void;

  /** `onError`: is told why a command was refused. */
  constructor(options: RosOptions, onError: (text: string) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  /** The topics of all robots. */
  get topics(): readonly CommandTopic[] {
    return this.#options.simulation.world.robots.flatMap(({ name: robot }) =>
      (Object.keys(SENDS) as Kind[]).map((kind) => ({ name: rosName(robot, kind), type: SENDS[kind], robot, kind })),
    );
  }

  /** Throws a SimError. */
  take(topic: string, message: unknown): void {
    const found = this.topics.find(({ name }) => name === topic);
    if (!found)
      throw new SimError("ENTITY_UNKNOWN", {
        where: "publish",
        found: `the topic ${showValue(topic)}`,
        allowed: this.topics.map(({ name }) => name).join(", ") || "no topic: there are no robots",
      });
    const fields = fieldsOf(message, topic);
    const verbs = found.kind === "cmd_vel" ? velocityOf(found, fields) : this.#jointsOf(found, fields);
    if (this.#next.has(topic)) this.#next.set(topic, verbs);
    else void this.#perform(topic, verbs);
  }

  async #perform(topic: string, first: readonly Verb[]): Promise<void> {
    for (let verbs: readonly Verb[] | undefined = first; verbs; verbs = this.#next.get(topic)) {
      this.#next.set(topic, undefined);
      const { control } = this.#options;
      const replies = await Promise.all(verbs.map(({ name, args }) => control.perform(name, args, this.#client)));
      const refused = replies.find(({ result }) => result !== 1);
      if (refused) this.#onError(`${topic}: ${refused.message}`);
    }
    this.#next.delete(topic);
  }

  /** A servo takes its position, else its velocity, else its effort; other joints take their velocity. */
  #jointsOf({ name, robot }: CommandTopic, message: Fields): readonly Verb[] {
    const { joints } = this.#options.simulation.world.physics.entity(robot);
    const lists = QUANTITIES.map((key) => [key, listOf(message, key, name)] as const);
    return listOf(message, "name", name).flatMap((own, i): readonly Verb[] => {
      const [, base, axis = "1"] = /^(.*?)(?:\.([123]))?$/s.exec(String(own)) ?? [];
      const exact = joints.find((one) => one.name === own);
      const joint = exact ?? joints.find((one) => one.name === base);
      if (!joint)
        throw new SimError("COMPONENT_UNKNOWN", {
          where: name,
          found: `the joint ${showValue(own)}`,
          allowed: joints.map((one) => one.name).join(", "),
        });
      const given = lists.filter(([, list]) => list[i] !== undefined && list[i] !== null);
      const [property, list] = orderOf(joint.kind === "Servo", given) ?? [];
      if (property && list)
        return [
          { name: "set", args: { what: `${robot}/${joint.name}/${property}/${exact ? "1" : axis}`, to: list[i] } },
        ];
      if (given.length === 0) return [];
      throw new SimError("ARGUMENT_WRONG", {
        where: name,
        found: `${given.map(([key]) => key).join(", ")} for ${joint.name}, a Joint${joint.kind}`,
        allowed: "velocity; position and effort only for a JointServo",
      });
    });
  }
}

const QUANTITIES = ["position", "velocity", "effort"] as const;
type Quantity = (typeof QUANTITIES)[number];
type Given = readonly (readonly [Quantity, readonly unknown[]])[];

const PROPERTIES: Readonly<Record<Quantity, string>> = { position: "Angle", velocity: "Velocity", effort: "Torque" };

function orderOf(isServo: boolean, given: Given): readonly [property: string, list: readonly unknown[]] | undefined {
  const used = isServo ? given[0] : given.find(([key]) => key === "velocity");
  return used && [isServo ? PROPERTIES[used[0]] : "Vel", used[1]];
}

function velocityOf({ name, robot }: CommandTopic, message: Fields): readonly Verb[] {
  const twist = message.twist === undefined ? message : fieldsOf(message.twist, `${name}/twist`);
  const linear = fieldsOf(twist.linear ?? {}, `${name}/linear`);
  const angular = fieldsOf(twist.angular ?? {}, `${name}/angular`);
  const args = { name: robot, forward: linear.x ?? 0, left: linear.y ?? 0, turn: angular.z ?? 0 };
  return [{ name: "velocity", args }];
}

function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new SimError("ARGUMENT_WRONG", {
    where,
    found: showValue(value),
    allowed: "an object with the message's fields",
  });
}

/** Joints of one message. */
const MAX_JOINTS = 1000;

function listOf(message: Fields, key: string, where: string): readonly unknown[] {
  const value = message[key] ?? [];
  if (Array.isArray(value) && value.length <= MAX_JOINTS) return value;
  throw new SimError("ARGUMENT_WRONG", {
    where: `${where}/${key}`,
    found: showValue(value),
    allowed: `a list of at most ${MAX_JOINTS}`,
  });
}
