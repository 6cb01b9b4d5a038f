// Chromium reports the language "en-US@posix" where the system's locale is C or POSIX. Intl refuses that tag, and the plots' library
// passes it to Intl when it is loaded. The first import of main.ts replaces such a language.

function isUsable(language: string): boolean {
  try {
    new Intl.NumberFormat(language);
    return true;
  } catch {
    return false;
  }
}

if (!isUsable(navigator.language))
  Object.defineProperty(navigator, "language", { value: navigator.language.split("@")[0], configurable: true });
