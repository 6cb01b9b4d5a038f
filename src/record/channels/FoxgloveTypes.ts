// The message types of Foxglove that a recording uses (X2), with their numbers: Foxglove, Lichtblick and Rerun know them by name.
// https://docs.foxglove.dev/docs/visualization/message-schemas/introduction

import { DURATION, message, TIMESTAMP } from "./proto/ProtoType.js";

export const VECTOR3 = message("foxglove.Vector3", { x: [1, "double"], y: [2, "double"], z: [3, "double"] });
const POINT3 = message("foxglove.Point3", { x: [1, "double"], y: [2, "double"], z: [3, "double"] });
export const QUATERNION = message("foxglove.Quaternion", {
  x: [1, "double"],
  y: [2, "double"],
  z: [3, "double"],
  w: [4, "double"],
});
const POSE = message("foxglove.Pose", { position: [1, VECTOR3], orientation: [2, QUATERNION] });
const COLOR = message("foxglove.Color", { r: [1, "double"], g: [2, "double"], b: [3, "double"], a: [4, "double"] });
const PAIR = message("foxglove.KeyValuePair", { key: [1, "string"], value: [2, "string"] });

const FRAME_TRANSFORM = message("foxglove.FrameTransform", {
  timestamp: [1, TIMESTAMP],
  parent_frame_id: [2, "string"],
  child_frame_id: [3, "string"],
  translation: [4, VECTOR3],
  rotation: [5, QUATERNION],
});
export const FRAME_TRANSFORMS = message("foxglove.FrameTransforms", { transforms: [1, FRAME_TRANSFORM, "repeated"] });

const JOINT_STATE = message("foxglove.JointState", {
  name: [1, "string"],
  position: [2, "double", "optional"],
  velocity: [3, "double", "optional"],
  acceleration: [4, "double", "optional"],
  effort: [5, "double", "optional"],
});
export const JOINT_STATES = message("foxglove.JointStates", {
  timestamp: [1, TIMESTAMP],
  joints: [2, JOINT_STATE, "repeated"],
});

export const LOG = message("foxglove.Log", {
  timestamp: [1, TIMESTAMP],
  level: [2, { enum: "Level", values: ["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"] }],
  message: [3, "string"],
  name: [4, "string"],
  file: [5, "string"],
  line: [6, "fixed32"],
});

export const LASER_SCAN = message("foxglove.LaserScan", {
  timestamp: [1, TIMESTAMP],
  frame_id: [2, "string"],
  pose: [3, POSE],
  start_angle: [4, "double"],
  end_angle: [5, "double"],
  ranges: [6, "double", "repeated"],
  intensities: [7, "double", "repeated"],
});

const NUMERIC = ["UNKNOWN", "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "FLOAT32", "FLOAT64"];
export const FLOAT32 = NUMERIC.indexOf("FLOAT32");
const PACKED_FIELD = message("foxglove.PackedElementField", {
  name: [1, "string"],
  offset: [2, "fixed32"],
  type: [3, { enum: "NumericType", values: NUMERIC }],
});
export const POINT_CLOUD = message("foxglove.PointCloud", {
  timestamp: [1, TIMESTAMP],
  frame_id: [2, "string"],
  pose: [3, POSE],
  point_stride: [4, "fixed32"],
  fields: [5, PACKED_FIELD, "repeated"],
  data: [6, "bytes"],
});

export const COMPRESSED_IMAGE = message("foxglove.CompressedImage", {
  timestamp: [1, TIMESTAMP],
  frame_id: [4, "string"],
  data: [2, "bytes"],
  format: [3, "string"],
});
export const RAW_IMAGE = message("foxglove.RawImage", {
  timestamp: [1, TIMESTAMP],
  frame_id: [7, "string"],
  width: [2, "fixed32"],
  height: [3, "fixed32"],
  encoding: [4, "string"],
  step: [5, "fixed32"],
  data: [6, "bytes"],
});
export const CAMERA_CALIBRATION = message("foxglove.CameraCalibration", {
  timestamp: [1, TIMESTAMP],
  frame_id: [9, "string"],
  width: [2, "fixed32"],
  height: [3, "fixed32"],
  distortion_model: [4, "string"],
  D: [5, "double", "repeated"],
  K: [6, "double", "repeated"],
  R: [7, "double", "repeated"],
  P: [8, "double", "repeated"],
});

// ---- the scene: readers expect every list of SceneEntity in its description

const ARROW = message("foxglove.ArrowPrimitive", {
  pose: [1, POSE],
  shaft_length: [2, "double"],
  shaft_diameter: [3, "double"],
  head_length: [4, "double"],
  head_diameter: [5, "double"],
  color: [6, COLOR],
});
const CUBE = message("foxglove.CubePrimitive", { pose: [1, POSE], size: [2, VECTOR3], color: [3, COLOR] });
const SPHERE = message("foxglove.SpherePrimitive", { pose: [1, POSE], size: [2, VECTOR3], color: [3, COLOR] });
const CYLINDER = message("foxglove.CylinderPrimitive", {
  pose: [1, POSE],
  size: [2, VECTOR3],
  bottom_scale: [3, "double"],
  top_scale: [4, "double"],
  color: [5, COLOR],
});
const LINE = message("foxglove.LinePrimitive", {
  type: [1, { enum: "Type", values: ["LINE_STRIP", "LINE_LOOP", "LINE_LIST"] }],
  pose: [2, POSE],
  thickness: [3, "double"],
  scale_invariant: [4, "bool"],
  points: [5, POINT3, "repeated"],
  color: [6, COLOR],
  colors: [7, COLOR, "repeated"],
  indices: [8, "fixed32", "repeated"],
});
const TRIANGLES = message("foxglove.TriangleListPrimitive", {
  pose: [1, POSE],
  points: [2, POINT3, "repeated"],
  color: [3, COLOR],
  colors: [4, COLOR, "repeated"],
  indices: [5, "fixed32", "repeated"],
});
const TEXT = message("foxglove.TextPrimitive", {
  pose: [1, POSE],
  billboard: [2, "bool"],
  font_size: [3, "double"],
  scale_invariant: [4, "bool"],
  color: [5, COLOR],
  text: [6, "string"],
});
const MODEL = message("foxglove.ModelPrimitive", {
  pose: [1, POSE],
  scale: [2, VECTOR3],
  color: [3, COLOR],
  override_color: [4, "bool"],
  url: [5, "string"],
  media_type: [6, "string"],
  data: [7, "bytes"],
});
const SCENE_ENTITY = message("foxglove.SceneEntity", {
  timestamp: [1, TIMESTAMP],
  frame_id: [2, "string"],
  id: [3, "string"],
  lifetime: [4, DURATION],
  frame_locked: [5, "bool"],
  metadata: [6, PAIR, "repeated"],
  arrows: [7, ARROW, "repeated"],
  cubes: [8, CUBE, "repeated"],
  spheres: [9, SPHERE, "repeated"],
  cylinders: [10, CYLINDER, "repeated"],
  lines: [11, LINE, "repeated"],
  triangles: [12, TRIANGLES, "repeated"],
  texts: [13, TEXT, "repeated"],
  models: [14, MODEL, "repeated"],
});
const DELETION = message("foxglove.SceneEntityDeletion", {
  timestamp: [1, TIMESTAMP],
  type: [2, { enum: "Type", values: ["MATCHING_ID", "ALL"] }],
  id: [3, "string"],
});
export const SCENE_UPDATE = message("foxglove.SceneUpdate", {
  deletions: [1, DELETION, "repeated"],
  entities: [2, SCENE_ENTITY, "repeated"],
});
