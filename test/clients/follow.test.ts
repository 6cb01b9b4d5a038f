// The Segway follows the orange ball until its first kick; options of the example programs. follow.long.test.ts
// follows for a minute.

import { describe, expect, it } from "vitest";
import { drawInTerminal } from "../../examples/TerminalPicture.js";
import { type Component, Picture } from "../../src/client/index.js";
import { runHosted } from "../../testing/programs/ProgramHost.js";
import { hasPython, startGarden, testFollowing } from "./FollowSuite.js";
import { ROOT, run } from "./Programs.js";

testFollowing(4, 2);

describe("the programs that follow the ball", () => {
  it.skipIf(!hasPython)(
    "[P2] Python and TypeScript draw the same picture into a terminal, the ball in a frame",
    async () => {
      const output = {
        name: "Cam",
        kind: "CameraSensor",
        payload: "uint8[576] rgb",
        width: 16,
        height: 12,
        format: "rgb",
      };
      const bytes = Uint8Array.from({ length: 576 }, (_, i) => (7 * i) % 256);
      const blob = { column: 8, row: 6, radius: 2.5, isCut: false };
      const program = `
from segway_follow import Blob, draw
from ubersim import Picture, _component
picture = Picture(bytes(7 * i % 256 for i in range(576)), _component(${JSON.stringify(output)}))
print(draw(picture, 8, Blob(8, 6, 2.5, False)))
`;
      const { out, err } = await run("python3", ["-c", program]);
      const drawn = drawInTerminal(
        new Picture(bytes, { ...output, layout: undefined } as unknown as Component),
        8,
        blob,
      );
      expect([err, out]).toEqual(["", `${drawn}\n`]);
      const lines = drawn.split("\n");
      expect(lines.map((line) => line.split("▀").length)).toEqual(Array(3).fill(9));
      // the upper left corner: pixels (1, 1) and (1, 3)
      expect(
        lines[0].startsWith(`\x1b[38;2;${bytes.slice(51, 54).join(";")};48;2;${bytes.slice(147, 150).join(";")}m`),
      ).toBe(true);
      expect(drawn).toContain("2;255;255;255");
    },
  );

  it.skipIf(!hasPython)("[P2] Python shows its picture in the terminal while it follows", async () => {
    const args = ["--seconds", "0.2", "--terminal", "--port", String((await startGarden()).tcpPort)];
    const { out } = await run("python3", [`${ROOT}clients/python/segway_follow.py`, ...args]);
    const lines = out.split("\n").filter((line) => line.includes("▀"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length % 30).toBe(0);
    for (const line of lines) expect(line.split("▀").length).toBe(81);
    expect(out).toContain("follows the ball");
  });

  it("wrong arguments are reported; --help prints help", async () => {
    const server = await startGarden();
    const port = String(server.tcpPort);
    await server.stop();
    const programs = hasPython ? [["python3", "clients/python/segway_follow.py"]] : [];
    for (const [program, file] of [["node", "dist/examples/segway-follow.js"], ...programs]) {
      const start = (...args: string[]) =>
        program === "node" ? runHosted(file, args) : run(program, [ROOT + file, ...args]);
      expect(await start("--port", port)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^CONNECTION_FAILED.* In a checkout .*\n$/),
      });
      expect((await start("--help")).out).toMatch(/^usage: /i);
    }
  });
});
