// Errors in the text of a document: XML, limits (R11), elements, attributes, included files, events of a world, and the
// text files of robots (R8).

import type { ErrorRow } from "./ErrorRow.js";

export const DOCUMENT_ERRORS = {
  XML_MALFORMED: {
    what: "the XML is not well-formed",
    allowed: "well-formed XML in UTF-8",
    advice: "Correct the XML at this place: look for an unclosed tag or an unescaped < or &.",
  },
  XML_FORBIDDEN: {
    what: "the document uses a part of XML that is not accepted",
    allowed: "elements, attributes, text, comments, CDATA and the five predefined entities, in UTF-8",
    advice: "Remove it from the document.",
  },
  DOCUMENT_TOO_LARGE: {
    what: "the document or a file that it names is too large",
    allowed: "a size within the limit",
    advice: "Make it smaller, for example with simpler meshes, or raise the limit with --limit.",
  },
  DOCUMENT_TOO_DEEP: {
    what: "the elements are nested too deeply",
    allowed: "a depth within the limit",
    advice: "Look for an element that is not closed before the next one begins.",
  },
  TOO_MANY_ELEMENTS: {
    what: "the document has too many elements",
    allowed: "a number within the limit",
    advice: "Simplify the description, or split it.",
  },
  TOO_MANY_ATTRIBUTES: {
    what: "an element has too many attributes",
    allowed: "a number within the limit",
    advice: "Remove the attributes that this element does not need.",
  },
  TOO_MANY_BODIES: {
    what: "the document has too many bodies",
    allowed: "a number within the limit",
    advice: "Merge bodies that do not move relative to each other.",
  },
  TOO_MANY_SOLIDS: {
    what: "the document has too many solids",
    allowed: "a number within the limit",
    advice: "Replace a group of solids by one larger solid.",
  },
  TOO_MANY_JOINTS: {
    what: "the document has too many joints",
    allowed: "a number within the limit",
    advice: "Merge bodies that do not move relative to each other.",
  },
  TOO_MANY_DEVICES: {
    what: "the robot has too many devices",
    allowed: "a number within the limit",
    advice: "Remove the devices that no program uses.",
  },
  TOO_MANY_RAYS: {
    what: "the sensors of the robot cast too many rays in total",
    allowed: "a number within the limit",
    advice: "Use fewer Rays, fewer Layers or fewer sensors.",
  },
  TOO_MANY_PIXELS: {
    what: "the cameras of the robot have too many pixels in total",
    allowed: "a number within the limit",
    advice: "Use a smaller Width and Height, or fewer cameras.",
  },
  TOO_MANY_DELAYS: {
    what: "a latency trace has too many delays",
    allowed: "a number within the limit",
    advice: "Use a shorter trace: it repeats when it ends.",
  },
  TOO_MANY_TRIANGLES: {
    what: "the meshes and heightfields have too many triangles in total",
    allowed: "a number within the limit",
    advice: "Simplify the meshes, or use primitive solids.",
  },
  NAME_TOO_LONG: {
    what: "the name is too long",
    allowed: "a length within the limit",
    advice: "Choose a shorter name.",
  },
  NAME_RESERVED: {
    what: "the name is reserved",
    allowed: "any other name",
    advice: "Choose another name.",
  },
  ELEMENT_UNKNOWN: {
    what: "this element is not allowed here",
    allowed: "one of the elements that belong here",
    advice: "Check the spelling and the position of the element, or remove it.",
  },
  ELEMENT_MISSING: {
    what: "an element is missing",
    allowed: "the missing element",
    advice: "Add the element.",
  },
  ELEMENT_REPEATED: {
    what: "an element appears twice",
    allowed: "the element once",
    advice: "Remove one of the two.",
  },
  ELEMENT_UNSUPPORTED: {
    what: "this element is not supported here",
    allowed: "a document without this element",
    advice: "Remove the element.",
  },
  ATTRIBUTE_UNKNOWN: {
    what: "this attribute is not allowed here",
    allowed: "one of the attributes of this element",
    advice: "Check the spelling, or remove the attribute.",
  },
  ATTRIBUTE_MISSING: {
    what: "an attribute is missing",
    allowed: "the missing attribute",
    advice: "Add the attribute to the opening tag.",
  },
  TEXT_UNEXPECTED: {
    what: "there is text where only elements are allowed",
    allowed: "elements and white space",
    advice: "Remove the text, or put it into an element.",
  },
  NUMBER_MALFORMED: {
    what: "the text is not a number",
    allowed: "a number such as 1.5, -2e-3 or 1.5708f",
    advice: "Write the number with a decimal point and without a unit.",
  },
  RATE_TOO_HIGH: {
    what: "the rate is above one sample per step",
    allowed: "at most 1 / Step",
    advice: "Lower the rate, or shorten the Step of the world.",
  },
  FILE_FORBIDDEN: {
    what: "this file may not be read",
    allowed: "a relative path without .. inside the assets directory",
    advice: "Use such a path, or write the data into the document.",
  },
  FILE_MISSING: {
    what: "the file cannot be read",
    allowed: "the path of a readable file",
    advice: "Check the path, and that the simulator has permission to read the file.",
  },
  TOO_MANY_FILES: {
    what: "the world names too many files",
    allowed: "a number within the limit",
    advice: "Merge several of the files into one.",
  },
  INCLUDE_CYCLIC: {
    what: "a file includes itself, directly or through other files",
    allowed: "files that do not include each other in a cycle",
    advice: "Remove one Include of the cycle.",
  },
  TOO_MANY_EVENTS: {
    what: "the world has too many events, or too many lines in its events",
    allowed: "a number within the limit",
    advice: "Repeat one event with Every and Times.",
  },
  EVENT_UNKNOWN: {
    what: "there is no event of this name",
    allowed: "the name of an event of this world",
    advice: "Check the spelling of the name; names are case-sensitive.",
  },
  ACTION_UNKNOWN: {
    what: "no plug-in has registered an action of this name",
    allowed: "the name of an action of a plug-in",
    advice: "Start with --plugin FILE, and check the spelling of the name.",
  },
  EVENT_CYCLIC: {
    what: "an event waits for itself, so it never starts",
    allowed: "events that do not wait for each other in a cycle",
    advice: "Remove After from one event of the cycle, and give that event an At.",
  },
  TRIGGER_CONDITION: {
    what: "a trigger needs exactly one kind of condition",
    allowed: "solids (Box, Sphere, Cylinder), or one of Contact, Joint, Sensor, Message",
    advice: "Add a condition, or split the trigger into several.",
  },
  TEXT_MALFORMED: {
    what: "a line of the robot's text file cannot be read",
    allowed: "KEY = value value ... # comment; or XML, which begins with <",
    advice: "Write a key, an equals sign and at least one value on the line.",
  },
  KEY_UNKNOWN: {
    what: "robots of this type have no such key",
    allowed: "one of the keys of this robot type",
    advice: "Check the spelling (keys are case-sensitive), or remove the line.",
  },
  KEY_MISSING: {
    what: "a key is missing",
    allowed: "the missing key",
    advice: "Add a line for each missing key.",
  },
  KEY_REPEATED: {
    what: "a key appears twice",
    allowed: "each key once",
    advice: "Remove one of the two lines.",
  },
} as const satisfies Record<string, ErrorRow>;
