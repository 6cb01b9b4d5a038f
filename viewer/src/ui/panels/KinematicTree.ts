// How the bodies of the selected entity hang on each other: from the heaviest body along its joints. A joint between two bodies that are
// connected already closes a loop. A click selects the body or joint.

import type { ViewEntity, ViewJoint } from "../../../../src/session/view/ViewProtocol.js";
import { icon, make } from "../Dom.js";
import type { Page } from "../Page.js";
import { recall, remember } from "../Preferences.js";

export interface KinematicBody {
  readonly name: string;
  /** Joints to bodies that hang on this one. */
  readonly below: readonly { readonly joint: ViewJoint; readonly body: KinematicBody }[];
  /** Joints to the world, and those that close loops. */
  readonly closes: readonly { readonly joint: ViewJoint; readonly to: string }[];
}

/** One tree for each group of connected bodies; the heaviest body is the root of the first. */
export function kinematicTrees({ bodies, joints, main }: ViewEntity): readonly KinematicBody[] {
  const seen = new Set<string>();
  const used = new Set<ViewJoint>();
  const grow = (name: string): KinematicBody => {
    seen.add(name);
    const own = joints.filter(({ body1, body2 }) => body1 === name || body2 === name);
    const below: KinematicBody["below"][number][] = [];
    const closes: KinematicBody["closes"][number][] = [];
    for (const joint of own) {
      if (used.has(joint)) continue;
      used.add(joint);
      const to = joint.body1 === name ? joint.body2 : joint.body1;
      if (to === undefined || seen.has(to)) closes.push({ joint, to: to ?? "the world" });
      else below.push({ joint, body: grow(to) });
    }
    return { name, below, closes };
  };
  const order = [...bodies].sort((a, b) => Number(b.name === main) - Number(a.name === main));
  return order.flatMap(({ name }) => (seen.has(name) ? [] : [grow(name)]));
}

export class KinematicTree {
  readonly element = make("details", { class: "kinematics", hidden: true });
  readonly #page: Page;
  readonly #list = make("ul", { class: "kinematic-list" });
  #shown: ViewEntity | undefined;
  #part: string | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.element.append(make("summary", {}, "Kinematic tree"), this.#list);
    this.element.open = recall<boolean>("kinematics", false);
    this.element.addEventListener("toggle", () => {
      remember("kinematics", this.element.open);
      this.#build();
    });
  }

  show(entity: ViewEntity | undefined, part: string | undefined): void {
    this.element.hidden = !entity || entity.isStatic || entity.joints.length === 0;
    const isSame = entity === this.#shown && part === this.#part;
    this.#shown = this.element.hidden ? undefined : entity;
    this.#part = part;
    if (!isSame) this.#build();
  }

  #build(): void {
    const entity = this.#shown;
    if (!entity || !this.element.open) {
      this.#list.replaceChildren();
      return;
    }
    this.#list.replaceChildren(...kinematicTrees(entity).map((tree) => this.#body(entity, tree)));
  }

  #body(entity: ViewEntity, { name, below, closes }: KinematicBody): HTMLElement {
    const rows = [
      ...below.map(({ joint, body }) =>
        make("li", {}, this.#pick(entity, joint.name, "joint", joint.kind), make("ul", {}, this.#body(entity, body))),
      ),
      ...closes.map(({ joint, to }) =>
        make("li", {}, this.#pick(entity, joint.name, "joint", `${joint.kind} to ${to}`)),
      ),
    ];
    return make("li", {}, this.#pick(entity, name, "body", ""), ...(rows.length > 0 ? [make("ul", {}, ...rows)] : []));
  }

  #pick({ name: entity }: ViewEntity, part: string, sort: "body" | "joint", hint: string): HTMLElement {
    const onclick = () => this.#page.store.select({ entity, part });
    const isPicked = part === this.#part;
    return make(
      "button",
      { type: "button", class: "kinematic", onclick, "aria-pressed": String(isPicked) },
      icon(sort),
      make("span", {}, part),
      make("span", { class: "hint" }, hint),
    );
  }
}
