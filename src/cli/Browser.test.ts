import { describe, expect, test } from "vitest";
import { browserOpener, viewerAddress } from "./Browser.js";

describe("[X1] the viewer's address", () => {
  test("is that of HTTP, with the token where one is needed", () => {
    expect(viewerAddress({ url: "http://127.0.0.1:8080", token: undefined })).toBe("http://127.0.0.1:8080/");
    expect(viewerAddress({ url: "http://127.0.0.1:8080", token: "abc" })).toBe("http://127.0.0.1:8080/#token=abc");
    expect(viewerAddress({ url: undefined, token: undefined })).toBeUndefined();
  });

  test.each([
    ["darwin", {}, "open"],
    ["win32", {}, "cmd"],
    ["linux", { DISPLAY: ":0" }, "xdg-open"],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "xdg-open"],
    ["linux", {}, undefined],
    ["darwin", { CI: "true" }, undefined],
  ] as const)("is opened on %s with %j by %s", (platform, env, program) => {
    expect(browserOpener({ platform, env, isTerminal: true })?.[0]).toBe(program);
    expect(browserOpener({ platform, env, isTerminal: false })).toBeUndefined();
  });
});
