// Prints the robot document of the AIBO: `npm run --silent aibo-document > robots/aibo.xml`; -- --team blue for the other team.

import { parseArgs } from "node:util";
import { aiboDocument } from "../../robots/Aibo.js";

const { values } = parseArgs({ options: { team: { type: "string", default: "red" }, name: { type: "string" } } });
if (values.team !== "red" && values.team !== "blue") {
  console.error(`--team ${values.team}: red or blue is needed`);
  process.exit(2);
}
process.stdout.write(aiboDocument({ team: values.team, ...(values.name === undefined ? {} : { name: values.name }) }));
