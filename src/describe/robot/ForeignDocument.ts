// Robot and world formats of other simulators, by their root element: errors name the format and what to do.

interface ForeignFormat {
  readonly name: string;
  readonly parts: string;
}

const FORMATS: Readonly<Record<string, ForeignFormat>> = {
  robot: {
    name: "URDF",
    parts:
      "each <link> becomes a Body, its <collision> a solid with Mass, each <joint> a JointHinge, JointSlider or JointFixed",
  },
  mujoco: {
    name: "MJCF, the format of MuJoCo",
    parts:
      "each <body> becomes a Body, each <geom> a solid, each <joint> with its <motor> a JointHinge, JointServo or JointSlider",
  },
  sdf: {
    name: "SDF, the format of Gazebo",
    parts:
      "each <link> becomes a Body, its <collision> a solid with Mass, each <joint> a JointHinge, JointSlider or JointFixed",
  },
};

/** Advice for a document with this root element. Undefined: the format is not known. */
export function foreignAdvice(root: string): string | undefined {
  if (!Object.hasOwn(FORMATS, root)) return undefined;
  const { name, parts } = FORMATS[root];
  return (
    `This is ${name}, which is not read directly. Write it as a robot document: ${parts}, all positions in one model space ` +
    `(docs/robots.md, "From URDF, MJCF or SDF").`
  );
}
