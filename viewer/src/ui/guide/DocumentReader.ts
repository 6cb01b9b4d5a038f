// Shows the project's documents inside the page, with a renderer for the Markdown that they use.

import { showDialog } from "../Dialogs.js";
import { make } from "../Dom.js";

const DOCUMENTS: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  robots: () => import("../../../../docs/robots.md?raw"),
  protocol: () => import("../../../../docs/protocol.md?raw"),
  control: () => import("../../../../docs/control.md?raw"),
  example: async () => {
    const { default: text } = await import("../../../../robots/segway.xml?raw");
    return { default: `# robots/segway.xml\n\n\`\`\`xml\n${text}\n\`\`\`\n` };
  },
};

/** A link that opens a document. */
export function documentLink(name: "robots" | "protocol" | "control" | "example", text: string): HTMLElement {
  return make("button", { type: "button", class: "link", onclick: () => showDocument(name) }, text);
}

async function showDocument(name: string): Promise<void> {
  const { default: text } = await DOCUMENTS[name]();
  const [title = name] = /(?<=^# ).*/m.exec(text) ?? [];
  const paper = make("div", { class: "paper", tabindex: 0 }, ...renderMarkdown(text.replace(/^# .*\n/, "")));
  showDialog(title, "reader", paper);
}

/** Renders fenced code, headings, tables, lists and paragraphs. */
function renderMarkdown(text: string): HTMLElement[] {
  const lines = text.split("\n");
  const blocks: HTMLElement[] = [];
  const takeWhile = (fits: (line: string) => boolean) => {
    const taken: string[] = [];
    while (lines.length > 0 && fits(lines[0])) taken.push(lines.shift() ?? "");
    return taken;
  };
  while (lines.length > 0) {
    const line = lines[0];
    const [, hashes] = /^(#+) /.exec(line) ?? [];
    if (line.trim() === "") lines.shift();
    else if (line.startsWith("```")) {
      lines.shift();
      blocks.push(make("pre", {}, make("code", {}, takeWhile((one) => !one.startsWith("```")).join("\n"))));
      lines.shift();
    } else if (hashes) {
      lines.shift();
      blocks.push(make(hashes.length <= 2 ? "h3" : "h4", {}, ...inline(line.slice(hashes.length + 1))));
    } else if (line.startsWith("|")) blocks.push(table(takeWhile((one) => one.startsWith("|"))));
    else if (/^\s*(-|\d+\.) /.test(line)) blocks.push(list(takeWhile((one) => one.trim() !== "")));
    else
      blocks.push(
        make("p", {}, ...inline(takeWhile((one) => one.trim() !== "" && !/^(```|\||#+ )/.test(one)).join(" "))),
      );
  }
  return blocks;
}

function list(lines: readonly string[]): HTMLElement {
  const items: string[] = [];
  for (const line of lines)
    if (/^\s*(-|\d+\.) /.test(line)) items.push(line.replace(/^\s*(-|\d+\.) /, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  return make(/^\s*\d/.test(lines[0]) ? "ol" : "ul", {}, ...items.map((item) => make("li", {}, ...inline(item))));
}

function table(lines: readonly string[]): HTMLElement {
  const cells = (line: string) =>
    line
      .replace(/^\||\|\s*$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
  const row = (line: string, tag: "th" | "td") =>
    make("tr", {}, ...cells(line).map((cell) => make(tag, {}, ...inline(cell))));
  const [head, , ...body] = lines;
  return make(
    "div",
    { class: "table" },
    make("table", {}, make("thead", {}, row(head, "th")), make("tbody", {}, ...body.map((line) => row(line, "td")))),
  );
}

/** Code and bold text; links are reduced to their text. */
function inline(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((piece) => {
    if (/^`.+`$/.test(piece)) return make("code", {}, piece.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(piece)) return make("strong", {}, piece.slice(2, -2));
    return piece.replace(/^\[([^\]]+)\]\([^)]+\)$/, "$1");
  });
}
