// Security headers of all responses (E4): no framing by other pages, no type sniffing, no referrer. The viewer's page may
// run only its own scripts and talk only to its own server, even if names in robot documents contain markup.

/** Headers of every response. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Headers of replies to verbs and of errors: not cached, no active content. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  ...SAFE_HEADERS,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Content-Security-Policy of the page. `host`: the checked Host of the request, because some browsers do not count ws: as 'self'. */
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
    // the browser refuses to turn text into markup or scripts
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
