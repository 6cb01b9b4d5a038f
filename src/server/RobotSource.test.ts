// Robots by name: shipped ones need no ending, whether they are XML or text.

import { describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { namedRobotReader, robotReader } from "./RobotSource.js";

const read = robotReader([], 1 << 20);

describe("[R8] a robot that is named", () => {
  test("a bare name is an XML document or a text file that is shipped", () => {
    expect(read("segway")).toContain("<Client>");
    expect(read("ssl")).toContain("TYPE = OmniRobot");
    expect(read("ssl.robot")).toBe(read("ssl"));
  });

  test("the error of an unknown robot has the names of both kinds", () => {
    const problem = refusal(() => read("sls"));
    expect(problem.code).toBe("FILE_MISSING");
    expect(problem.message).toContain("segway");
    expect(problem.message).toContain("tigers");
  });

  test("the error names the places where files are looked for, and no other", () => {
    const allowed = (read: (name: string) => string) => refusal(() => read("nosuch")).allowed;
    expect(allowed(read)).toContain("below the working directory, or one of");
    expect(allowed(robotReader(["/tmp"], 1 << 20))).toContain("or the directory of --assets");
    expect(allowed(namedRobotReader(["/tmp"], 1 << 20))).toMatch(
      /^the name of a robot's file in the directory of --assets/,
    );
    expect(allowed(namedRobotReader([], 1 << 20))).toMatch(/^one of /);
  });
});
