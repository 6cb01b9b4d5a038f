// 10,000 documents of each kind changed at random, and 300 with structured changes.

import { testChangedDocuments } from "./ChangedDocuments.js";
import { testStructuredChanges } from "./StructuredChanges.js";

testChangedDocuments(10_000);
testStructuredChanges(300);
