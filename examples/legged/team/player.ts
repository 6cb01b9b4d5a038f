// A player of the four-legged league as a process: an AIBO of its own that joins a simulator over the public protocol (docs/legged.md).
//   node dist/examples/legged/team/player.js --team red --number 2 --server 127.0.0.1:9040

import { parseArgs } from "node:util";
import { aiboDocument } from "../../../robots/Aibo.js";
import { connect } from "../../../src/client/index.js";
import { LeaguePlayer } from "./LeaguePlayer.js";
import { LogOnce } from "./LogOnce.js";

const USAGE = `Usage: player.js --team red|blue --number 1..4 [options]

  --server HOST:PORT   default 127.0.0.1:9040
  --gc-port PORT       UDP port of the game controller, for worlds without a referee; default 3838
  --seed N             seed of its random choices; default 1
  --report             print what it believes every simulated second, as JSON`;

/** Frames between two reports. */
const REPORT_EVERY = 125;

function readOptions() {
  const { values } = parseArgs({
    options: {
      team: { type: "string" },
      number: { type: "string" },
      server: { type: "string", default: "127.0.0.1:9040" },
      "gc-port": { type: "string", default: "3838" },
      seed: { type: "string", default: "1" },
      report: { type: "boolean", default: false },
    },
  });
  const whole = (text: string | undefined, min: number, max: number, what: string): number => {
    const value = Number(text);
    if (text === undefined || !Number.isInteger(value) || value < min || value > max)
      throw new Error(`--${what} ${text ?? "is missing"}: a whole number from ${min} to ${max} is needed`);
    return value;
  };
  const { team } = values;
  if (team !== "red" && team !== "blue") throw new Error(`--team ${team ?? "is missing"}: red or blue is needed`);
  const address = /^\[?([^\]]*?)\]?:(\d+)$/.exec(values.server);
  if (!address) throw new Error(`--server ${values.server}: HOST:PORT is needed`);
  return {
    team,
    number: whole(values.number, 1, 4, "number"),
    host: address[1],
    port: whole(address[2], 1, 65535, "server"),
    gcPort: whole(values["gc-port"], 1, 65535, "gc-port"),
    seed: whole(values.seed, 0, 0xffffffff, "seed"),
    isReporting: values.report,
  } as const;
}

type Options = ReturnType<typeof readOptions>;

function options(): Options | undefined {
  try {
    return readOptions();
  } catch (problem) {
    console.error(`${(problem as Error).message}\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function play({ team, number, host, port, gcPort, seed, isReporting }: Options): Promise<void> {
  const name = `${team === "red" ? "Red" : "Blue"}-${number}`;
  const robot = await connect({ document: aiboDocument({ name, team }), host, port });
  const player = new LeaguePlayer({ team, number, seed, log: new LogOnce((line) => console.error(line)) });
  player.control.open(gcPort);
  let frames = 0;
  try {
    await robot.drive((frame) => {
      player.step(robot, frame);
      if (isReporting && frames++ % REPORT_EVERY === 0) report(player, frame.time);
    });
  } finally {
    player.control.close();
  }
}

/** What the player believes, and the processor time that it has used. */
function report(player: LeaguePlayer, time: number): void {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ ...player.report(time), cpuSec: (user + system) / 1e6 }));
}

const chosen = options();
if (chosen)
  await play(chosen).catch((problem: Error) => {
    console.error(problem.message);
    process.exitCode = 1;
  });
