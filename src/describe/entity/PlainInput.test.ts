// Input from plain JavaScript: every wrong type, missing field, unknown kind and misspelt property is refused
// with a code, its place and what is allowed, never with a TypeError of JavaScript.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { checkPose, checkQuat, checkVec } from "../Check.js";
import { ERROR_TABLE, SimError } from "../SimError.js";
import { describeWorld, type WorldInput } from "../world/WorldDescription.js";
import { describeEntity, type EntityInput } from "./Entity.js";
import { type MaterialInput, MaterialMatrix, type PairInput } from "./Material.js";

const sound = {
  name: "x",
  isStatic: false,
  selfCollide: true,
  bodies: [
    {
      name: "A",
      mass: 3,
      centerOfMass: [1, 2, 3],
      inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      solids: [
        {
          name: "Box",
          shape: { kind: "Box", size: [1, 2, 3] },
          mass: 1,
          material: "Wood",
          collide: true,
          visible: true,
        },
        { name: "Ball", shape: { kind: "Sphere", radius: 1 }, position: [1, 2, 3], orientation: [0, 0, 0, 1] },
        { name: "Rod", shape: { kind: "Cylinder", radius: 1, length: 2 }, color: [1, 2, 3], frictionAxis: [1, 0, 0] },
        {
          name: "Hull",
          pose: { position: [0, 0, 1], orientation: [0, 0, 0, 1] },
          shape: {
            kind: "Mesh",
            vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
            triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
          },
        },
      ],
    },
    { name: "B", solids: [{ name: "Pill", shape: { kind: "CappedCylinder", radius: 1, length: 2 }, mass: 1 }] },
  ],
  joints: [
    {
      name: "J",
      kind: "Hinge",
      body1: "A",
      body2: "B",
      anchor: [0, 0, 1],
      axes: [[0, 0, 1]],
      parameters: [{ LoStop: -1, HiStop: 1, FMax: 3 }],
      damping: 0.1,
      armature: 0.1,
      collide: true,
    },
    {
      name: "S",
      kind: "Servo",
      body1: "A",
      axes: [[0, 1, 0]],
      servo: { mode: "Angle", target: 1, Kp: 1, Kd: 1, MaxVel: 9 },
    },
  ],
};

type Path = readonly (string | number)[];
type Tree = Record<string | number, unknown>;

/** The description with one value changed. */
function changed(path: Path, value: unknown): EntityInput {
  const copy = structuredClone(sound) as unknown as Tree;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Tree;
  at[path.at(-1)!] = value;
  return copy as unknown as EntityInput;
}

/** Every place in the description. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))];
}

const BODY = ["bodies", 0];
const SOLID = [...BODY, "solids", 0];
const JOINT = ["joints", 0];
const SERVO = ["joints", 1];

describe("plain JavaScript", () => {
  test("the description without the change is valid", () => {
    expect(describeEntity(sound as unknown as EntityInput).bodies).toHaveLength(2);
  });

  const places = placesIn(sound).slice(1);
  const WRONG: [string, unknown][] = [
    ["null", null],
    ["a symbol", Symbol("s")],
    ["a function", () => 1],
    ["a map", new Map()],
    ["an object of strangers", { strange: 1 }],
    ["a big integer", 3n],
  ];
  test.each(WRONG)("%s is refused in every place", (_, value) => {
    expect(places.length).toBeGreaterThan(100);
    for (const path of places) {
      const error = refusal(() => describeEntity(changed(path, value)));
      expect(error.where, path.join(".")).toMatch(/^(x|entity)/);
    }
  });

  test("any value in any place is accepted or refused with a code", () => {
    const any = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withTypedArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...places), any, (path, value) => {
        try {
          describeEntity(changed(path, value));
        } catch (problem) {
          expect(problem).toBeInstanceOf(SimError);
        }
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test("a text in place of a number is refused and shown in quotes", () => {
    for (const path of places) {
      const found = path.reduce<unknown>((at, key) => (at as Tree)[key], sound);
      if (typeof found !== "number") continue;
      const error = refusal(() => describeEntity(changed(path, "3")));
      expect(error.code, path.join(".")).toBe("TYPE_WRONG");
      expect(error.found).toContain('"3"');
    }
  });

  test("required values cannot be left out", () => {
    const needed: Path[] = [
      ["name"],
      ["bodies"],
      [...BODY, "name"],
      [...SOLID, "shape"],
      [...SOLID, "shape", "kind"],
      [...SOLID, "shape", "size"],
      [...BODY, "solids", 2, "shape", "radius"],
      [...BODY, "solids", 3, "shape", "vertices"],
      [...BODY, "solids", 3, "pose", "orientation"],
      [...JOINT, "kind"],
      [...JOINT, "body1"],
      [...JOINT, "axes"],
    ];
    for (const path of needed)
      expect(() => describeEntity(changed(path, undefined)), path.join(".")).toThrow(/^[A-Z_]+: /);
  });

  test.each<[Path, unknown, string, string, string]>([
    [["materiel"], "Wood", "PROPERTY_UNKNOWN", "x/materiel", ""],
    [["isstatic"], true, "PROPERTY_UNKNOWN", "x/isstatic", 'Did you mean "isStatic"?'],
    [[...SOLID, "materiel"], "Wood", "PROPERTY_UNKNOWN", "x/A/Box/materiel", 'Did you mean "material"?'],
    [[...SOLID, "shape", "radius"], 1, "PROPERTY_UNKNOWN", "x/A/Box/shape/radius", ""],
    [[...SOLID, "shape", "kind"], "box", "KIND_UNKNOWN", "x/A/Box/shape/kind", 'Did you mean "Box"?'],
    [[...SOLID, "shape", "kind"], "Capsule", "KIND_UNKNOWN", "x/A/Box/shape/kind", 'Did you mean "CappedCylinder"?'],
    [[...SOLID, "shape", "kind"], "constructor", "KIND_UNKNOWN", "x/A/Box/shape/kind", ""],
    [[...JOINT, "kind"], "Revolute", "KIND_UNKNOWN", "x/J/kind", 'Did you mean "Hinge"?'],
    [[...JOINT, "kind"], "toString", "KIND_UNKNOWN", "x/J/kind", ""],
    [[...JOINT, "parameters"], [{ Fmax: 3 }], "PROPERTY_UNKNOWN", "x/J/axis 1/Fmax", 'Did you mean "FMax"?'],
    [[...JOINT, "parameters"], { FMax: 3 }, "TYPE_WRONG", "x/J/parameters", ""],
    [[...JOINT, "parameters"], [{}, {}], "LENGTH_WRONG", "x/J/parameters", ""],
    [
      [...JOINT, "parameters"],
      [{ LoVel: 1 }],
      "PARAMETER_UNSUPPORTED",
      "x/J/axis 1/LoVel",
      "Set Vel and FMax instead.",
    ],
    [[...JOINT, "servo"], { Kp: 1 }, "PROPERTY_MISPLACED", "x/J/servo", ""],
    [[...SERVO, "servo"], { kp: 1 }, "PROPERTY_UNKNOWN", "x/S/servo/kp", 'Did you mean "Kp"?'],
    [[...SERVO, "servo", "mode"], "Position", "KIND_UNKNOWN", "x/S/servo/mode", ""],
    [[...BODY, "solids", 1, "orientation"], [0, 0, 1], "LENGTH_WRONG", "x/A/Ball/Orientation", ""],
    [[...BODY, "solids", 3, "position"], [0, 0, 1], "PROPERTY_MISPLACED", "x/A/Hull/pose", ""],
    [[...BODY, "inertia"], [1, 1, 1], "LENGTH_WRONG", "x/A/Inertia", ""],
    [[...BODY, "mass"], 1e-10, "VALUE_OUT_OF_RANGE", "x/A/Mass", ""],
    [[...BODY, "mass"], 2e9, "VALUE_OUT_OF_RANGE", "x/A/Mass", ""],
    [[...BODY, "name"], undefined, "NAME_EMPTY", "x/bodies[0]", ""],
    [[...SOLID, "name"], undefined, "NAME_EMPTY", "x/A/solids[0]", ""],
    [[...JOINT, "name"], 7, "TYPE_WRONG", "x/joints[0]", ""],
    [["bodies", 1], null, "TYPE_WRONG", "x/bodies[1]", ""],
    [["bodies"], "A", "TYPE_WRONG", "x/bodies", ""],
    [["name"], "a/b", "NAME_MALFORMED", "entity", ""],
    [["name"], "a\nb", "NAME_MALFORMED", "entity", ""],
    [["name"], undefined, "NAME_EMPTY", "entity", ""],
  ])("%j = %j gives %s at %s", (path, value, code, where, advice) => {
    const error = refusal(() => describeEntity(changed(path, value)));
    expect(error).toMatchObject({ code, where });
    expect(error.advice).toBe(advice || ERROR_TABLE[error.code].advice);
  });

  test.each([undefined, null, 5, "robot", []])("%j is no entity", (input) => {
    expect(refusal(() => describeEntity(input as unknown as EntityInput))).toMatchObject({
      code: "TYPE_WRONG",
      where: "entity",
    });
  });

  test("a value that is left out may be written as undefined", () => {
    const joint = describeEntity(changed([...JOINT, "parameters"], [{ FMax: undefined, Vel: 2 }])).joints[0];
    expect(joint.parameters[0]).toMatchObject({ FMax: 0, Vel: 2 });
  });

  test("typed arrays are lists of numbers", () => {
    const vertices = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const entity = describeEntity(changed([...BODY, "solids", 3, "shape", "vertices"], vertices));
    expect(entity.bodies[0].solids.find((solid) => solid.name === "Hull")?.shape).toMatchObject({
      vertices: [...vertices],
    });
  });
});

describe("worlds and materials from plain JavaScript", () => {
  const world = (input: unknown) => refusal(() => describeWorld(input as WorldInput));

  test.each<[unknown, string, string]>([
    [null, "TYPE_WRONG", "world"],
    [{ gravty: [0, 0, 0] }, "PROPERTY_UNKNOWN", "world/gravty"],
    [{ gravity: -9.81 }, "TYPE_WRONG", "world/Gravity"],
    [{ stepSec: "0.001" }, "TYPE_WRONG", "world/Step"],
    [{ stepSec: 0.001, stepNs: 1e6 }, "PROPERTY_MISPLACED", "world/Step"],
    [{ stepNs: 1e6 + 0.5 }, "VALUE_OUT_OF_RANGE", "world/Step"],
    [{ seed: "1" }, "TYPE_WRONG", "world/Seed"],
    [{ seed: null }, "TYPE_WRONG", "world/Seed"],
    [{ entities: { a: 1 } }, "TYPE_WRONG", "world/entities"],
    [{ entities: [{ bodies: [] }] }, "NAME_EMPTY", "world/entities[0]"],
    [{ materials: [{ friction: 1 }] }, "NAME_EMPTY", "world/materials[0]"],
    [{ materials: [{ name: "Ice", fricton: 1 }] }, "PROPERTY_UNKNOWN", "Material/Ice/fricton"],
    [{ pairs: [{ a: "Rubber", b: "Grund" }] }, "MATERIAL_UNKNOWN", "Pair Rubber/Grund"],
    [{ pairs: [null] }, "TYPE_WRONG", "world/pairs[0]"],
  ])("%j gives %s at %s", (input, code, where) => {
    expect(world(input)).toMatchObject({ code, where });
  });

  test("a described world can be described again", () => {
    const first = describeWorld({ stepSec: 0.002, materials: [{ name: "Ice", friction: 0.02 }] });
    expect(describeWorld(first)).toBe(first);
    expect(describeWorld({ ...first, seed: 2 })).toEqual({ ...first, seed: 2 });
  });

  test("the matrix refuses wrong types and stays unchanged", () => {
    const matrix = new MaterialMatrix();
    const before = matrix.version;
    expect(
      refusal(() => matrix.setMaterial({ name: "Ice", friction: "0.1" } as unknown as MaterialInput)),
    ).toMatchObject({
      code: "TYPE_WRONG",
      where: "Material Ice/Friction",
      found: '"0.1"',
    });
    expect(refusal(() => matrix.setMaterial({ name: "a\nb" })).code).toBe("NAME_MALFORMED");
    expect(refusal(() => matrix.setPair({ a: "Wood" } as unknown as PairInput))).toMatchObject({ where: "Pair/b" });
    expect(matrix.version).toBe(before);
  });
});

describe("checks for commands", () => {
  const any = (value: unknown) => value as never;

  test("three finite numbers, with the caller's code for those that are not finite", () => {
    expect(checkVec([1, 2, 3], "r/B")).toEqual([1, 2, 3]);
    expect(refusal(() => checkVec([1, Number.NaN, 3], "r/B", "COMMAND_NOT_FINITE"))).toMatchObject({
      code: "COMMAND_NOT_FINITE",
      found: "[1, NaN, 3]",
      allowed: "3 finite numbers",
    });
    expect(refusal(() => checkVec(any([1, 2]), "r/B")).code).toBe("LENGTH_WRONG");
    expect(refusal(() => checkVec(any(undefined), "r/B"))).toMatchObject({ code: "TYPE_WRONG", found: "nothing" });
    expect(refusal(() => checkVec(any([1, "2", 3]), "r/B"))).toMatchObject({
      code: "TYPE_WRONG",
      found: '[1, "2", 3]',
    });
  });

  test("a direction is not accepted as an orientation, even if it was checked before", () => {
    const { axes } = describeEntity(sound as unknown as EntityInput).joints[0];
    expect(refusal(() => checkQuat(any(axes[0]), "r/B")).code).toBe("LENGTH_WRONG");
  });

  test("a pose needs both of its parts", () => {
    expect(checkPose({ position: [1, 2, 3], orientation: [0, 0, 0, 2] }, "r/B").orientation).toEqual([0, 0, 0, 1]);
    expect(refusal(() => checkPose(any({ position: [1, 2, 3] }), "r/B"))).toMatchObject({ where: "r/B/Orientation" });
    expect(refusal(() => checkPose(any([1, 2, 3]), "r/B"))).toMatchObject({ code: "TYPE_WRONG", where: "r/B" });
    expect(refusal(() => checkQuat([0, 0, 0, 0], "r/B")).code).toBe("AXIS_ZERO");
  });
});
