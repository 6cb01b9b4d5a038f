import { expect, test } from "vitest";
import { PLAIN_HEADERS, pagePolicy, SAFE_HEADERS } from "./ResponseHeaders.js";

test("[E4] every answer forbids frames, guessed types and use by other sites", () => {
  for (const headers of [SAFE_HEADERS, PLAIN_HEADERS])
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
  expect(PLAIN_HEADERS["content-security-policy"]).toContain("default-src 'none'");
  expect(PLAIN_HEADERS["cache-control"]).toBe("no-store");
});

test("[E4] the page runs its own scripts only and talks to its own server only", () => {
  const policy = pagePolicy("localhost:8080").split("; ");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self' ws://localhost:8080");
  expect(policy.join()).not.toMatch(/unsafe|\*/);
});
