// The server library: `import { startServer } from "ubersim/server"`. Node only.

export { Control } from "./Control.js";
export type { GuestAddresses, GuestServerOptions } from "./GuestServer.js";
export type * from "./leagues/index.js";
export type { Controller } from "./plugins/Controllers.js";
export type { Plugin, PluginDoor } from "./plugins/Plugins.js";
export { type RunningServer, type ServerOptions, startServer } from "./Server.js";
