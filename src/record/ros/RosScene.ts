// The shapes of a scene for ROS 2: visualization_msgs/MarkerArray, as RViz shows it. A message begins with a marker that deletes all others of
// its topic, because it has all shapes.

import type { Decoded } from "./Decoded.js";
import { converter, header, type MakeConverter } from "./RosConverter.js";
import { rosName } from "./RosNames.js";
import type { RosTime } from "./RosTime.js";

const [ADD, DELETE_ALL] = [0, 3];
const [CUBE, SPHERE, CYLINDER, TRIANGLES] = [1, 2, 3, 11];
const NO_SIZE = { x: 1, y: 1, z: 1 };

export const markers: MakeConverter = ({ topic, names }) =>
  converter(
    { name: names.of(topic, rosName(topic)), type: "visualization_msgs/msg/MarkerArray", isLatched: true },
    (message, stamp) => ({
      markers: [
        { header: header(stamp, "world"), action: DELETE_ALL, pose: AT_ORIGIN, scale: NO_SIZE },
        ...message.parts("entities").flatMap((entity) => markersOf(entity, stamp)),
      ],
    }),
  );

const AT_ORIGIN = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };

function markersOf(entity: Decoded, stamp: RosTime): readonly object[] {
  const common = {
    header: header(stamp, entity.text("frameId")),
    ns: entity.text("id"),
    action: ADD,
    // shapes go with their frame
    frame_locked: true,
  };
  const solids = (
    [
      ["cubes", CUBE],
      ["spheres", SPHERE],
      ["cylinders", CYLINDER],
    ] as const
  ).flatMap(([list, type]) =>
    entity.parts(list).map((one) => ({ type, pose: one.pose("pose"), scale: one.vector("size"), color: colorOf(one) })),
  );
  const lists = entity.parts("triangles").map((one) => ({
    type: TRIANGLES,
    pose: one.pose("pose"),
    scale: NO_SIZE,
    color: colorOf(one),
    points: cornersOf(one),
  }));
  return [...solids, ...lists].map((marker, id) => ({ ...common, id, ...marker }));
}

const colorOf = (one: Decoded) => {
  const color = one.part("color");
  return { r: color.number("r"), g: color.number("g"), b: color.number("b"), a: color.number("a") };
};

/** Three points for each triangle. */
function cornersOf(list: Decoded): readonly object[] {
  const points = list.parts("points").map((point) => ({
    x: point.number("x"),
    y: point.number("y"),
    z: point.number("z"),
  }));
  const indices = list.numbers("indices");
  return indices.length === 0 ? points : indices.flatMap((index) => points[index] ?? []);
}
