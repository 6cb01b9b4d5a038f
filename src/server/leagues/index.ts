// Types of the leagues' options and addresses, for `ubersim/server`.

export type { LeggedAddresses, LeggedServerOptions } from "./legged/LeggedServer.js";
export type { SoccerSettings } from "./ssl/SoccerSettings.js";
export type { SslOptions } from "./ssl/SslOptions.js";
export type { SslAddresses } from "./ssl/SslPorts.js";
