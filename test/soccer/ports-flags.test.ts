// The command line of soccer worlds: its flags, refused values, and the start-up lines for teams.

import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readOptions } from "../../src/cli/Arguments.js";
import { readSoccer, SOCCER_OPTIONS } from "../../src/cli/leagues/ssl/SoccerFlags.js";
import { greeting } from "../../src/cli/run.js";
import { isMulticast, legacyPortOf, sslOptions } from "../../src/server/leagues/ssl/SslOptions.js";
import { testServer } from "../server/Servers.js";

const read = (...args: string[]) => readSoccer(readOptions(args, SOCCER_OPTIONS).values);

describe("flags", () => {
  it("[F3] without flags the league's defaults apply", () => {
    const { ssl, soccer } = read();
    expect(ssl).toEqual({ tournament: false, allow: [] });
    expect(soccer).toEqual({});
    expect(sslOptions(ssl || {})).toMatchObject({
      ports: 10300,
      visionAddress: "224.5.23.2",
      visionPort: 10020,
      trackerPort: 10010,
      refereeAddress: "224.5.23.1",
      refereePort: 10003,
      statusPorts: { blue: 30011, yellow: 30012 },
    });
    expect(legacyPortOf(sslOptions({}))).toBe(20011);
  });

  it("[F3] set ports and addresses", () => {
    expect(read("--ssl", "off").ssl).toBe(false);
    expect(
      read("--ssl-ports", "0", "--vision-address", "239.1.2.3", "--vision-port", "10006", "--ssl-interface", "lo").ssl,
    ).toEqual({
      tournament: false,
      allow: [],
      ports: 0,
      visionAddress: "239.1.2.3",
      visionPort: 10006,
      interface: "lo",
    });
    const words = [
      "--ssl-epoch",
      "0",
      "--vision-rate",
      "75",
      "--realism",
      "rc2021",
      "--referee",
      "built-in",
      "--half",
      "60",
    ];
    expect(read(...words, "--sync", "blue,yellow", "--tournament")).toMatchObject({
      ssl: { tournament: true },
      soccer: {
        epochSec: 0,
        visionRateHz: 75,
        realism: "rc2021",
        referee: "built-in",
        halfSec: 60,
        expect: ["blue", "yellow"],
      },
    });
  });

  it.each([
    [["--ssl", "no"], /--ssl needs on or off, found "no"/],
    [["--ssl-ports", "99999"], /--ssl-ports needs a whole number/],
    [["--vision-address", "127.0.0.1"], /multicast/],
    [["--vision-port", "0"], /--vision-port/],
    [["--vision-rate", "0"], /--vision-rate/],
    [["--realism", "real"], /--realism needs/],
    [["--referee", "builtin"], /--referee needs.*Did you mean "built-in"/],
    [["--half", "Infinity"], /--half needs a finite number/],
    [["--sync", "red"], /--sync needs/],
    [["--ssl-prots", "1"], /Did you mean "--ssl-ports"/],
  ])("[F3] %j is refused", (args, reason) => {
    expect(() => read(...args)).toThrow(reason);
  });

  it("[F6] --play waits for both teams and for other named clients", () => {
    expect(read("--play").soccer).toMatchObject({ referee: "built-in", expect: ["blue", "yellow"] });
    expect(read("--play", "--sync", "control,blue").soccer.expect).toEqual(["blue", "yellow", "control"]);
    expect(() => read("--play", "--referee", "none")).toThrow(/--play has the built-in referee/);
    expect(() => read("--play", "--ssl", "off")).toThrow(/--play needs/);
  });

  it("[F3] other ports shift the grSim port too, if it stays a valid port", () => {
    expect(legacyPortOf(sslOptions({ ports: 10310 }))).toBe(20021);
    expect(legacyPortOf(sslOptions({ ports: 0 }))).toBe(0);
    expect(legacyPortOf(sslOptions({ ports: 60000 }))).toBeUndefined();
    expect(() => sslOptions({ ports: 65534 })).toThrow(/--ssl-ports/);
    expect(["224.0.0.1", "239.255.255.255"].every(isMulticast)).toBe(true);
    expect(["223.0.0.1", "240.0.0.1", "224.0.0", "224.0.0.256", "224.0.0.1 "].some(isMulticast)).toBe(false);
  });
});

describe("start-up lines", () => {
  it("[F3] logs the address of vision and the command ports", async () => {
    const server = await testServer({ world: "soccer-b", httpPort: false, soccer: { referee: "network" } });
    const text = greeting(server);
    const { ports, legacy } = server.ssl as NonNullable<typeof server.ssl>;
    expect(text).toContain("vision    UDP 224.5.23.2:10020, tracker 224.5.23.2:10010, through ");
    expect(text).toContain("a referee is heard on port 10003");
    expect(text).toContain(
      `simulator ${ports.control}, blue ${ports.blue}, yellow ${ports.yellow}; as for grSim: UDP ${legacy}`,
    );
    await server.stop();
  });
});

const BIN = fileURLToPath(new URL("../../bin/ubersim.js", import.meta.url));
const hasNamespaces = spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status === 0;

describe("a machine without a network", () => {
  it.skipIf(!hasNamespaces)("[F3] uses the loopback interface, and logs that", async () => {
    const command = `ip link set lo up && exec "$0" "$1" run soccer-b --port 0 --http off --rate max --seconds 0.5 --headless`;
    const args = ["-rn", "sh", "-c", command, process.execPath, BIN];
    const { stdout } = await promisify(execFile)("unshare", args);
    expect(stdout).toContain("through 127.0.0.1");
    expect(stdout).toContain("no network: vision stays on the loopback interface");
    expect(stdout).toMatch(/stopped at 0\.5 s, state hash/);
    expect(stdout).not.toContain("cannot be sent");
  });
});
