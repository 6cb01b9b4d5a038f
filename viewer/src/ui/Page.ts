// The services that every part of the page receives.

import type { Connection } from "../Connection.js";
import type { LivePictures } from "../cameras/LivePictures.js";
import type { Store } from "../Store.js";
import type { HandleTarget } from "../world3d/input/EditHandles.js";
import type { EditMark } from "../world3d/marks/EditMarks.js";
import type { Commands } from "./Commands.js";
import type { PageUpdates } from "./PageUpdates.js";
import type { History } from "./panels/History.js";
import type { Toasts } from "./Toasts.js";
import type { WatchList } from "./WatchList.js";

/** What the page uses of the 3D view. */
interface WorldView {
  /** The point of the world under a point of the page, m; undefined if there is none nearby. */
  groundAt(place: { readonly x: number; readonly y: number }): readonly [number, number, number] | undefined;
  /** A place near x, y where nothing stands, m. */
  freePlace(near: readonly [number, number]): readonly [number, number];
  focus(entity: string): void;
  /** Moves a point of the world, m, into the middle of the view. */
  lookAt(place: readonly [number, number, number]): void;
  resetCamera(): void;
  /** The view as a PNG file, with all pixels. */
  picture(): Promise<Blob | undefined>;
  /** The view in the words of `ubersim video --view`. */
  viewText(): string;
  /** Shows handles of the editor; undefined hides them. */
  showHandles(target: HandleTarget | undefined): void;
  /** Marks of the editor; undefined: none. `pick`: one of them is clicked. */
  showMarks(marks: readonly EditMark[] | undefined, pick: (mark: EditMark) => void): void;
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
  /** Set after three.js is loaded; never set without WebGL. */
  world?: WorldView;
}
