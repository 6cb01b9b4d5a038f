// `npm run bench`: speed of the physics, scene by scene, relative to the bare engine in the same run; and of the protocol, the
// viewer, cameras and a soccer match. docs/performance.md explains the columns and lists attempted optimisations.

import { writeFileSync } from "node:fs";
import { readArguments } from "./BenchArguments.js";
import { joinLeaveText, LEGEND, lawTable, sceneTable, shrinkTable, timeTable, verdicts } from "./BenchReport.js";
import { runCameraBench } from "./camera/CameraBench.js";
import { type JoinLeaveResult, runJoinLeave } from "./JoinLeave.js";
import { runJoinBench } from "./joins/JoinBench.js";
import { runLeggedBench } from "./legged/LeggedBench.js";
import { runProtocolBench } from "./protocol/ProtocolBench.js";
import { runRecordBench } from "./record/RecordBench.js";
import { runScene, type SceneResult } from "./SceneRun.js";
import { ALL_SCENES } from "./scenes/AllScenes.js";
import { runSoccerBench } from "./soccer/SoccerBench.js";
import { runTriggerBench } from "./triggers/TriggerBench.js";
import { runViewerBench } from "./viewer/ViewerBench.js";

const JOIN_LEAVE = "join and leave";

const HELP = `npm run bench -- [scene] [options]      physics: scenes whose name contains the word; default: all
npm run bench -- protocol [options]     the frame lock over TCP
npm run bench -- viewer [options]       cost of viewers
npm run bench -- camera [part]          cost of camera pictures
npm run bench -- soccer [options]       cost of a soccer match
npm run bench -- legged [options]       AIBOs: five, eight with cameras, one to twenty, three that collide
npm run bench -- triggers [options]     cost of 1,000 triggers in a soccer match
npm run bench -- record [options]       cost of recording a soccer match
npm run bench -- joins [options]        holds of the frame loop by hostile documents

Scenes: ${[...ALL_SCENES.map(({ name }) => name), JOIN_LEAVE].join("; ")}.

  --seconds N   simulated seconds; default: of each scene, 3 for protocol, 5 for viewer and camera, 10 for soccer, 3 for legged
  --json FILE   write the results of the scenes to FILE
  --rounds N    repetitions of protocol and camera measurements; default 3
  --clients N   robots of the protocol measurement; default 20
  --from N      joins: first seed; default 1
  --documents N joins: number of documents; default 300
  --minutes N   joins: as many documents as there is time for, instead of a number
  --hour        protocol: also measure memory growth over a simulated hour
  --help        print this`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    seconds: { type: "string" },
    json: { type: "string" },
    rounds: { type: "string", default: "3" },
    clients: { type: "string", default: "20" },
    from: { type: "string", default: "1" },
    documents: { type: "string", default: "300" },
    minutes: { type: "string" },
    hour: { type: "boolean", default: false },
  },
});
if (positionals[0] === "protocol") {
  await runProtocolBench({
    rounds: Number(values.rounds),
    seconds: Number(values.seconds ?? 3),
    clients: Number(values.clients),
    memorySeconds: values.hour ? 3600 : 0,
    say: (line) => console.log(line),
  });
  process.exit(0);
}
if (positionals[0] === "joins") {
  const [from, count] = [Number(values.from), Number(values.documents)];
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  await runJoinBench({ from, count, minutes, say: (line) => console.log(line) });
  process.exit();
}
if (positionals[0] === "viewer") {
  await runViewerBench({ seconds: Number(values.seconds ?? 5), say: (line) => console.log(line) });
  process.exit();
}
if (positionals[0] === "soccer") {
  await runSoccerBench({ seconds: Number(values.seconds ?? 10), say: (line) => console.log(line) });
  process.exit();
}
if (positionals[0] === "legged") {
  await runLeggedBench({ seconds: Number(values.seconds ?? 3), say: (line) => console.log(line) });
  process.exit();
}
if (positionals[0] === "record") {
  await runRecordBench({ seconds: Number(values.seconds ?? 10), say: (line) => console.log(line) });
  process.exit();
}
if (positionals[0] === "triggers") {
  await runTriggerBench({ seconds: Number(values.seconds ?? 10), say: (line) => console.log(line) });
  process.exit();
}
if (positionals[0] === "camera") {
  await runCameraBench({
    part: positionals[1],
    seconds: Number(values.seconds ?? 5),
    rounds: Number(values.rounds),
    say: (line) => console.log(line),
  });
  process.exit();
}
const filter = positionals.join(" ").toLowerCase();
const wanted = (name: string) => name.toLowerCase().includes(filter);

const showProgress = (name: string) => (share: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${name} ${(100 * share).toFixed(0)} %   `);
};

const scenes = ALL_SCENES.filter(({ name }) => wanted(name));
if (scenes.length === 0 && !wanted(JOIN_LEAVE)) {
  const known = [...ALL_SCENES.map(({ name }) => name), JOIN_LEAVE];
  console.error(`no scene contains "${filter}" in its name; scenes: ${known.join("; ")}`);
  process.exit(1);
}

// runs first, while the memory is small: memory that the scenes have allocated would hide growth here
let joinLeave: JoinLeaveResult | undefined;
if (wanted(JOIN_LEAVE)) {
  console.error(`${JOIN_LEAVE} ...`);
  joinLeave = await runJoinLeave(showProgress(JOIN_LEAVE));
  console.log(joinLeaveText(joinLeave));
}

const results: SceneResult[] = [];
for (const scene of scenes) {
  const seconds = values.seconds === undefined ? scene.seconds : Number(values.seconds);
  console.error(`${scene.name}: ${seconds} s simulated ...`);
  results.push(await runScene(scene, seconds, showProgress(scene.name)));
}
if (results.length > 0) {
  console.log(`\n${sceneTable(results)}\n\n${LEGEND}\n`);
  console.log(`time of one step by engine call, µs:\n${timeTable(results)}\n`);
  console.log(`laws of contact, errors as shares of the largest normal force:\n${lawTable(results)}\n`);
  console.log(`distance of the bodies after 0.3 s from a run with a sixteenth of the step:\n${shrinkTable(results)}\n`);
  console.log(verdicts(results));
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ results, joinLeave }, null, 2)}\n`);
