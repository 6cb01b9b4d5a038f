// Modal <dialog> elements: Esc closes them, the focus stays inside and returns afterwards.

import { button, make } from "./Dom.js";

/** Opens a dialog; closing it removes it from the page. */
export function showDialog(title: string, kind: string, ...children: readonly (Node | string)[]): HTMLDialogElement {
  const heading = make("h2", { id: `dialog-${kind}` }, title);
  const dialog = make("dialog", { class: `dialog ${kind}`, "aria-labelledby": heading.id });
  const close = button("Close", "close", () => dialog.close(), { kind: "quiet" });
  dialog.append(
    make("div", { class: "dialog-head" }, heading, close),
    make("div", { class: "dialog-body" }, ...children),
  );
  dialog.addEventListener("close", () => dialog.remove());
  // a click outside closes it
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  for (const old of document.querySelectorAll<HTMLDialogElement>(`dialog.${kind}`)) old.close();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function askToConfirm(title: string, text: string, yes: string, act: () => void): HTMLDialogElement {
  const agree = button(
    yes,
    undefined,
    () => {
      act();
      dialog.close();
    },
    { text: yes, kind: "primary" },
  );
  const cancel = button("Cancel", undefined, () => dialog.close(), { text: "Cancel" });
  const dialog = showDialog(
    title,
    "question",
    make("p", {}, text),
    make("div", { class: "dialog-foot" }, cancel, agree),
  );
  agree.focus();
  return dialog;
}
