// Poses and joints for ROS 2: /tf, /tf_static, /ENTITY/joint_states.

import { converter, header, type MakeConverter } from "./RosConverter.js";
import { rosName } from "./RosNames.js";

const TF = "tf2_msgs/msg/TFMessage";

export const transforms: MakeConverter = ({ topic, names }) =>
  converter(
    { name: names.of(topic, rosName(topic)), type: TF, isLatched: topic === "/tf_static" },
    (message, stamp) => ({
      transforms: message.parts("transforms").map((one) => ({
        header: header(stamp, one.text("parentFrameId")),
        child_frame_id: one.text("childFrameId"),
        transform: { translation: one.vector("translation"), rotation: one.quaternion("rotation") },
      })),
    }),
  );

export const jointStates: MakeConverter = ({ topic, names }) => {
  const name = names.of(topic, rosName(topic.replace(/^\/joints/, ""), "joint_states"));
  return converter({ name, type: "sensor_msgs/msg/JointState" }, (message, stamp) => {
    const joints = message.parts("joints");
    const all = (field: string): readonly number[] => joints.map((one) => one.number(field));
    return {
      header: header(stamp, ""),
      name: joints.map((one) => one.text("name")),
      position: all("position"),
      velocity: all("velocity"),
      effort: all("effort"),
    };
  });
};
