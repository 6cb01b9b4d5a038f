// The address of the page names what is shown, so that a view can be shared and survives a reload: after #, `select` is the selection,
// `view` target, direction and distance of the view, `camera` its mode. The token, if one is there, stays.

import type { CameraMode } from "../Store.js";
import type { Page, ViewLook } from "./Page.js";

const WRITE_MS = 300;

export interface SharedView {
  readonly entity?: string | undefined;
  readonly part?: string | undefined;
  readonly look?: ViewLook | undefined;
  readonly camera?: CameraMode | undefined;
}

export function readAddress(hash: string): SharedView {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const [entity, ...rest] = (words.get("select") ?? "").split("/");
  const numbers = (words.get("view") ?? "").split(",").map(Number);
  const [x, y, z, yaw, pitch, distance] = numbers;
  const isView = numbers.length === 6 && numbers.every(Number.isFinite) && distance > 0;
  const camera = words.get("camera");
  return {
    ...(entity ? { entity, ...(rest.length > 0 ? { part: rest.join("/") } : {}) } : {}),
    ...(isView ? { look: { target: [x, y, z] as const, yaw, pitch, distance } } : {}),
    ...(camera === "follow" || camera === "eye" ? { camera } : {}),
  };
}

/** The part of an address after #; `before`: the present one, whose other words stay. */
export function writeAddress(before: string, { entity, part, look, camera }: SharedView): string {
  const words = new URLSearchParams(before.replace(/^#/, ""));
  // always in the same order, so that one view has one address
  const put = (name: string, value: string | undefined): void => {
    words.delete(name);
    if (value) words.set(name, value);
  };
  put("select", entity && (part === undefined ? entity : `${entity}/${part}`));
  const { target = [], yaw = 0, pitch = 0, distance = 0 } = look ?? {};
  const round = (value: number): number => Number(value.toFixed(3));
  put("view", look && [...target, yaw, pitch, distance].map(round).join(","));
  put("camera", camera === "orbit" ? undefined : camera);
  // commas and slashes may stand in this part of an address as they are
  const text = words.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text ? `#${text}` : "";
}

/** Keeps the address up to date, and applies what it says once its entity is there. */
export function keepAddress(page: Page): { readonly look: ViewLook | undefined } {
  const { store } = page;
  const wanted = readAddress(location.hash);
  let hasApplied = wanted.entity === undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = (): void => {
    if (hasApplied || wanted.entity === undefined || !store.entities.has(wanted.entity)) return;
    hasApplied = true;
    const { entity, part, camera } = wanted;
    store.select(part === undefined ? { entity } : { entity, part });
    if (camera) store.set({ camera });
  };
  const write = (): void => {
    // what the address asks for may still be on its way
    if (!hasApplied && store.selection === undefined) return;
    hasApplied = true;
    const { selection, settings } = store;
    const text = writeAddress(location.hash, { ...selection, look: page.world?.look, camera: settings.camera });
    if (text === location.hash) return;
    history.replaceState(history.state, "", `${location.pathname}${location.search}${text}`);
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(write, WRITE_MS);
  };
  store.on("scene", apply);
  store.on("selection", later);
  store.on("settings", later);
  return {
    get look() {
      if (page.world) page.world.onlook = later;
      return wanted.look;
    },
  };
}
