// Hands a file to the user.

import { make } from "../Dom.js";

/** How long the browser may need to begin the download, ms. */
const DOWNLOAD_MS = 10_000;

export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS);
}
