// Builds DOM elements: attributes and children in one call, icons, buttons, and text that is written only if it changed.

type Attribute = string | number | boolean | undefined | ((event: never) => void);

/** Attributes named `on...` are listeners; false and undefined omit an attribute, true sets it empty. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** SVG paths on a 16 x 16 grid, stroked in the colour of the text. */
const ICONS = {
  pause: "M5.5 3v10M10.5 3v10",
  play: "M5 3l8 5-8 5z",
  step: "M4 3l6 5-6 5zM12.5 3v10",
  stepBack: "M12 3l-6 5 6 5zM3.5 3v10",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M3 2.5v2.7h2.7",
  chevron: "M6 4l4 4-4 4",
  down: "M4 6l4 4 4-4",
  close: "M4 4l8 8M12 4l-8 8",
  tree: "M3 3h4M3 8h10M3 13h10M3 3v10",
  inspect: "M2 4h12M2 8h12M2 12h12M5 2.5v3M10 6.5v3M7 10.5v3",
  console: "M3 4l4 4-4 4M8.5 12H13",
  view: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  plus: "M8 3v10M3 8h10",
  plot: "M2 13.5h12M2.5 11l3.5-4 3 2.5L14 3.5",
  keys: "M1.5 4.5h13v7h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5 9.3h6",
  copy: "M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3",
  file: "M4 1.5h5l3 3v10H4zM9 1.5v3h3",
  push: "M2 8h9M8 4.5L11.5 8 8 11.5M14 3v10",
  move: "M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2",
  freeze: "M8 1.5v13M2.4 4.7l11.2 6.6M13.6 4.7L2.4 11.3",
  remove: "M3 4.5h10M6 4.5V2.5h4v2M4.5 4.5l.6 9h5.8l.6-9",
  follow: "M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3",
  drive: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM2.2 7h4.4M9.4 7h4.4M8 9.5V14",
  orbit: "M2 8c0-1.7 2.7-3 6-3s6 1.3 6 3-2.7 3-6 3-6-1.3-6-3zM8 2v12",
  body: "M8 1.8l5.4 3.1v6.2L8 14.2l-5.4-3.1V4.9zM2.6 4.9L8 8l5.4-3.1M8 8v6.2",
  joint: "M3.2 12.8l4-4M8.8 7.2l4-4M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  sensor: "M3 13a7 7 0 0 1 0-10M5.6 11a4 4 0 0 1 0-6M13 13a7 7 0 0 0 0-10M10.4 11a4 4 0 0 0 0-6M8 7.9h.01",
  home: "M2.5 7.5L8 2.8l5.5 4.7M4 6.5v7h8v-7",
  camera: "M2 5h2.6l1.2-2h4.4l1.2 2H14v8H2zM8 6.4a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z",
  save: "M8 2v7.5M5 6.8l3 3 3-3M2.5 13.5h11",
  picture: "M2 3h12v10H2zM2 11l3.5-3.5L9 11M8 10l2.5-2.5L14 11M10.5 5.5h.01",
  record: "M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  stop: "M4 4h8v8H4z",
  up: "M4 10l4-4 4 4",
  undo: "M6.5 3L3 6.5 6.5 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7",
  ruler: "M2 11L11 2l3 3-9 9zM4.5 8.5L6 10M6.5 6.5L8.5 8.5M8.5 4.5L10 6",
  snapshot: "M3 2.5h8l2 2v9H3zM5 2.5v4h5v-4M5.5 13.5v-4h5v4",
  pin: "M6 2h4v4.5L12.5 9h-9L6 6.5zM8 9v5",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.2 10.2L14 14",
  ball: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5.5l2.4 1.7-.9 2.8h-3l-.9-2.8z",
  left: "M10 4L6 8l4 4",
  whistle: "M14 4H7.5M9.6 7.6a3.9 3.9 0 1 1-3.5-2.1L14 4v3zM6.1 8.2a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon and an accessible name; `text` is shown beside the icon. */
export function button(
  name: string,
  picture: IconName | undefined,
  onclick: () => void,
  { text = "", kind = "", title = name }: { text?: string; kind?: string; title?: string } = {},
): HTMLButtonElement {
  const element = make("button", { type: "button", class: `button ${kind}`.trim(), title, onclick });
  // a mouse click gives the keyboard back to the 3D view: Space then pauses instead of clicking again
  element.addEventListener("click", (event) => {
    if ((event as PointerEvent).pointerType === "mouse" && document.activeElement === element) element.blur();
  });
  if (text !== name) element.setAttribute("aria-label", name);
  if (picture) element.append(icon(picture));
  if (text) element.append(make("span", {}, text));
  return element;
}

/** Skips unchanged text, which would cost a layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setPicture(element: Element, name: IconName): void {
  const old = element.querySelector(".icon");
  if (old?.getAttribute("data-name") === name) return;
  const next = icon(name);
  next.setAttribute("data-name", name);
  if (old) old.replaceWith(next);
  else element.prepend(next);
}

/** True if key presses at this element enter text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "range"].includes(target.type);
  return target.matches("textarea, select, [contenteditable]");
}
