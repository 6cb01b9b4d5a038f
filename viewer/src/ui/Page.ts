// What every part of the page is given.

import type { Connection } from "../Connection.js";
import type { LivePictures } from "../cameras/LivePictures.js";
import type { Store } from "../Store.js";
import type { Commands } from "./Commands.js";
import type { PageUpdates } from "./PageUpdates.js";
import type { History } from "./panels/History.js";
import type { Toasts } from "./Toasts.js";
import type { WatchList } from "./WatchList.js";

/** What the page asks of the world in 3D. */
export interface SeenWorld {
  /** Where the line of sight through a place of the page meets something, m; undefined: nowhere near. */
  groundAt(place: { readonly x: number; readonly y: number }): readonly [number, number, number] | undefined;
  focus(entity: string): void;
  /** A place of the world into the middle, m. */
  lookAt(place: readonly [number, number, number]): void;
  resetCamera(): void;
}

export interface Page {
  readonly store: Store;
  readonly connection: Connection;
  readonly commands: Commands;
  readonly toasts: Toasts;
  readonly watchList: WatchList;
  readonly history: History;
  readonly updates: PageUpdates;
  readonly pictures: LivePictures;
  /** Comes later than the page, and never without WebGL. */
  world?: SeenWorld;
}
