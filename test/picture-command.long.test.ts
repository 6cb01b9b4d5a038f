// `ubersim picture`: requests a picture from a real server, or runs a world itself.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, describe, expect, it } from "vitest";
import { runUbersim } from "../testing/programs/ProgramHost.js";
import { ROOT, run } from "./clients/Programs.js";
import { testServer } from "./server/Servers.js";

const scratch = mkdtempSync(join(tmpdir(), "ubersim-picture-"));
afterAll(() => rmSync(scratch, { recursive: true }));
const file = (name: string): string => join(scratch, name);
const picture = (...args: string[]) => runUbersim(["picture", ...args]);
/** As a process of its own. */
const pictureAlone = (...args: string[]) => run("node", [`${ROOT}bin/ubersim.js`, "picture", ...args]);

describe("ubersim picture", () => {
  it("[P1] [S7] writes the picture of a server's camera; the file's ending selects the format", async () => {
    const server = await testServer({ world: "segway-yard", token: "secret", rate: 1 });
    const place = ["--http", String(server.httpPort), "--token", "secret"];
    const png = file("patrol.png");
    const done = await pictureAlone("Patrol.Cam", png, ...place);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toMatch(/patrol\.png: Patrol\.Cam at \d+(\.\d+)? s, \d+ bytes\n$/);
    expect(decode(readFileSync(png))).toMatchObject({ width: 320, height: 240 });
    expect((await picture("Patrol.Cam", file("patrol.JPG"), ...place)).code).toBe(0);
    expect(readFileSync(file("patrol.JPG")).readUInt16BE(0)).toBe(0xffd8);

    const unknown = await picture("Patrol.Cma", png, ...place);
    expect(unknown).toMatchObject({ code: 1, out: "" });
    expect(unknown.err).toMatch(/^COMPONENT_UNKNOWN: .*Did you mean "Patrol\.Cam"\?\n$/);
    const stranger = await picture("Patrol.Cam", png, "--http", String(server.httpPort));
    expect(stranger).toMatchObject({ code: 1, err: expect.stringMatching(/^TOKEN_WRONG: /) });
    const nowhere = await picture("Patrol.Cam", file("no/such/place.png"), ...place);
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringMatching(/^FILE_UNWRITABLE: .*place\.png/) });
    await server.stop();
    const alone = await picture("Patrol.Cam", png, ...place);
    expect(alone).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^SERVER_MISSING: .*ECONNREFUSED.*ubersim run/),
    });
  });

  it("[P1] reports that another program, not a simulator, uses the port", async () => {
    const other = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const asked = await picture("A.B", file("other.png"), "--http", String(port));
    other.close();
    expect(asked).toMatchObject({ code: 1, err: expect.stringMatching(/^SERVER_MISSING: .*another program/) });
  });

  it("[P1] [S7] with --world it needs no server, and the same time gives the same bytes", async () => {
    const world = ["--world", "ball-chase", "--at", "4.5"];
    const [one, two] = await Promise.all([
      pictureAlone("Gardener", file("one.png"), ...world),
      picture("Gardener", file("two.png"), ...world),
    ]);
    expect(one).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/Gardener at 4.5 s/) });
    expect(two.code).toBe(0);
    expect(readFileSync(file("one.png")).equals(readFileSync(file("two.png")))).toBe(true);
    expect((await picture("Gardener", file("start.png"), "--world", "ball-chase")).out).toMatch(/Gardener at 0 s/);
    // the ball was kicked after 4 s
    expect(readFileSync(file("one.png")).equals(readFileSync(file("start.png")))).toBe(false);
    const unknown = await picture("Gardner", file("one.png"), ...world);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean "Gardener"?') });
  });

  it("[P1] names the argument that is missing or not allowed", async () => {
    const wrong: [string[], RegExp][] = [
      [["Patrol.Cam"], /needs a camera and a file/],
      [["Patrol.Cam", "out.gif"], /writes \.png and \.jpg, found "out\.gif"/],
      [["Patrol.Cam", "out.png", "more"], /has no argument "more"/],
      [["Patrol.Cam", "out.png", "--at", "3"], /--at is allowed only with --world/],
      [["Patrol.Cam", "out.png", "--world", "flat", "--token", "x"], /--token is allowed only without --world/],
      [["Patrol.Cam", "out.png", "--tokn", "x"], /Did you mean "--token"\?/],
    ];
    for (const [args, words] of wrong) {
      const { code, err } = await picture(...args);
      expect([code, words.test(err), err]).toEqual([2, true, err]);
    }
  });
});
