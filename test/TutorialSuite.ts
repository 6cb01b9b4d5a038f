// docs/tutorial/README.md works from top to bottom: its files are saved under the given names, its commands run in order, against a
// real server process over real sockets, and print what the page prints. Only the port differs, and the rate is unlimited.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT, readText } from "../testing/builders/Pages.js";

const PAGE = readText("docs/tutorial/README.md");
const BLOCKS = [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, code]) => ({ language, code }));
const blocks = (language: string): string[] =>
  BLOCKS.filter((block) => block.language === language).map(({ code }) => code);
const COMMANDS = blocks("sh").flatMap((code) => code.trim().split("\n"));
const [VALIDATED, SQUARE, LATE] = blocks("text");
/** Latency in ms and angle in degrees, from the table. */
const ROWS = [...PAGE.matchAll(/^\| (\d+) ms +\| ([\d.]+)° /gm)].map(([, latency, degrees]) => ({ latency, degrees }));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A separate checkout, so that the tutorial's files do not change this one. */
const checkout = mkdtempSync(join(tmpdir(), "ubersim-tutorial-"));
const save = (path: string, text: string): void => writeFileSync(join(checkout, path), text);
let server: ChildProcess | undefined;

function run(command: string): { out: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync("sh", ["-c", command], { cwd: checkout, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${stderr}${stdout}`);
  return { out: stdout, code: status };
}

/** The command of the page that begins with this text. */
const commandOf = (start: string): string => {
  const found = COMMANDS.find((command) => command.startsWith(start));
  if (found === undefined) throw new Error(`the page has no command ${start}`);
  return found;
};

async function startServer(command: string): Promise<{ tcp: number; http: number }> {
  const [program, ...words] = `${command} --headless --rate max --port 0 --http 0`.split(" ");
  server = spawn(program, words, { cwd: checkout, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  return new Promise((resolve, reject) => {
    server?.once("exit", () => reject(new Error(`the server has ended: ${printed}`)));
    server?.stdout?.setEncoding("utf8").on("data", (text) => {
      printed += text;
      const tcp = /TCP 127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
      const http = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
      if (tcp && http) resolve({ tcp: Number(tcp), http: Number(http) });
    });
  });
}

const lateLine = (latency: string, degrees: string): string =>
  `with the IMU ${latency} ms late the car turns ${degrees} degrees too far\n`;

/** The picture at the first corner equals that of the page except for a few pixels: the time that the post settles before the car joins varies. */
function expectPrintedPicture(): void {
  const [taken, shown] = [join(checkout, "car"), join(ROOT, "docs/tutorial")].map((folder) =>
    decode(readFileSync(join(folder, "corner-1.png"))),
  );
  expect([taken.width, taken.height]).toEqual([320, 240]);
  const different = taken.data.filter((value, i) => Math.abs(value - shown.data[i]) > 2).length;
  expect(different / taken.data.length).toBeLessThan(0.001);
  rmSync(join(checkout, "car/corner-1.png"));
}

/** `latencies`: rows of the table, in ms, that are compared too. */
export function testTutorial(latencies: readonly string[]): void {
  describe("the tutorial", () => {
    let http = 0;

    beforeAll(async () => {
      for (const name of ["bin", "clients", "dist", "node_modules", "package.json"])
        symlinkSync(join(ROOT, name), join(checkout, name));
      run(commandOf("mkdir"));
      const [car, sensors, course] = blocks("xml");
      save("car/car.xml", car);
      expect(run(commandOf("node bin/ubersim.js validate")).out.split("\n")[0]).toBe(VALIDATED.trim());
      const place = / *<!-- sensors go here -->\n/;
      expect(car).toMatch(place);
      save("car/car.xml", car.replace(place, sensors));
      save("car/course.xml", course);
      const ports = await startServer(commandOf("node bin/ubersim.js run"));
      http = ports.http;
      const [python] = blocks("python");
      const [typescript] = blocks("ts");
      save("car/square.py", python.replace("Robot(document)", `Robot(document, port=${ports.tcp})`));
      save("car/square.ts", typescript.replace("connect({ document })", `connect({ document, port: ${ports.tcp} })`));
    });

    afterAll(() => {
      server?.kill();
      rmSync(checkout, { recursive: true, force: true });
    });

    test("the document with sensors is valid", () => {
      expect(run(commandOf("node bin/ubersim.js validate")).out).toContain("4 joints, 4 sensors");
    });

    test("the TypeScript program compiles and prints what the page prints", () => {
      run(commandOf("npx tsc"));
      expect(run(commandOf("node car/square.js")).out).toBe(SQUARE);
      expectPrintedPicture();
      expect(run("node car/square.js 300").out).toBe(LATE);
      expect(COMMANDS).toContain("node car/square.js 300");
    });

    test.skipIf(!hasPython)("the Python program prints what the page prints", () => {
      expect(run(commandOf("python3 car/square.py")).out).toBe(SQUARE);
      expectPrintedPicture();
      expect(run("python3 car/square.py 300").out).toBe(LATE);
      expect(COMMANDS).toContain("python3 car/square.py 300");
    });

    test("the command for a picture of the world's camera works", () => {
      run(`${commandOf("node bin/ubersim.js picture")} --http ${http}`);
      expect(existsSync(join(checkout, "car/overview.png"))).toBe(true);
    });

    test("the table of latencies equals the output of the program", () => {
      expect(ROWS.map(({ latency }) => latency)).toEqual(["0", "100", "200", "300", "400"]);
      expect(SQUARE).toContain(lateLine("0", ROWS[0].degrees));
      expect(LATE).toContain(lateLine("300", ROWS[3].degrees));
      for (const { latency, degrees } of ROWS.filter((row) => latencies.includes(row.latency)))
        expect(run(`node car/square.js ${latency}`).out).toContain(lateLine(latency, degrees));
    });

    test("every command of the page is run by this test", () => {
      const known = [
        "mkdir car",
        "node bin/ubersim.js validate car/car.xml",
        "node bin/ubersim.js run car/course.xml",
        "node bin/ubersim.js picture Overview car/overview.png",
        "python3 car/square.py",
        "python3 car/square.py 300",
        "node car/square.js",
        "node car/square.js 300",
      ];
      expect(COMMANDS.filter((command) => !known.includes(command) && !command.startsWith("npx tsc "))).toEqual([]);
      expect(BLOCKS.map(({ language }) => language).sort()).toEqual(
        ["python", ...Array(7).fill("sh"), "text", "text", "text", "ts", "xml", "xml", "xml"].sort(),
      );
    });
  });
}
