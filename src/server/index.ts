// The server as a library: `import { startServer } from "ubersim/server"`. Node only.

export { Control } from "./Control.js";
export type { Controller } from "./Controllers.js";
export type { Plugin, PluginDoor } from "./Plugins.js";
export { type RunningServer, type ServerOptions, startServer } from "./Server.js";
export type { SoccerSettings } from "./SslMatch.js";
export type { SslOptions } from "./SslOptions.js";
export type { SslAddresses } from "./SslPorts.js";
