// Prints the robot document of the AIBO or the QRIO: `npm run --silent aibo-document > robots/aibo.xml`; -- --team blue for the other
// team. `npm run --silent qrio-document > robots/qrio.xml`.

import { parseArgs } from "node:util";
import { aiboDocument } from "../../robots/Aibo.js";
import { qrioDocument } from "../../robots/Qrio.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { team: { type: "string", default: "red" }, name: { type: "string" } },
});
const [robot] = positionals;
const { team, name } = values;
if (robot === "qrio") process.stdout.write(qrioDocument(name));
else if (robot === "aibo" && (team === "red" || team === "blue"))
  process.stdout.write(aiboDocument({ team, ...(name === undefined ? {} : { name }) }));
else {
  console.error("Usage: print-document.js aibo|qrio [--team red|blue] [--name NAME]");
  process.exitCode = 2;
}
