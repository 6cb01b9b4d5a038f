// Documents changed at random (R11). fuzz.long.test.ts reads more of them.

import { testChangedDocuments } from "./ChangedDocuments.js";
import { testStructuredChanges } from "./StructuredChanges.js";

testChangedDocuments(400);
testStructuredChanges(100);
