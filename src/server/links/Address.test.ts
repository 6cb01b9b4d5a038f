import { describe, expect, test } from "vitest";
import { isLoopback, isWildcard, portUnavailable, urlHost } from "./Address.js";

test.each(["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]", "::ffff:127.0.0.1"])("%s is loopback", (address) => {
  expect(isLoopback(address)).toBe(true);
});

test.each(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.evil.example", "localhost.evil.example", "::2", "::ffff:10.0.0.1"])(
  "%s is not loopback",
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);

test("only 0.0.0.0 and :: mean all interfaces", () => {
  expect(["0.0.0.0", "::", "127.0.0.1", "::1"].map(isWildcard)).toEqual([true, true, false, false]);
});

test("IPv6 addresses have brackets in a URL", () => {
  expect(["::1", "127.0.0.1", "host"].map(urlHost)).toEqual(["[::1]", "127.0.0.1", "host"]);
});

describe("portUnavailable", () => {
  const problem = (code: string) => Object.assign(new Error("listen"), { code });

  test("names the place, the cause and a port to try", () => {
    const error = portUnavailable(problem("EADDRINUSE"), { host: "::1", port: 9040, flag: "--port" });
    expect(error).toMatchObject({ code: "PORT_UNAVAILABLE", where: "[::1]:9040" });
    expect(error.found).toContain("another program");
    expect(error.advice).toContain("--port 9041");
  });

  test("another port and further flags can be proposed; other causes are named by their code", () => {
    const options = { host: "0.0.0.0", port: 80, flag: "--http", other: 8080, furtherFlags: " --open" };
    const error = portUnavailable(problem("EACCES"), options);
    expect(error.found).toContain("EACCES");
    expect(error.advice).toContain("--http 8080 --open");
  });
});
