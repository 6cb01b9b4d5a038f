// The client library: `import { connect } from "ubersim/client"`. Also loads in browsers: node:net is imported only when
// `connect` is called.

export { PROPERTY, type PropertyName } from "./AnswerWriter.js";
export type { Duplex, DuplexListener } from "./Duplex.js";
export type { Frame } from "./Frame.js";
export type { Component, Hello } from "./Hello.js";
export { MemoryDuplex, type MemoryPeer } from "./MemoryDuplex.js";
export { Picture } from "./Picture.js";
export { type MotorCommand, RobotClient } from "./RobotClient.js";
export { RobotError } from "./RobotError.js";
export { type ConnectOptions, connect } from "./TcpDuplex.js";
export { type ConnectWebSocketOptions, connectWebSocket } from "./WebSocketDuplex.js";
