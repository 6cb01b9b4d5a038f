import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["{src,robots,testing}/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "whole", include: ["test/**/*.test.ts"], testTimeout: 600_000, hookTimeout: 600_000 } },
    ],
  },
});
