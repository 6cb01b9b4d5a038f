// The servos of the AIBO, within the ranges of Sony's software.

import { AIBO_JOINTS } from "../../robots/AiboJoints.js";
import { jointRange } from "./LegKinematics.js";
import { Servos } from "./Servos.js";

export { FRAME } from "./Servos.js";

const LIMITS = AIBO_JOINTS.map(({ name, speed }) => ({ name, speed, range: jointRange(name) }));

export class AiboServos extends Servos {
  constructor() {
    super(LIMITS);
  }
}
