import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { type BodyInput, describeEntity, type EntityInput } from "./Entity.js";
import type { JointInput } from "./Joint.js";

const leg = (name: string): BodyInput => ({
  name,
  solids: [{ name: `${name}Solid`, shape: { kind: "Box", size: [0.1, 0.2, 0.3] }, mass: 2 }],
});
const knee: JointInput = { name: "Knee", kind: "Hinge", body1: "Thigh", body2: "Shin", axes: [[1, 0, 0]] };
const robot: EntityInput = { name: "robot", bodies: [leg("Thigh"), leg("Shin")], joints: [knee] };
const withBody = (change: Partial<BodyInput>): EntityInput => ({
  ...robot,
  bodies: [{ ...leg("Thigh"), ...change }, leg("Shin")],
});

describe("describeEntity", () => {
  test("fills in the defaults and freezes all the way down", () => {
    const entity = describeEntity(robot);
    expect(entity).toMatchObject({ name: "robot", isStatic: false, selfCollide: true });
    expect(entity.bodies[0]).toMatchObject({ mass: undefined, centerOfMass: undefined, inertia: undefined });
    const parts = [entity, entity.bodies, entity.bodies[0], entity.bodies[0].solids, entity.joints, entity.joints[0]];
    for (const part of parts) expect(Object.isFrozen(part)).toBe(true);
  });

  test("a description passes through unchanged", () => {
    const entity = describeEntity(robot);
    expect(describeEntity(entity)).toBe(entity);
    expect(describeEntity(robot)).not.toBe(entity);
  });

  test("a description can be described again under another name: only the name differs", () => {
    const turned = {
      name: "Turned",
      shape: { kind: "Sphere", radius: 0.1 },
      position: [1, 2, 3],
      orientation: [0.1, 0.2, 0.3, 0.4],
      frictionAxis: [1, 2, 3],
      mass: 1,
    } as const;
    const servo: JointInput = { name: "S", kind: "Servo", body1: "Shin", axes: [[3, 1, 2]], servo: { target: 1 } };
    const entity = describeEntity({ ...withBody({ solids: [turned] }), joints: [knee, servo] });
    const twin = describeEntity({ ...entity, name: "twin" });
    expect(twin).toEqual({ ...entity, name: "twin" });
    const solid = twin.bodies.flatMap((body) => body.solids).find((one) => one.name === "Turned");
    expect(solid?.pose.position).toEqual([1, 2, 3]);
  });

  test("[M5] the order of parts has no effect", () => {
    const solids = ["a", "c", "b"].map((name, i) => ({ ...leg("Thigh").solids![0], name, mass: 0.1 + i / 3 }));
    const one: EntityInput = { ...withBody({ solids }), joints: [knee, { ...knee, name: "Ankle" }] };
    const other: EntityInput = {
      ...one,
      bodies: [leg("Shin"), { ...leg("Thigh"), solids: solids.toReversed() }],
      joints: one.joints!.toReversed(),
    };
    expect(describeEntity(other)).toEqual(describeEntity(one));
  });

  test("refuses an entity without a name or without bodies", () => {
    expect(refusal(() => describeEntity({ ...robot, name: "" }))).toMatchObject({ code: "NAME_EMPTY", found: '""' });
    expect(refusal(() => describeEntity({ name: "ghost", bodies: [] }))).toMatchObject({
      code: "BODIES_MISSING",
      where: "ghost",
    });
  });

  test("refuses two bodies of one name", () => {
    expect(refusal(() => describeEntity({ ...robot, bodies: [leg("Thigh"), leg("Shin"), leg("Shin")] }))).toMatchObject(
      {
        code: "NAME_TAKEN",
        where: "robot/Shin",
        found: '"Shin" twice',
      },
    );
  });

  test("refuses a joint or a solid that is named like a body: messages go to names (W2)", () => {
    expect(refusal(() => describeEntity({ ...robot, joints: [{ ...knee, name: "Shin" }] })).code).toBe("NAME_TAKEN");
    const twin = { ...leg("Shin").solids![0], name: "Thigh" };
    expect(refusal(() => describeEntity(withBody({ solids: [twin] }))).code).toBe("NAME_TAKEN");
  });

  test("refuses a joint between a body and itself", () => {
    expect(refusal(() => describeEntity({ ...robot, joints: [{ ...knee, body2: "Thigh" }] }))).toMatchObject({
      code: "JOINT_TO_ITSELF",
      where: "robot/Knee",
      found: '"Thigh" twice',
    });
  });

  test("refuses a joint to a body that is not there, and offers the nearest", () => {
    const error = refusal(() => describeEntity({ ...robot, joints: [{ ...knee, body2: "Shinn" }] }));
    expect(error).toMatchObject({ code: "BODY_UNKNOWN", where: "robot/Knee/Body2", found: '"Shinn"' });
    expect(error.allowed).toBe("one of Thigh, Shin");
    expect(error.advice).toBe('Did you mean "Shin"?');
    const first = refusal(() => describeEntity({ ...robot, joints: [{ ...knee, body1: "Foot" }] }));
    expect(first.where).toBe("robot/Knee/Body1");
  });

  test.each([0, -3, Number.NaN, Number.POSITIVE_INFINITY])("refuses a body's mass of %d", (mass) => {
    expect(refusal(() => describeEntity(withBody({ mass })))).toMatchObject({
      code: "MASS_NOT_POSITIVE",
      where: "robot/Thigh/Mass",
      found: String(mass),
      allowed: "a mass above 0 kg",
    });
  });

  test("refuses a moving body without mass, but not a static one", () => {
    const hollow: BodyInput = { name: "Thigh", solids: [{ name: "S", shape: { kind: "Sphere", radius: 1 } }] };
    expect(refusal(() => describeEntity({ name: "r", bodies: [hollow] }))).toMatchObject({
      code: "MASS_MISSING",
      where: "r/Thigh",
    });
    expect(describeEntity({ name: "r", isStatic: true, bodies: [hollow] }).isStatic).toBe(true);
  });

  test.each<[string, BodyInput["inertia"]]>([
    ["not symmetric", [1, 0.1, 0, 0, 1, 0, 0, 0, 1]],
    ["negative", [-1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ["zero", [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["without the triangle rule", [1, 0, 0, 0, 1, 0, 0, 0, 3]],
    ["without the triangle rule on its principal axes", [2, 1.5, 0, 1.5, 2, 0, 0, 0, 1]],
  ])("refuses an inertia that is %s", (_, inertia) => {
    expect(refusal(() => describeEntity(withBody({ inertia: inertia! })))).toMatchObject({
      code: "INERTIA_NOT_PHYSICAL",
      where: "robot/Thigh/Inertia",
      found: inertia!.join(" "),
    });
  });

  test("accepts the inertia of a flat disc, the limit of the triangle inequality", () => {
    const { bodies } = describeEntity(withBody({ inertia: [1, 0, 0, 0, 1, 0, 0, 0, 2] }));
    expect(bodies.find((body) => body.name === "Thigh")?.inertia?.[8]).toBe(2);
  });
});

describe("a NaN anywhere", () => {
  const full: EntityInput = {
    name: "robot",
    bodies: [
      {
        name: "A",
        mass: 3,
        centerOfMass: [1, 2, 3],
        inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        solids: [
          { name: "Box", shape: { kind: "Box", size: [1, 2, 3] }, mass: 1, position: [1, 2, 3] },
          { name: "Ball", shape: { kind: "Sphere", radius: 1 }, orientation: [0, 0, 0, 1], color: [1, 2, 3] },
          { name: "Rod", shape: { kind: "Cylinder", radius: 1, length: 2 }, frictionAxis: [1, 0, 0] },
          { name: "Pill", shape: { kind: "CappedCylinder", radius: 1, length: 2 } },
          {
            name: "Hull",
            shape: {
              kind: "Mesh",
              vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
              triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
            },
          },
        ],
      },
      leg("B"),
    ],
    joints: [
      {
        name: "Axle",
        kind: "Hinge2",
        body1: "A",
        body2: "B",
        anchor: [1, 2, 3],
        axes: [
          [0, 0, 1],
          [1, 0, 0],
        ],
        parameters: [{ LoStop: -1, HiStop: 1, Vel: 1, FMax: 1, Bounce: 1, CFM: 0, StopERP: 1, StopCFM: 0, ERP: 1 }],
        damping: 1,
        armature: 1,
      },
      {
        name: "Servo",
        kind: "Servo",
        body1: "A",
        axes: [[0, 1, 0]],
        servo: { mode: "Angle", target: 1, Kp: 1, Kd: 1, MaxVel: 1 },
      },
    ],
  };

  /** Every number in the description, by its path. */
  function numbersIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
    if (typeof value === "number") return [[...path]];
    if (typeof value !== "object" || value === null) return [];
    const keys = Array.isArray(value) ? value.map((_, i) => i) : Object.keys(value);
    return keys.flatMap((key) => numbersIn((value as Record<string | number, unknown>)[key], [...path, key]));
  }

  function withNumber(path: readonly (string | number)[], x: number): EntityInput {
    const copy = structuredClone(full);
    let at = copy as unknown as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
    at[path.at(-1)!] = x;
    return copy;
  }

  test("the description without the change is valid", () => {
    expect(describeEntity(full).bodies).toHaveLength(2);
    expect(numbersIn(full).length).toBeGreaterThan(60);
  });

  test.each(numbersIn(full).map((path) => [path.join("."), path] as const))("is refused at %s", (_, path) => {
    const error = refusal(() => describeEntity(withNumber(path, Number.NaN)));
    expect(error.found).toContain("NaN");
    expect(error.where).toMatch(/^robot\//);
  });
});
