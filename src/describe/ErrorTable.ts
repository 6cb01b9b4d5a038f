// Every error a person can meet is one row of this table: what is wrong, what would have been right, what to do.
// docs/errors.md prints the same table and a test keeps the two alike.

interface ErrorRow {
  /** What is wrong, in one sentence. */
  readonly what: string;
  /** What would have been right. */
  readonly allowed: string;
  /** What to do about it, where the case knows nothing better. */
  readonly advice: string;
}

export const ERROR_TABLE = {
  // descriptions
  NAME_EMPTY: { what: "a name is missing", allowed: "a text of at least one character", advice: "Give it a name." },
  NAME_MALFORMED: {
    what: "a name has characters that are not allowed",
    allowed: "a text without / and control characters",
    advice: "Take letters, digits, spaces and dashes only.",
  },
  NAME_TAKEN: { what: "two things have the same name", allowed: "names that differ", advice: "Rename one of the two." },
  TYPE_WRONG: {
    what: "a value is missing or of the wrong type",
    allowed: "a value of the type given",
    advice: "Write a value of that type, or leave out what may be left out.",
  },
  LENGTH_WRONG: {
    what: "a list has the wrong length",
    allowed: "as many entries as given",
    advice: "Count the entries and write as many as are allowed.",
  },
  PROPERTY_UNKNOWN: {
    what: "there is no such property",
    allowed: "one of the properties there are",
    advice: "Check the spelling, or leave it out.",
  },
  PROPERTY_MISPLACED: {
    what: "a property does not fit the others",
    allowed: "properties that go together",
    advice: "Leave it out, or change what it does not fit.",
  },
  KIND_UNKNOWN: {
    what: "there is no such kind",
    allowed: "one of the kinds there are",
    advice: "Choose one of the kinds that are allowed.",
  },
  NUMBER_NOT_FINITE: {
    what: "a number is not finite",
    allowed: "a finite number",
    advice: "Look for NaN, infinity or a division by zero where the number is made.",
  },
  VALUE_OUT_OF_RANGE: {
    what: "a value is out of range",
    allowed: "a value in the range given",
    advice: "Choose a value in that range, and check its unit.",
  },
  MASS_NOT_POSITIVE: {
    what: "a mass is not positive",
    allowed: "a mass above 0 kg",
    advice: "Give a mass above 0, in kilograms.",
  },
  MASS_MISSING: {
    what: "a moving body has no mass, or a mass without extent",
    allowed: "a Mass on the body or on one of its solids, and an Inertia where there are no solids",
    advice: "Give the body a solid with a Mass.",
  },
  INERTIA_NOT_PHYSICAL: {
    what: "an inertia tensor belongs to no real body",
    allowed: "a symmetric positive tensor whose principal moments obey a + b >= c",
    advice: "Leave Inertia out where there are solids: it is computed from them.",
  },
  SIZE_NOT_POSITIVE: {
    what: "a solid is degenerate",
    allowed: "sizes above 0 m",
    advice: "Give every length above 0, in metres.",
  },
  AXIS_ZERO: {
    what: "an axis has no direction",
    allowed: "a vector that is not zero",
    advice: "Write at least one number that is not 0, such as 0 0 1.",
  },
  AXES_PARALLEL: {
    what: "two axes of a joint are parallel",
    allowed: "axes that differ in direction",
    advice: "Turn one of the axes, best to a right angle.",
  },
  AXIS_MISSING: {
    what: "a joint has the wrong number of axes",
    allowed: "as many axes as its kind has",
    advice: "Give as many axes as this kind of joint has, or choose another kind.",
  },
  BODY_UNKNOWN: {
    what: "a joint names a body that does not exist",
    allowed: "the name of a body",
    advice: "Write the body's name as in its description, upper and lower case alike.",
  },
  SOLID_UNKNOWN: {
    what: "a sensor names a solid that does not exist",
    allowed: "the name of a solid",
    advice: "Write the solid's name as in its description, upper and lower case alike.",
  },
  JOINT_TO_ITSELF: {
    what: "a joint holds a body to itself",
    allowed: "two different bodies, or Body1 alone",
    advice: "Name another body as Body2, or leave Body2 out to fasten it to the world.",
  },
  MATERIAL_UNKNOWN: {
    what: "a material is not known",
    allowed: "the name of a known material",
    advice: "Choose a known material, or define this one in the world.",
  },
  MESH_MALFORMED: {
    what: "a mesh is malformed",
    allowed: "3 numbers a vertex, 3 vertex numbers a triangle",
    advice: "Check the mesh's numbers, or export its file again as triangles.",
  },
  MESH_WITHOUT_VOLUME: {
    what: "a mesh of a moving body has no volume",
    allowed: "a closed mesh that is not flat",
    advice: "Close the mesh and give it thickness, or take a Box.",
  },
  HEIGHTFIELD_MALFORMED: {
    what: "a heightfield is malformed",
    allowed: "rows x columns heights, at least 2 x 2, of positive size",
    advice: "Give as many heights as rows times columns, 2 x 2 or more.",
  },
  TEXTURE_TOO_LARGE: {
    what: "a texture is too large, or empty",
    allowed: "1 to 2048 pixels wide and high",
    advice: "Scale the picture down: cameras see no more than a few hundred pixels of it.",
  },
  TEXTURE_UNMAPPED: {
    what: "a texture cannot lie on this solid",
    allowed: "a texture on any solid but a Mesh, which has no texture coordinates",
    advice: "Give the mesh a Color, or take the texture to a Box over it.",
  },
  TEXTURE_UNREADABLE: {
    what: "a texture's picture cannot be read",
    allowed: "a PNG of 8 or 16 bits",
    advice: "Export the picture again as PNG, whole and not interlaced.",
  },
  TOO_MANY_TEXELS: {
    what: "the textures have too many pixels",
    allowed: "as many as the limit says",
    advice: "Scale the pictures down, or take a small one that is tiled.",
  },
  LENS_FOLDS: {
    what: "a lens shows one direction in two places of the picture",
    allowed: "distortion that only grows from the middle of the picture to its corners",
    advice: "Take smaller K1, K2, K3, P1 and P2, or a smaller Fov.",
  },
  SOLID_ONLY_STATIC: {
    what: "this solid cannot move",
    allowed: "Plane and Heightfield only in static bodies",
    advice: "Move it to a Static of the world, or take a Box.",
  },
  BODIES_MISSING: {
    what: "an entity has no body",
    allowed: "at least one body with at least one solid or a mass",
    advice: "Add a body with a solid.",
  },

  // documents
  XML_MALFORMED: {
    what: "the XML is not well-formed",
    allowed: "well-formed XML in UTF-8",
    advice: "Correct the XML there: look for a tag that is not closed or a character that is not escaped.",
  },
  XML_FORBIDDEN: {
    what: "this part of XML is not accepted",
    allowed: "elements, attributes, text, comments and the five named entities",
    advice: "Take it out of the document, and write plain UTF-8.",
  },
  DOCUMENT_TOO_LARGE: {
    what: "the document is too large",
    allowed: "as many bytes as the limit says",
    advice: "Shorten it: simplify meshes, leave out comments.",
  },
  DOCUMENT_TOO_DEEP: {
    what: "elements are nested too deeply",
    allowed: "as many levels as the limit says",
    advice: "Close elements before you open the next.",
  },
  TOO_MANY_ELEMENTS: {
    what: "the document has too many elements",
    allowed: "as many as the limit says",
    advice: "Split or simplify the description.",
  },
  TOO_MANY_ATTRIBUTES: {
    what: "an element has too many attributes",
    allowed: "as many as the limit says",
    advice: "Give the rest as elements.",
  },
  TOO_MANY_BODIES: {
    what: "the robot has too many bodies",
    allowed: "as many as the limit says",
    advice: "Join bodies that do not move against each other.",
  },
  TOO_MANY_SOLIDS: {
    what: "the robot has too many solids",
    allowed: "as many as the limit says",
    advice: "Replace groups of solids by one larger solid.",
  },
  TOO_MANY_JOINTS: {
    what: "the robot has too many joints",
    allowed: "as many as the limit says",
    advice: "Join bodies that do not move against each other.",
  },
  TOO_MANY_DEVICES: {
    what: "the robot has too many sensors",
    allowed: "as many as the limit says",
    advice: "Leave out sensors that nobody reads.",
  },
  TOO_MANY_RAYS: {
    what: "the sensors cast too many rays",
    allowed: "as many as the limit says",
    advice: "Take fewer Rays, fewer Layers or fewer sensors.",
  },
  TOO_MANY_DELAYS: {
    what: "a latency has too many measured delays",
    allowed: "as many as the limit says",
    advice: "Give a shorter trace: it is repeated.",
  },
  TOO_MANY_TRIANGLES: {
    what: "the meshes have too many triangles",
    allowed: "as many as the limit says",
    advice: "Simplify the meshes, or take primitive solids.",
  },
  NAME_TOO_LONG: {
    what: "a name is too long",
    allowed: "as many bytes as the limit says",
    advice: "Choose a shorter name.",
  },
  NAME_RESERVED: {
    what: "a name is reserved by the protocol",
    allowed: "any other name",
    advice: "Choose another name.",
  },
  ELEMENT_UNKNOWN: {
    what: "there is no such element here",
    allowed: "one of the elements there are",
    advice: "Check the spelling and where it stands, or leave it out.",
  },
  ELEMENT_MISSING: { what: "an element is missing", allowed: "the element named", advice: "Add it." },
  ELEMENT_REPEATED: {
    what: "an element stands here twice",
    allowed: "the element once",
    advice: "Leave one of them out.",
  },
  ELEMENT_UNSUPPORTED: {
    what: "this element is not supported yet",
    allowed: "a document without it",
    advice: "Leave it out.",
  },
  ATTRIBUTE_UNKNOWN: {
    what: "there is no such attribute here",
    allowed: "one of the attributes there are",
    advice: "Check the spelling, or leave it out.",
  },
  ATTRIBUTE_MISSING: {
    what: "an attribute is missing",
    allowed: "the attribute named",
    advice: "Add it to the opening tag.",
  },
  TEXT_UNEXPECTED: {
    what: "there is text where elements belong",
    allowed: "elements and white space",
    advice: "Remove the text, or put it into an element.",
  },
  NUMBER_MALFORMED: {
    what: "this is not a number",
    allowed: "a number such as 1.5, -2e-3 or 1.5708f",
    advice: "Write a number with a point, without unit.",
  },
  RATE_TOO_HIGH: {
    what: "a rate is above one sample a step",
    allowed: "at most 1 / step",
    advice: "Lower the rate, or shorten the world's Step.",
  },
  FILE_FORBIDDEN: {
    what: "this file may not be read",
    allowed: "a relative path without .. inside the directory of assets",
    advice: "Name it by a relative path, or write its data into the document.",
  },
  FILE_MISSING: {
    what: "a file cannot be read",
    allowed: "the path of a readable file",
    advice: "Check the path, and that the server may read the file.",
  },
  TOO_MANY_FILES: {
    what: "the world names too many files",
    allowed: "as many as the limit says",
    advice: "Put several of the files into one.",
  },
  INCLUDE_CYCLIC: {
    what: "a file includes itself",
    allowed: "files that do not include each other in a circle",
    advice: "Remove one Include of the circle.",
  },
  TOO_MANY_EVENTS: {
    what: "the world has too many events or lines in them",
    allowed: "as many as the limit says",
    advice: "Repeat one event with Every and Times.",
  },
  EVENT_UNKNOWN: {
    what: "there is no such event",
    allowed: "the name of an event of the world",
    advice: "Check the spelling.",
  },
  EVENT_CYCLIC: {
    what: "an event comes after itself, so that it never starts",
    allowed: "events that do not come after each other in a circle",
    advice: "Let one of them have an At and no After.",
  },
  TEXT_MALFORMED: {
    what: "a line of a robot's text file cannot be read",
    allowed: "NAME = value value ... # comment, or XML that begins with <",
    advice: "Write one name, an equals sign and its values on the line.",
  },
  KEY_UNKNOWN: {
    what: "a robot of this type has no such line",
    allowed: "one of the lines there are",
    advice: "Check the spelling, or leave it out.",
  },
  KEY_MISSING: { what: "a line is missing", allowed: "the line named", advice: "Add it." },
  KEY_REPEATED: { what: "a line stands here twice", allowed: "the line once", advice: "Leave one of them out." },

  // the running world
  ENTITY_TAKEN: {
    what: "the world already has an entity of that name",
    allowed: "a name that is not taken",
    advice: "Choose another name, or remove the other entity first.",
  },
  ENTITY_UNKNOWN: {
    what: "the world has no such entity",
    allowed: "the name of an entity",
    advice: "Ask `list` or `physics.names` what is in the world now.",
  },
  COMPONENT_UNKNOWN: {
    what: "there is no such body, joint or sensor",
    allowed: "the name of one that is there",
    advice: "Check the spelling, upper and lower case alike; Hello lists a robot's components.",
  },
  PARAMETER_UNKNOWN: {
    what: "a device has no such parameter",
    allowed: "one of its parameters",
    advice: "Look it up in docs/protocol.md, section 6, and count the axes.",
  },
  PARAMETER_UNSUPPORTED: {
    what: "this parameter is not supported",
    allowed: "Vel together with FMax",
    advice: "Set Vel and FMax instead.",
  },
  COMMAND_NOT_FINITE: {
    what: "a command is not a usable number",
    allowed: "a finite number; infinity only for LoStop, HiStop and FMax",
    advice: "Look for NaN or a division by zero where the number is made.",
  },
  FORCE_NOT_MEASURABLE: {
    what: "the force through this joint cannot be measured",
    allowed: "a joint that holds two bodies which no fixed joints hold together already",
    advice: "Name another joint, or leave out the JointFixed beside it.",
  },
  MOVE_IMPOSSIBLE: {
    what: "this body hangs on the world by a joint and cannot be put elsewhere",
    allowed: "bodies that can move freely",
    advice: "Move its root or another body, or drive its joint.",
  },
  SNAPSHOT_FOREIGN: {
    what: "the snapshot is of another world",
    allowed: "a snapshot taken from this world",
    advice: "Restore it in the world in which it was taken.",
  },
  EXPLODED: {
    what: "the motion left all bounds",
    allowed: "speeds below 1e5 m/s or rad/s, places within 1e7 m",
    advice: "Lower forces, gains and speeds, raise small masses, or shorten the Step.",
  },
  OVERCROWDED: {
    what: "the entity has more contacts than fit into the engine's memory",
    allowed: "fewer solids that reach into each other",
    advice: "Move solids apart, or join those that overlap into one body.",
  },
  DISPOSED: {
    what: "the world was disposed of",
    allowed: "a world that has not been disposed of",
    advice: "Create a new world.",
  },
  WORLD_BROKEN: {
    what: "the world cannot be stepped even without the robot at fault",
    allowed: "a world whose bodies can exist side by side",
    advice: "Move the world's own bodies apart, or remove the one you added last.",
  },
  ENGINE_REFUSED: {
    what: "the physics engine refused the model",
    allowed: "a model it can compile",
    advice: "Look for extreme masses, sizes or inertias in what you added last.",
  },
  ENGINE_UNEXPECTED: {
    what: "the physics engine's memory is not laid out as expected",
    allowed: "the version of @mujoco/mujoco named in package.json",
    advice: "Run `npm install` again.",
  },

  // joining and talking
  SPAWN_BLOCKED: {
    what: "the robot would start inside another one",
    allowed: "a free place",
    advice: "Give another Offset, or wait until the place is free.",
  },
  MESSAGE_TOO_SHORT: {
    what: "a message is shorter than its own header",
    allowed: "at least 6 bytes",
    advice: "Count the length over the whole message, its own four bytes included.",
  },
  MESSAGE_TOO_LONG: {
    what: "a message is too long",
    allowed: "as many bytes as the limit says",
    advice: "Check that lengths are little-endian and that no message before was cut short.",
  },
  MESSAGE_UNNAMED: {
    what: "a message has no proper name",
    allowed: "a name in UTF-8 that ends with NUL",
    advice: "End every name with a byte 0, and send no empty name.",
  },
  MESSAGE_RESERVED: {
    what: "this message is only sent by the server",
    allowed: "Timestamp, SimEnd or a component",
    advice: "Send SimEnd where your answer is complete; leave the server's messages to the server.",
  },
  COMPONENT_DEAF: {
    what: "this component takes no messages",
    allowed: "the name of one that does",
    advice: "Send to a component whose `takes` in Hello is not empty.",
  },
  PAYLOAD_SIZE_WRONG: {
    what: "a message has the wrong size for its component",
    allowed: "as many bytes as given",
    advice: "Send exactly the fields that Hello says it takes (`takes`; docs/protocol.md).",
  },
  TIMESTAMP_LATE: {
    what: "a timestamp is later than the frame that it answers",
    allowed: "the frame's time or earlier",
    advice: "Copy the Timestamp of the frame that you answer, or leave it out.",
  },
  TOO_MANY_MESSAGES: {
    what: "one answer has too many messages",
    allowed: "as many as the limit says",
    advice: "Say each thing once a frame, and send SimEnd.",
  },
  TOO_FAR_AHEAD: {
    what: "the client has sent too much ahead",
    allowed: "as many bytes as the limit says",
    advice: "Send fewer commands, and wait for frames before you answer them.",
  },
  DOCUMENT_LATE: {
    what: "the document did not end in time",
    allowed: "a document and %% within the time-out",
    advice: "End the document with %% as soon as it is sent.",
  },
  STALLED: {
    what: "the client did not answer in time",
    allowed: "SimEnd within the time-out",
    advice: "Answer every frame with SimEnd; `--stall` of the server sets how long it waits.",
  },
  BACKLOG_FULL: {
    what: "the client does not read what it is sent",
    allowed: "a client that keeps reading",
    advice: "Read all the time, or ask for fewer samples with Rate and ControlRate.",
  },
  TOO_MANY_CLIENTS: {
    what: "the server has no room for another client",
    allowed: "as many as the limit says",
    advice: "Wait until somebody leaves, or start another server.",
  },
  NOT_IN_SNAPSHOT: {
    what: "the restored snapshot does not know this robot",
    allowed: "a robot that was there",
    advice: "Connect again.",
  },
  REMOVED: {
    what: "the robot was removed from the world by somebody",
    allowed: "a robot that nobody takes away",
    advice: "Connect again to come back.",
  },
  INTERNAL: {
    what: "the server made a mistake",
    allowed: "nothing that you can change",
    advice: "Report it, with the document and what the server printed.",
  },
  SERVER_STOPPED: {
    what: "the server stopped",
    allowed: "a server that runs",
    advice: "Start the server again, then connect.",
  },
  CONTROLLER_FAILED: {
    what: "a robot's controller failed",
    allowed: "a module whose default export is an async function that drives its robot",
    advice: "Correct the controller's module.",
  },
  PLUGIN_REFUSED: {
    what: "a plug-in cannot be taken",
    allowed: "a module whose default export is a function that registers devices and robot types",
    advice: "Correct the plug-in; docs/extending.md has one that works.",
  },
  PLUGIN_FAILED: {
    what: "a plug-in failed",
    allowed: "a plug-in that throws nothing but refusals and gives what docs/extending.md says",
    advice: "Correct the plug-in; the server's log has what it threw, with its stack, or what it gave.",
  },
  PLUGIN_HANGS: {
    what: "a plug-in or a controller does not come back",
    allowed: "calls that return within the seconds of --watchdog",
    advice: "Take the endless loop out of it; --watchdog off lets a debugger look at it.",
  },
  FILE_UNWRITABLE: {
    what: "a file cannot be written",
    allowed: "the path of a file in a directory that may be written to",
    advice: "Check the path, and that the directory is there.",
  },
  SERVER_MISSING: {
    what: "no simulator answers there",
    allowed: "the address of a simulator that runs",
    advice: "Start one with `ubersim run`, or say with --host and --http where it is.",
  },
  PORT_UNAVAILABLE: {
    what: "a port cannot be opened",
    allowed: "a free port of this machine",
    advice: "End the other program, or choose another port.",
  },
  INTERFACE_UNKNOWN: {
    what: "this machine has no such network interface",
    allowed: "the name or the IPv4 address of one",
    advice: "Choose one of those there are, or leave --ssl-interface out.",
  },
  UNREADABLE: {
    what: "a message of the league's protocols cannot be read",
    allowed: "the message of this port with all its required fields, 16384 bytes at most",
    advice: "Check that the message belongs to this port, and that its encoder is of the league's files.",
  },
  SENDER_REFUSED: {
    what: "commands come from somebody else than before",
    allowed: "in a tournament one address a team, the first that sends commands",
    advice: "Send from that machine, or start the simulator again.",
  },
  SYNC_STEP_WRONG: {
    what: "a synchronous step cannot be made",
    allowed: "a multiple of the world's step, the same for all synchronous clients",
    advice: "Ask for the step that is allowed.",
  },
  SYNC_ASKED_TWICE: {
    what: "a synchronous client asked before it was answered",
    allowed: "one request at a time",
    advice: "Wait for the answer, then ask for the next step.",
  },
  SYNC_RESTARTED: {
    what: "a reset came before a synchronous step was done",
    allowed: "a step from where the world stands now, which the answer shows",
    advice: "Forget what was known, and ask again.",
  },
  SYNC_TEAM_UNKNOWN: {
    what: "robot commands came to a port of no team",
    allowed: "robot commands at the port of the blue or the yellow team",
    advice: "Connect to the team's port, 10301 for blue and 10302 for yellow unless told otherwise.",
  },
  PLAYER_UNKNOWN: {
    what: "no such robot plays",
    allowed: "the id of a robot that is on the field",
    advice: "Add it with teleport_robot and present, or choose another id.",
  },
  PLAYER_DRIVEN: {
    what: "a robot is driven by a client of its own",
    allowed: "the id of a robot that nobody drives",
    advice: "Let its own client drive it; it may be moved and removed from here.",
  },
  PLAYER_UNDESCRIBED: {
    what: "nobody knows how the robot to be added is built",
    allowed: "a team of which the world's file has a robot",
    advice: "Give the world a robot of that team, or add it with spawn.",
  },
  FIELD_MISSING: {
    what: "a field that a message needs is not set",
    allowed: "the field set",
    advice: "Set the field.",
  },
  CUSTOM_UNKNOWN: {
    what: "a custom message is of a kind that is not known",
    allowed: "RobotSpecErForce in specs, RealismConfigErForce in realism",
    advice: "Leave it out, or send one of those.",
  },
  SPEC_IMPOSSIBLE: {
    what: "a robot cannot be given these specs",
    allowed: "specs that fit the robot",
    advice: "Change the specs, or the robot's text file.",
  },
  BALL_MISSING: {
    what: "there is no ball",
    allowed: "a world with an object named Ball",
    advice: "Give the world an object named Ball.",
  },
  RENDERER_MISSING: {
    what: "the packages that draw on a graphics card cannot be had",
    allowed: "both packages where the server is started",
    advice: "Say npm install three webgpu there, or take --renderer cpu.",
  },
  NO_ADAPTER: {
    what: "there is no graphics card that WebGPU can use",
    allowed: "a card whose driver speaks Vulkan, Metal or Direct3D 12",
    advice: "Install the card's driver (docs/cameras.md), or take --renderer cpu.",
  },

  // control
  VERB_UNKNOWN: {
    what: "there is no such verb",
    allowed: "one of the verbs there are",
    advice: "Ask `help` for the verbs.",
  },
  VERB_MISPLACED: {
    what: "an event cannot say this verb",
    allowed: "one of the verbs that events may say",
    advice: "Say it on the console instead.",
  },
  LIMIT_UNKNOWN: {
    what: "there is no such limit",
    allowed: "one of the limits there are",
    advice: "Check the spelling.",
  },
  ARGUMENT_WRONG: {
    what: "an argument is missing or wrong",
    allowed: "what the verb's help says",
    advice: "Ask `help` for the verb's arguments.",
  },
  STATE_WRONG: {
    what: "this cannot be done now",
    allowed: "another moment",
    advice: "Try again when the state is the one that is allowed.",
  },
  LIGHT_UNKNOWN: {
    what: "the world has no such light",
    allowed: "the name of a light",
    advice: "Choose a light of the world's file.",
  },
  VERSION_WRONG: {
    what: "the viewer is of another version",
    allowed: "the version of the simulator",
    advice: "Reload the page.",
  },
  TOO_MANY_REQUESTS: {
    what: "requests come too fast",
    allowed: "as many a second as the limit says",
    advice: "Wait for answers between your requests.",
  },
  SNAPSHOT_UNKNOWN: {
    what: "there is no such snapshot",
    allowed: "the name of a snapshot that was taken",
    advice: "Take one with `snapshot`, or choose one that was taken.",
  },
  REQUEST_MALFORMED: {
    what: "the request cannot be read",
    allowed: "POST /api/VERB with a JSON object",
    advice: "Compare what you sent with docs/control.md, or for a robot with docs/protocol.md.",
  },
  REQUEST_TOO_LARGE: {
    what: "the request is too large",
    allowed: "as many bytes as the limit says",
    advice: "Send less at a time.",
  },
  TOKEN_WRONG: {
    what: "the token is missing or wrong",
    allowed: "the token that the server printed at its start",
    advice: "Copy the token from the line that the server printed.",
  },
  ORIGIN_FORBIDDEN: {
    what: "this page or host may not ask",
    allowed: "pages of this server, by a name it listens on",
    advice: "Open the page by an address that the server printed.",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_TABLE;
