import type { IncomingMessage } from "node:http";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { Access, urlOf } from "./Access.js";

const request = (headers: Record<string, string>, url = "/"): IncomingMessage =>
  ({ headers, url, socket: { remoteAddress: "10.0.0.7" } }) as IncomingMessage;

function accessAt(host: string, token?: string): Access {
  const access = new Access(host, token);
  access.port = 8080;
  return access;
}

describe("[E4] Host and Origin", () => {
  const local = accessAt("127.0.0.1");

  test.each(["localhost:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080"])("%s is this server", (host) => {
    expect(() => local.checkOrigin(request({ host }))).not.toThrow();
    expect(() => local.checkOrigin(request({ host, origin: `http://${host}` }))).not.toThrow();
  });

  test.each([
    "evil.example:8080",
    "localhost:8081",
    "localhost",
    "192.168.0.7:8080",
    "localhost.evil.example:8080",
    "",
  ])("the Host %j is refused", (host) => {
    expect(refusal(() => local.checkOrigin(request({ host })))).toMatchObject({
      code: "ORIGIN_FORBIDDEN",
      where: "Host",
    });
  });

  test("a request without Host is refused", () => {
    expect(refusal(() => local.checkOrigin(request({}))).code).toBe("ORIGIN_FORBIDDEN");
  });

  test.each([
    "http://evil.example",
    "https://localhost:8080",
    "http://localhost:3000",
    "null",
    "http://localhost:8080/x",
  ])("a page of the Origin %s is refused", (origin) => {
    const error = refusal(() => local.checkOrigin(request({ host: "localhost:8080", origin })));
    expect(error).toMatchObject({ code: "ORIGIN_FORBIDDEN", where: "Origin" });
  });

  test("--allow-origin allows exactly these pages, and the error for others names it", () => {
    const access = new Access("127.0.0.1", undefined, ["http://localhost:5173"]);
    access.port = 8080;
    const page =
      (origin: string, host = "127.0.0.1:8080") =>
      () =>
        access.checkOrigin(request({ host, origin }));
    expect(page("http://localhost:5173")).not.toThrow();
    expect(refusal(page("http://localhost:5174")).advice).toContain("--allow-origin http://localhost:5174");
    expect(refusal(page("https://localhost:5173")).code).toBe("ORIGIN_FORBIDDEN");
    // an allowed page under a name that is pointed at this machine
    expect(refusal(page("http://localhost:5173", "evil.example:8080"))).toMatchObject({ where: "Host" });
    expect(refusal(page("null")).advice).not.toContain("--allow-origin");
  });

  test("the server's name may differ between Host and Origin", () => {
    expect(() => local.checkOrigin(request({ host: "127.0.0.1:8080", origin: "http://localhost:8080" }))).not.toThrow();
  });

  test("on all interfaces any numeric address is this server, but Origin must equal the requested address", () => {
    const open = accessAt("0.0.0.0");
    expect(() => open.checkOrigin(request({ host: "192.168.0.7:8080" }))).not.toThrow();
    expect(() => open.checkOrigin(request({ host: `${hostname()}:8080` }))).not.toThrow();
    expect(() => open.checkOrigin(request({ host: "[fe80::1]:8080" }))).not.toThrow();
    expect(refusal(() => open.checkOrigin(request({ host: "evil.example:8080" }))).code).toBe("ORIGIN_FORBIDDEN");
    const page = (host: string, origin: string) => () => open.checkOrigin(request({ host, origin }));
    expect(page("192.168.0.7:8080", "http://192.168.0.7:8080")).not.toThrow();
    expect(refusal(page("192.168.0.7:8080", "http://192.168.0.8:8080")).code).toBe("ORIGIN_FORBIDDEN");
  });

  test("port 80 need not be written", () => {
    const access = new Access("127.0.0.1", undefined);
    access.port = 80;
    expect(() => access.checkOrigin(request({ host: "localhost" }))).not.toThrow();
  });
});

describe("[E4] tokens", () => {
  test("loopback needs no token; every other address gets one of 128 bits", () => {
    expect(accessAt("localhost").token).toBeUndefined();
    expect(accessAt("localhost", "given").token).toBe("given");
    const [first, second] = [accessAt("0.0.0.0").token, accessAt("0.0.0.0").token];
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
  });

  test("without a token everything passes", () => {
    expect(() => accessAt("localhost").checkToken(request({}))).not.toThrow();
  });

  test("it is read from the header or the address, the header first", () => {
    const access = accessAt("0.0.0.0", "secret");
    expect(() => access.checkToken(request({ authorization: "Bearer secret" }))).not.toThrow();
    expect(() => access.checkToken(request({ authorization: "bearer   secret" }))).not.toThrow();
    expect(() => access.checkToken(request({}, "/api/get?token=secret"))).not.toThrow();
    expect(access.tokenOf(request({ authorization: "Bearer a" }, "/?token=b"))).toBe("a");
  });

  test.each([
    [{}, "/", "no token"],
    [{ authorization: "Basic secret" }, "/", "no token"],
    [{ authorization: "Bearer Secret" }, "/", "another token"],
    [{ authorization: "Bearer secret2" }, "/?token=secret", "another token"],
    [{}, "/?token=", "another token"],
  ])("%j at %s is refused: %s", (headers, url, found) => {
    const error = refusal(() =>
      accessAt("0.0.0.0", "secret").checkToken(request(headers as Record<string, string>, url)),
    );
    expect(error).toMatchObject({ code: "TOKEN_WRONG", found });
    expect(error.message).not.toContain("secret");
  });
});

describe("urlOf", () => {
  test("a path that begins with // stays on this server", () => {
    expect(urlOf(request({}, "//elsewhere/x?a=1"))).toMatchObject({ host: "server", pathname: "//elsewhere/x" });
  });

  test.each(["http://elsewhere/", "*", "x"])("%s is refused", (url) => {
    expect(refusal(() => urlOf(request({}, url))).code).toBe("REQUEST_MALFORMED");
  });
});
