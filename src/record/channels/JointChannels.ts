// Joints of robots and objects as foxglove.JointStates, one channel for each entity: /joints/ENTITY. A joint with several axes has an
// entry for each, NAME.1, NAME.2, ...; ball joints, which have no single position, are among the poses of their bodies.

import type { Joint as JointDescription } from "../../describe/entity/Joint.js";
import { JointMotion } from "../../physics/JointMotion.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { JOINT_STATES } from "./FoxgloveTypes.js";
import { ProtoWriter } from "./proto/ProtoWriter.js";

const utf8 = new TextEncoder();
/** Position, velocity and effort of an axis. */
const PER_AXIS = 3;

interface Joint {
  readonly motion: JointMotion;
  readonly names: readonly Uint8Array[];
}

interface Entity {
  readonly channel: ProtoChannel;
  readonly joints: readonly Joint[];
}

export class JointChannels {
  readonly #host: ChannelHost;
  readonly #writer = new ProtoWriter();
  #entities: readonly Entity[] = [];

  constructor(host: ChannelHost) {
    this.#host = host;
  }

  /** Entities have joined or left. */
  update(): void {
    const { physics } = this.#host.simulation.world;
    this.#entities = physics.names.flatMap((name): Entity[] => {
      const joints = physics.entity(name).joints.flatMap((joint): Joint[] => {
        const { kind, axes } = joint;
        if (axes.length === 0 || kind === "BallSocket" || kind === "AMotor" || kind === "Fixed") return [];
        const names = axes.map((_, i) => utf8.encode(axes.length === 1 ? joint.name : `${joint.name}.${i + 1}`));
        return [{ motion: new JointMotion(physics, name, joint), names }];
      });
      const units = unitsOf(physics.entity(name).joints);
      const topic = `/joints/${name}`;
      const channel = joints.length > 0 ? ProtoChannel.open(this.#host, topic, JOINT_STATES, units) : undefined;
      return channel ? [{ channel, joints }] : [];
    });
  }

  write(): void {
    const { timeNs } = this.#host.clock;
    const writer = this.#writer;
    for (const { channel, joints } of this.#entities) {
      writer.reset();
      writer.timestamp(1, timeNs);
      for (const { motion, names } of joints) {
        const values = motion.read();
        for (let axis = 0; axis < names.length && PER_AXIS * axis < values.length; axis++)
          writer.nested(2, () => {
            writer
              .data(1, names[axis])
              .double(2, values[PER_AXIS * axis])
              .double(3, values[PER_AXIS * axis + 1]);
            writer.double(5, values[PER_AXIS * axis + 2]);
          });
      }
      channel.writeBytes(writer.bytes);
    }
  }
}

/** Of all axes: unit.JOINT/position, .../velocity, .../effort. */
function unitsOf(joints: readonly JointDescription[]): ReadonlyMap<string, string> {
  return new Map(
    joints.flatMap(({ name, kind, axes }) =>
      axes.flatMap((_, i) => {
        const isLinear = kind === "Slider";
        const axis = axes.length === 1 ? name : `${name}.${i + 1}`;
        return [
          [`unit.${axis}/position`, isLinear ? "m" : "rad"],
          [`unit.${axis}/velocity`, isLinear ? "m/s" : "rad/s"],
          [`unit.${axis}/effort`, isLinear ? "N" : "N·m"],
        ] as const;
      }),
    ),
  );
}
