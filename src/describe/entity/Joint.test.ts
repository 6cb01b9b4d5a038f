import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  AXES_OF_KIND,
  checkParameter,
  DEFAULT_PARAMETERS,
  describeJoint,
  JOINT_PROPERTY,
  type JointInput,
  type JointKind,
  type JointPropertyName,
} from "./Joint.js";

const hinge: JointInput = { name: "Knee", kind: "Hinge", body1: "Thigh", axes: [[0, 0, 2]] };
const describeIt = (change: Partial<JointInput>) => describeJoint({ ...hinge, ...change }, "robot");

describe("[R6] describeJoint", () => {
  test("fills in ODE's defaults, brings axes to length 1 and freezes", () => {
    const joint = describeIt({});
    expect(joint).toMatchObject({ body2: undefined, anchor: [0, 0, 0], axes: [[0, 0, 1]] });
    expect(joint).toMatchObject({ damping: 0, armature: 0, collide: false, servo: undefined });
    expect(joint.parameters).toEqual([DEFAULT_PARAMETERS]);
    for (const part of [joint, joint.anchor, joint.axes, joint.axes[0], joint.parameters, joint.parameters[0]])
      expect(Object.isFrozen(part)).toBe(true);
  });

  test("without limits nothing stops a joint, and without FMax nothing drives it", () => {
    expect(DEFAULT_PARAMETERS).toMatchObject({
      LoStop: Number.NEGATIVE_INFINITY,
      HiStop: Number.POSITIVE_INFINITY,
      FMax: 0,
    });
  });

  test("a servo starts out holding its angle", () => {
    expect(describeIt({ kind: "Servo" }).servo).toEqual({ mode: "Angle", target: 0, Kp: 0, Kd: 0, MaxVel: Infinity });
  });

  test("refuses a zero axis", () => {
    expect(refusal(() => describeIt({ axes: [[0, 0, 0]] }))).toMatchObject({
      code: "AXIS_ZERO",
      where: "robot/Knee/Axis1",
      found: "0 0 0",
      allowed: "a vector that is not zero",
    });
  });

  test.each(Object.entries(AXES_OF_KIND) as [JointKind, readonly [number, number]][])(
    "a %s joint takes as many axes as it has, no more and no fewer",
    (kind, [min, max]) => {
      const axes = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [1, 1, 0],
      ] as const;
      for (let count = 0; count <= 4; count++) {
        const make = () => describeIt({ kind, axes: axes.slice(0, count) });
        if (count >= min && count <= max) expect(make().axes).toHaveLength(count);
        else expect(refusal(make)).toMatchObject({ code: "AXIS_MISSING", where: "robot/Knee", found: `${count} axes` });
      }
    },
  );

  test("refuses two parallel axes", () => {
    const axes = [
      [0, 0, 1],
      [0, 0, -2],
    ] as const;
    expect(refusal(() => describeIt({ kind: "Universal", axes })).code).toBe("AXES_PARALLEL");
    expect(refusal(() => describeIt({ kind: "Hinge2", axes })).code).toBe("AXES_PARALLEL");
    const three = [[0, 0, 1], [1, 0, 0], axes[1]] as const;
    expect(refusal(() => describeIt({ kind: "AMotor", axes: three }))).toMatchObject({
      code: "AXES_PARALLEL",
      found: "0 0 1 and 0 0 -1",
    });
  });

  test("refuses negative damping and armature", () => {
    expect(refusal(() => describeIt({ damping: -1 }))).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      where: "robot/Knee/Damping",
      found: "-1",
    });
    expect(refusal(() => describeIt({ armature: -1 })).where).toBe("robot/Knee/Armature");
  });

  test("refuses a parameter of the document like one of a command", () => {
    expect(refusal(() => describeIt({ parameters: [{ FMax: -1 }] }))).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      where: "robot/Knee/axis 1/FMax",
    });
  });
});

describe("[W4] parameters", () => {
  const names = Object.keys(JOINT_PROPERTY) as JointPropertyName[];
  const supported = names.filter((name) => name !== "LoVel" && name !== "HiVel");

  test("the numbers are ODE 0.16's, servos from 32", () => {
    expect(names.map((name) => JOINT_PROPERTY[name])).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 32, 33, 34, 35, 36, 37,
    ]);
    expect(JOINT_PROPERTY).toMatchObject({ LoStop: 0, Vel: 2, FMax: 5, Bounce: 7, StopERP: 9, ERP: 13, Angle: 32 });
  });

  test.each(supported)("%s is never NaN", (name) => {
    expect(refusal(() => checkParameter(name, Number.NaN, "r/K"))).toMatchObject({
      code: "COMMAND_NOT_FINITE",
      where: `r/K/${name}`,
      found: "NaN",
    });
  });

  test("infinity is only for LoStop, HiStop and FMax", () => {
    const infinite = supported.filter((name) => {
      try {
        checkParameter(name, Number.POSITIVE_INFINITY, "r");
        return true;
      } catch {
        return false;
      }
    });
    expect(infinite).toEqual(["LoStop", "HiStop", "FMax"]);
    checkParameter("LoStop", Number.NEGATIVE_INFINITY, "r");
    checkParameter("HiStop", Number.NEGATIVE_INFINITY, "r");
    expect(refusal(() => checkParameter("FMax", Number.NEGATIVE_INFINITY, "r")).code).toBe("VALUE_OUT_OF_RANGE");
  });

  test.each(["LoVel", "HiVel"] as const)("%s is refused as unsupported", (name) => {
    const error = refusal(() => checkParameter(name, 1, "r/K"));
    expect(error).toMatchObject({ code: "PARAMETER_UNSUPPORTED", where: `r/K/${name}`, found: name });
    expect(error.advice).toContain("FMax");
  });

  test.each(["Bounce", "StopERP", "SuspensionERP", "ERP"] as const)("%s is a share", (name) => {
    checkParameter(name, 0, "r");
    checkParameter(name, 1, "r");
    for (const bad of [-0.01, 1.01])
      expect(refusal(() => checkParameter(name, bad, "r"))).toMatchObject({
        code: "VALUE_OUT_OF_RANGE",
        found: String(bad),
        allowed: "0 to 1",
      });
  });

  test.each(["FMax", "CFM", "StopCFM", "SuspensionCFM", "Kp", "Kd", "MaxVel"] as const)(
    "%s is not negative",
    (name) => {
      expect(refusal(() => checkParameter(name, -1e-9, "r")).code).toBe("VALUE_OUT_OF_RANGE");
    },
  );
});
