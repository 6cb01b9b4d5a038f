// 10,000 changed documents of each kind.

import { testChangedDocuments } from "./ChangedDocuments.js";

testChangedDocuments(10_000);
