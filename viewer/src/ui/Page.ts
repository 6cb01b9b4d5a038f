// The services that every part of the page receives.

import type { Connection } from "../Connection.js";
import type { LivePictures } from "../cameras/LivePictures.js";
import type { PinnedCamera } from "../cameras/PinnedCamera.js";
import type { Store } from "../Store.js";
import type { HandleTarget } from "../world3d/input/EditHandles.js";
import type { EditMark } from "../world3d/marks/EditMarks.js";
import type { Commands } from "./Commands.js";
import type { Moves } from "./Moves.js";
import type { PageUpdates } from "./PageUpdates.js";
import type { History } from "./panels/History.js";
import type { Toasts } from "./Toasts.js";
import type { WatchList } from "./WatchList.js";

export interface ViewLook {
  /** m. */
  readonly target: readonly [number, number, number];
  /** rad. */
  readonly yaw: number;
  readonly pitch: number;
  /** m. */
  readonly distance: number;
}

export interface UprightPose {
  readonly position: readonly [number, number, number];
  /** x y z w. */
  readonly orientation: readonly [number, number, number, number];
}

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
  /** Looks from this direction, rad: about z from +x, and above the horizon. */
  lookFrom(yaw: number, pitch: number): void;
  /** Target, direction and distance of the view, for links. */
  readonly look: ViewLook;
  showLook(look: ViewLook): void;
  /** Called when the view has come to rest. */
  onlook: () => void;
  /** Where a robot or object would stand upright: pose of its main body. */
  uprightPose(entity: string): UprightPose | undefined;
  /** The view as a PNG file, with all pixels. */
  picture(): Promise<Blob | undefined>;
  /** The view in the words of `ubersim video --view`. */
  viewText(): string;
  /** Shows handles of the editor; undefined hides them. */
  showHandles(target: HandleTarget | undefined): void;
  /** Moves the handles to a place of their thing, m. */
  followHandles(entity: string, place: readonly [number, number, number]): void;
  /** Marks of the editor; undefined: none. `pick`: one of them is clicked. */
  showMarks(marks: readonly EditMark[] | undefined, pick: (mark: EditMark) => void): void;
}

export interface Page {
  readonly store: Store;
  readonly connection: Connection;
  readonly commands: Commands;
  readonly moves: Moves;
  readonly toasts: Toasts;
  readonly watchList: WatchList;
  readonly history: History;
  readonly updates: PageUpdates;
  readonly pictures: LivePictures;
  readonly pinned: Pick<PinnedCamera, "toggle">;
  /** Set after three.js is loaded; never set without WebGL. */
  world?: WorldView;
}
