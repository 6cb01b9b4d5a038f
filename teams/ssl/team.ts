// A soccer team as a separate program. A game needs three terminals:
//   node bin/ubersim.js run soccer-b --rate max --referee built-in --sync blue,yellow
//   node dist/teams/ssl/team.js --team blue
//   node dist/teams/ssl/team.js --team yellow --style direct
// It uses only the league's protocol, synchronously: the same world and seed give the same game. Brain.ts decides.

import { parseArgs } from "node:util";
import { SoccerClient, type SoccerCommand } from "../../src/client/ssl/SoccerClient.js";
import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import { Brain } from "./Brain.js";
import { commandOf, teamInput } from "./ProtocolAdapter.js";
import { isStyle, STYLES } from "./Style.js";

const USAGE = `Usage: node dist/teams/ssl/team.js --team blue|yellow [options]
  --host HOST       address of the simulator (default: 127.0.0.1)
  --port PORT       port of the team (default: 10301 for blue, 10302 for yellow)
  --style STYLE     ${Object.keys(STYLES).join(" or ")} (default: passing for blue, direct for yellow)
  --differential    its robots drive on two wheels
  --seed N          seed of its random choices (default: 1)
  --step S          simulated seconds between two decisions (default: 0.016)
  --wait S          seconds to try until the simulator listens (default: 5)`;

const options = {
  team: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string" },
  style: { type: "string" },
  differential: { type: "boolean", default: false },
  seed: { type: "string", default: "1" },
  step: { type: "string", default: "0.016" },
  wait: { type: "string", default: "5" },
  help: { type: "boolean", short: "h" },
} as const;

const PORTS: Readonly<Record<TeamColor, number>> = { blue: 10301, yellow: 10302 };
const RETRY_MS = 200;

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const team = values.team;
  if (team !== "blue" && team !== "yellow") throw new Error(`--team ${team ?? ""}: blue or yellow is needed\n${USAGE}`);
  const styleName = values.style ?? (team === "blue" ? "passing" : "direct");
  if (!isStyle(styleName)) throw new Error(`--style ${styleName}: ${Object.keys(STYLES).join(" or ")} is needed`);
  const [step, seed, waitSec] = (["step", "seed", "wait"] as const).map((name) => number(name, values[name]));
  const port = number("port", values.port ?? `${PORTS[team]}`);
  const brain = new Brain(team, STYLES[styleName], seed, values.differential);
  const client = await connectWithRetries(values.host, port, waitSec);
  process.once("SIGINT", () => client.close());
  process.once("SIGTERM", () => client.close());
  console.log(`${team} plays ${styleName} on ${values.host}:${port}`);
  await play(client, brain, step);
  console.log(`${team} has ended: the simulator stopped, or the team was interrupted`);
  return 0;
}

async function play(client: SoccerClient, brain: Brain, step: number): Promise<void> {
  let commands: readonly SoccerCommand[] = [];
  const logged = new Set<string>();
  for (;;) {
    const answer = await client.ask(step, commands);
    if (!answer) return;
    // prints each error code once
    for (const { code, message } of answer.errors)
      if (!logged.has(code)) {
        logged.add(code);
        console.error(`${code}: ${message}`);
      }
    if (answer.detections.length === 0 && answer.errors.length > 0) throw new Error("the simulator refuses to step");
    commands = brain.think(teamInput(answer)).map(commandOf);
  }
}

/** Retries for a while, because the simulator may be starting. */
async function connectWithRetries(host: string, port: number, waitSec: number): Promise<SoccerClient> {
  for (let triesLeft = Math.round((1000 * waitSec) / RETRY_MS); ; triesLeft--)
    try {
      return await SoccerClient.connect({ host, port });
    } catch (problem) {
      if (triesLeft <= 0) throw problem;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name} ${text}: a number is needed`);
  return value;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
