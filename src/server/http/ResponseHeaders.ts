// What browsers are told with every answer (E4): nothing here is for frames of other pages, for guessing types or for being
// named to other sites. The page may run its own scripts and talk to its own server, and nothing else, whatever names of
// robots and lines of documents it has to show.

/** Of every answer. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Of answers to verbs and of refusals: there is nothing in them to keep or to run. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  ...SAFE_HEADERS,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Of the page, under the Host by which it was asked for; that has been checked. Not every browser counts ws: as 'self'. */
export function pagePolicy(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // texts stay texts: the browser itself refuses to make markup or programs of them
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
