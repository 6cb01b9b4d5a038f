// Arrow keys in a tree as in the ARIA practices: up and down move along the visible rows, right opens or enters, left
// closes or leaves, Home and End, Enter selects.

type Activate = (item: HTMLElement | { toggle: HTMLElement }) => void;

export function moveInTree(tree: HTMLElement, event: KeyboardEvent, activate: Activate): void {
  const item = (event.target as Element).closest<HTMLElement>("[role=treeitem]");
  if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
  const items = [...tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const at = items.indexOf(item);
  const expanded = item.getAttribute("aria-expanded");
  const parent = item.parentElement?.closest<HTMLElement>("[role=treeitem]");
  const go = (to: HTMLElement | null | undefined) => {
    if (!to) return;
    item.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(items[at + 1]),
    ArrowUp: () => go(items[at - 1]),
    Home: () => go(items[0]),
    End: () => go(items.at(-1)),
    ArrowRight: () => (expanded === "false" ? activate({ toggle: item }) : expanded === "true" && go(items[at + 1])),
    ArrowLeft: () => (expanded === "true" ? activate({ toggle: item }) : go(parent)),
    Enter: () => activate(item),
  };
  const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
  if (!act) return;
  event.preventDefault();
  act();
}
