// `ubersim league-log`: shows what is in a log of the league, and plays it on the network (F3). Its modules are loaded when it runs.

import { isIP } from "node:net";
import { isMulticast } from "../../../server/leagues/ssl/SslOptions.js";
import {
  EVERYWHERE,
  type OptionTable,
  readNumber,
  readOptions,
  readPort,
  readRate,
  UsageError,
} from "../../Arguments.js";

export const LEAGUE_LOG_HELP = `  ubersim league-log info FILE   show what is in a log of the Small Size League (.log or .log.gz)
  ubersim league-log play FILE   send its packets to the network again, in their own time
      --from S, --to S     time range of the log
      --rate N|max         speed (default 1)
      --vision-address A, --vision-port P, --ssl-interface I   as for run
      --host HOST          0.0.0.0: to the network; default: programs on this machine only
`;

const OPTIONS = {
  from: { type: "string", default: "0" },
  to: { type: "string" },
  rate: { type: "string", default: "1" },
  host: { type: "string", default: "127.0.0.1" },
  "vision-address": { type: "string", default: "224.5.23.2" },
  "vision-port": { type: "string", default: "10020" },
  "ssl-interface": { type: "string" },
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function leagueLogCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, OPTIONS);
  const [word, file, ...rest] = positionals;
  if ((word !== "info" && word !== "play") || file === undefined || rest.length > 0)
    throw new UsageError("ubersim: league-log needs info or play, and the path of one log.");
  const range = {
    from: readNumber("--from", values.from, 0),
    to: values.to === undefined ? Number.POSITIVE_INFINITY : readNumber("--to", values.to, 0),
  };
  const tools = await import("./leagueLog.js");
  if (word === "info") return tools.showLog(file, range);
  const visionAddress = values["vision-address"];
  if (isIP(visionAddress) !== 4 || !isMulticast(visionAddress))
    throw new UsageError(`ubersim: --vision-address needs a multicast address, found "${visionAddress}".`);
  return tools.playLog(file, {
    ...range,
    rate: readRate(values.rate),
    host: values.host,
    interface: values["ssl-interface"],
    visionAddress,
    visionPort: readPort("--vision-port", values["vision-port"]),
  });
}

export const LEAGUE_LOG_COMMANDS = { "league-log": leagueLogCommand };
