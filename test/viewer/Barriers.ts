// Accessibility rules of axe-core, checked in the page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ViewerPage } from "./ViewerPage.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Accessibility rules that the page violates, with the elements. */
export async function barriers({ page }: ViewerPage): Promise<string[]> {
  await page.evaluate(AXE);
  // the canvas is outside of all regions; an experimental rule counts a subtree as text of its row
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"], rules: { region: { enabled: false }, "label-content-name-mismatch": { enabled: false } } }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).join(" | ")))`,
  );
}
