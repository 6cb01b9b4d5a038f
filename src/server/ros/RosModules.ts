// What a connection of a ROS program needs; loaded with the first one.

export { RosLive } from "./RosLive.js";
export { RosPeer } from "./RosPeer.js";
