// The server as a library: `import { startServer } from "ubersim/server"`. Node only.

export { Control } from "./Control.js";
export type { SoccerSettings } from "./leagues/ssl/SslMatch.js";
export type { SslOptions } from "./leagues/ssl/SslOptions.js";
export type { SslAddresses } from "./leagues/ssl/SslPorts.js";
export type { Controller } from "./plugins/Controllers.js";
export type { Plugin, PluginDoor } from "./plugins/Plugins.js";
export { type RunningServer, type ServerOptions, startServer } from "./Server.js";
