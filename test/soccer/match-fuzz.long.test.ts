// Messages with random fields: each is answered, nothing is thrown, and the world stays valid.

import { it } from "vitest";
import { expectAnswers } from "./RandomMessages.js";

it.each(["nonsense", "noise"])("[F3] 3,000 messages, seed %s", (seed) => expectAnswers(seed, 1000));
