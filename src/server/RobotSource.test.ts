// Robots by name: shipped ones need no ending, whether they are XML or text.

import { describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { robotReader } from "./RobotSource.js";

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
});
