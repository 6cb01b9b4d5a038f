// Worker thread that reads the documents of clients: XML, meshes and textures, away from the frame loop (M8).

import { parentPort, workerData } from "node:worker_threads";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { asSimError } from "../../describe/SimError.js";
import { builtInKinds } from "../../leagues/Leagues.js";
import { assetReader } from "../Assets.js";
import type { DocumentJob, DocumentReply, DocumentSettings } from "./DocumentJob.js";

const { limits, lenient, assets, stepNs } = workerData as DocumentSettings;
const kinds = builtInKinds();
const readFile = assets === undefined ? {} : { readFile: assetReader(assets) };

function reply({ id, text, materials }: DocumentJob): DocumentReply {
  try {
    const { robot, warnings } = readRobotDocument(text, {
      kinds,
      limits,
      lenient,
      world: { stepNs, materials },
      ...readFile,
    });
    return { id, robot, warnings: warnings.map(({ message }) => message) };
  } catch (problem) {
    const { code, where, found, allowed, advice, line, column } = asSimError(problem, "document");
    return { id, failure: { code, where, found, allowed, advice, line, column } };
  }
}

parentPort?.on("message", (job: DocumentJob) => parentPort?.postMessage(reply(job)));
