// What every part of the page is given.

import type { Connection } from "../Connection.js";
import type { Store } from "../Store.js";
import type { Commands } from "./Commands.js";
import type { History } from "./History.js";
import type { Painter } from "./Painter.js";
import type { Toasts } from "./Toasts.js";
import type { Watch } from "./Watch.js";

export interface Page {
  readonly store: Store;
  readonly connection: Connection;
  readonly commands: Commands;
  readonly toasts: Toasts;
  readonly watch: Watch;
  readonly history: History;
  readonly painter: Painter;
}
