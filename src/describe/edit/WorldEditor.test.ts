// [E5] The document is the truth: edits keep the bytes of everything else, undo gives the same bytes, and several editors do not
// lose each other's work.

import { describe, expect, test } from "vitest";
import { FAKE_KINDS } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { inspectWorldDocument } from "../world/WorldDocument.js";
import { viewDocument } from "./DocumentView.js";
import { EditRefused } from "./EditRefused.js";
import { shortNumber } from "./SourceStyle.js";
import type { SourceElement } from "./SourceTree.js";
import { WorldEditor } from "./WorldEditor.js";

const TEXT = `<?xml version="1.0"?>
<!-- a room -->
<World name="room">
  <Gravity> 0 0 -9.81 </Gravity> <!-- earth -->

  <Static name="floor"><Plane name="P"/></Static>
  <Static name="walls">
    <!-- the north wall -->
    <Box name="North"> <XSize>4</XSize> <YSize>0.2</YSize> <ZSize>1</ZSize> <Position>0 2 0.5</Position> </Box>
    <Box name="South">
      <XSize>4</XSize> <YSize>0.2</YSize> <ZSize>1</ZSize>
      <Position> <x>0</x> <y>-2</y> <z>0.5</z> </Position>
    </Box>
  </Static>
  <Light name='Sun' type="sun"> <Direction>0 0 -1</Direction> </Light>
</World>
`;

function open(text = TEXT): WorldEditor {
  return new WorldEditor({
    text,
    file: "room.xml",
    read: (one) => inspectWorldDocument(one, { kinds: FAKE_KINDS, file: "room.xml" }),
  });
}

function find(editor: WorldEditor, name: string): SourceElement {
  for (const element of editor.document.elements)
    if (element.attributes.some((one) => one.name === "name" && one.value === name)) return element;
  throw new Error(`no ${name}`);
}

/** Applies operations at once, as the only user. */
function edit(editor: WorldEditor, ...operations: unknown[]): string {
  editor.propose(operations, { editor: "me" }).accept();
  return editor.text;
}

describe("[E5] the text around an edit stays", () => {
  test("a value, in either form of a vector", () => {
    const editor = open();
    const moved = edit(editor, { op: "set", id: find(editor, "North").id, field: "Position", value: [0, 2.1, 0.5] });
    expect(moved).toBe(TEXT.replace("<Position>0 2 0.5<", "<Position>0 2.1 0.5<"));
    const both = edit(editor, { op: "set", id: find(editor, "South").id, field: "Position", value: "1 -2 0.5" });
    expect(both).toBe(moved.replace("<x>0</x>", "<x>1</x>"));
    const { root } = editor.document;
    expect(edit(editor, { op: "set", id: root.id, field: "Gravity", value: "0 0 -1.62" })).toBe(
      both.replace("> 0 0 -9.81 <", "> 0 0 -1.62 <"),
    );
  });

  test("attributes, in the quotes that are there", () => {
    const editor = open();
    const text = edit(editor, { op: "set", id: find(editor, "Sun").id, field: "@name", value: `the "sun" & more` });
    expect(text).toBe(TEXT.replace("'Sun'", "'the &quot;sun&quot; &amp; more'"));
    expect(viewDocument(editor).root.children.at(-1)?.attributes.name).toBe(`the "sun" & more`);
  });

  test("a new value goes beside the others, a new element has the indentation of its neighbours", () => {
    const editor = open();
    const text = edit(editor, { op: "set", id: find(editor, "North").id, field: "Color", value: "#ff0000" });
    expect(text).toContain("<Position>0 2 0.5</Position> <Color>#ff0000</Color> </Box>");
    const wall = `<Box name="East"><XSize>0.2</XSize><YSize>4</YSize><ZSize>1</ZSize><Position>2 0 0.5</Position></Box>`;
    const added = edit(editor, { op: "add", parent: find(editor, "walls").id, xml: wall });
    expect(added).toContain(
      `\n    </Box>\n    <Box name="East">\n      <XSize>0.2</XSize> <YSize>4</YSize> <ZSize>1</ZSize> <Position>2 0 0.5</Position>\n    </Box>\n  </Static>`,
    );
  });

  test("a first child of an empty element; removing leaves no blank line", () => {
    const editor = open();
    const text = edit(
      editor,
      { op: "add", xml: '<Object name="ball"><RigidBodies/></Object>', as: "ball" },
      { op: "remove", id: find(editor, "North").id },
      { op: "remove", id: "ball" },
    );
    expect(text).toBe(TEXT.replace(/\n {4}<Box name="North">.*/, ""));
  });

  test("move keeps text and ids, copy takes a free name", () => {
    const editor = open();
    const [north, south] = [find(editor, "North"), find(editor, "South")];
    edit(editor, { op: "move", id: south.id, before: north.id });
    expect(editor.document.find(south.id)?.parent?.children.map(({ id }) => id)).toEqual([south.id, north.id]);
    const text = edit(editor, { op: "copy", id: north.id, as: "c" }, { op: "place", id: "c", move: [0, 1, 0] });
    expect(text).toContain(
      `<Box name="North-2"> <XSize>4</XSize> <YSize>0.2</YSize> <ZSize>1</ZSize> <Position>0 3 0.5</Position> </Box>`,
    );
  });

  test("CR LF, CDATA and entities", () => {
    const text = TEXT.replace(/\n/g, "\r\n").replace("a room", "a room; <![CDATA[ <no> ]]>");
    const editor = open(text);
    const { root } = editor.document;
    const changed = edit(editor, { op: "add", xml: '<Event name="e"><At>1</At><Do>pause</Do></Event>' });
    expect(changed).toContain('\r\n  <Event name="e"> <At>1</At> <Do>pause</Do> </Event>\r\n</World>');
    edit(editor, { op: "set", id: root.id, field: "Seed", value: 7 });
    for (let i = 0; i < 2; i++) editor.undo("me").accept();
    expect(editor.text).toBe(text);
  });

  test("numbers are short", () => {
    expect([0.1 + 0.2, 1 / 3, 1e-20, -0, 12345.678, 1e7].map(shortNumber)).toEqual([
      "0.3",
      "0.3333333333",
      "0",
      "0",
      "12345.678",
      "10000000",
    ]);
  });
});

describe("[E5] names in other elements", () => {
  const DOOR = `<World name="w">
  <Static name="Door"><Box name="Leaf"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box><Path><Point><At>1</At><Offset>1 0 0</Offset></Point></Path></Static>
  <Trigger name="mat"><Sphere><Radius>1</Radius></Sphere><Body>Door</Body><Who>Door</Who><Who>robots</Who><Do>path Door forward</Do><Do>say Doors and Door/Leaf</Do></Trigger>
  <Event name="later"><After>mat</After><At>1</At><Do>glide name="Door" 2 "0 0 0"</Do></Event>
  <Light name="Lamp" type="point"/>
  <!-- group "entry": "Door" "mat" "later" -->
</World>`;

  test("follow a rename", () => {
    const editor = open(DOOR);
    const text = edit(editor, { op: "set", id: find(editor, "Door").id, field: "@name", value: "Front gate" });
    expect(text).toBe(
      DOOR.replace('name="Door">', 'name="Front gate">')
        .replace("<Body>Door<", "<Body>Front gate<")
        .replace("<Who>Door<", "<Who>Front gate<")
        .replace("path Door forward", 'path "Front gate" forward')
        .replace("Door/Leaf", '"Front gate/Leaf"')
        .replace('name="Door" 2', 'name="Front gate" 2')
        .replace('"Door" "mat"', '"Front gate" "mat"'),
    );
    expect(edit(editor, { op: "set", id: find(editor, "mat").id, field: "@name", value: "rug" })).toContain(
      "<After>rug</After>",
    );
    editor.undo("me").accept();
    editor.undo("me").accept();
    expect(editor.text).toBe(DOOR);
  });

  test("a name that another element has too keeps its references", () => {
    const both = DOOR.replace('"Lamp"', '"Door"');
    const editor = open(both);
    const light = [...editor.document.elements].find(({ name }) => name === "Light") as SourceElement;
    expect(edit(editor, { op: "set", id: light.id, field: "@name", value: "Bulb" })).toBe(
      both.replace('Light name="Door"', 'Light name="Bulb"'),
    );
  });

  test("copies that are made together refer to each other and are a group; a copy alone refers to the original", () => {
    const editor = open(DOOR);
    const ops = ["Door", "mat", "later"].map((name) => ({ op: "copy", id: find(editor, name).id }));
    const text = edit(editor, ...ops);
    expect(text).toContain("<Body>Door-2</Body><Who>Door-2</Who>");
    expect(text).toContain("<Do>path Door-2 forward</Do>");
    expect(text).toContain("<After>mat-2</After>");
    expect(text).toContain('<!-- group "entry": "Door" "mat" "later" -->');
    expect(text).toContain('<!-- group "Group 1": "Door-2" "mat-2" "later-2" -->');
    const alone = edit(editor, { op: "copy", id: find(editor, "mat").id });
    expect(alone).toMatch(/"mat-3">.*<Do>path Door forward/);
  });

  test("a group forgets members that are removed", () => {
    const editor = open(DOOR);
    expect(edit(editor, { op: "remove", id: find(editor, "later").id })).toContain('group "entry": "Door" "mat" -->');
    expect(edit(editor, { op: "remove", id: find(editor, "mat").id })).not.toContain("group");
  });
});

describe("[E5] move, turn and scale in the world", () => {
  test("a Static of several solids turns about a point", () => {
    const editor = open();
    const half = Math.SQRT1_2;
    const { id } = find(editor, "walls");
    const text = edit(editor, { op: "place", id, turn: [0, 0, half, half], about: [0, 0, 0], move: [1, 0, 0] });
    expect(text).toContain(
      "<Position>-1 0 0.5</Position> <Orientation> <angle>1.570796327</angle> <axis>0 0 1</axis> </Orientation>",
    );
    expect(text).toContain("<x>3</x> <y>0</y> <z>0.5</z>");
    edit(editor, { op: "place", id, turn: [0, 0, -half, half], about: [1, 0, 0], move: [-1, 0, 0] });
    expect(editor.text).toContain("<Position>0 2 0.5</Position>");
    expect(refusal(() => edit(editor, { op: "place", id, scale: [2, 1, 1] })).code).toBe("EDIT_IMPOSSIBLE");
  });

  test("the path of a mover turns and moves with it, a slider gets no anchor, a carried trigger follows its body", () => {
    const text = `<World name="w">
  <Static name="Cart"><Box name="B"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize><Position>1 0 0</Position></Box><Path><Pivot>1 0 0</Pivot><Point><At>1</At><Offset>2 0 0</Offset><Turn>0 0.5 0</Turn></Point></Path></Static>
  <Trigger name="halo"><Sphere><Radius>1</Radius><Position>0 0 1</Position></Sphere><Body>Cart</Body></Trigger>
  <Object name="Door"><RigidBodies><Body name="P"><Box name="L"><Mass>1</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize><Position>0 0 5</Position></Box></Body></RigidBodies><Joints><JointSlider name="R"><Body1>P</Body1><Axis>1 0 0</Axis></JointSlider></Joints></Object>
</World>`;
    const editor = open(text);
    const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const ops = ["Cart", "halo", "Door"].map((name) => ({
      op: "place",
      id: find(editor, name).id,
      turn,
      move: [0, 3, 0],
    }));
    const placed = edit(editor, ...ops);
    expect(placed).toContain("<Pivot>0 4 0</Pivot>");
    expect(placed).toContain("<Offset>0 2 0</Offset><Turn>-0.5 0 0</Turn>");
    expect(placed).toContain("<Position>0 0 1</Position></Sphere>");
    expect(placed).toContain("<Axis>0 1 0</Axis></JointSlider>");
    const copies = ["Cart", "halo"].flatMap((name) => [
      { op: "copy", id: find(editor, name).id, as: name },
      { op: "place", id: name, move: [1, 0, 0] },
    ]);
    expect(edit(editor, ...copies)).toMatch(/"halo-2">.*<Position>0 0 1<.*<Body>Cart-2</);
    expect(edit(editor, ops[1])).toContain("<Position>0 3 1</Position>");
  });

  test("one solid is scaled along its axes", () => {
    const editor = open();
    const text = edit(editor, { op: "place", id: find(editor, "North").id, scale: [2, 1, 1.5], about: [0, 2, 0.5] });
    expect(text).toContain("<XSize>8</XSize> <YSize>0.2</YSize> <ZSize>1.5</ZSize> <Position>0 2 0.5</Position>");
  });
});

describe("[E5] undo and redo", () => {
  test("give the same bytes, and elements keep their ids", () => {
    const editor = open();
    const { id } = find(editor, "North");
    const texts = [editor.text];
    const steps = [
      { op: "set", id, field: "Color", value: "#00ff00" },
      { op: "copy", id },
      { op: "remove", id },
      { op: "group", ids: [find(editor, "floor").id, find(editor, "walls").id], name: "Room" },
    ];
    for (const step of steps) texts.push(edit(editor, step));
    expect(texts.at(-1)).toContain('<!-- group "Room": "floor" "walls" -->');
    for (let i = steps.length - 1; i >= 0; i--) {
      editor.undo("me").accept();
      expect(editor.text).toBe(texts[i]);
    }
    expect(find(editor, "North").id).toBe(id);
    for (let i = 1; i <= steps.length; i++) {
      editor.redo("me").accept();
      expect(editor.text).toBe(texts[i]);
    }
    for (let i = 0; i < steps.length; i++) editor.undo("me").accept();
    expect(editor.text).toBe(TEXT);
    expect(refusal(() => editor.undo("me")).code).toBe("STATE_WRONG");
  });

  test("each editor takes back its own edits, over those of others", () => {
    const editor = open();
    const [north, south] = [find(editor, "North").id, find(editor, "South").id];
    editor.propose([{ op: "set", id: north, field: "XSize", value: 5 }], { editor: "a" }).accept();
    editor.propose([{ op: "set", id: south, field: "XSize", value: 6 }], { editor: "b" }).accept();
    editor.propose([{ op: "set", id: north, field: "ZSize", value: 2 }], { editor: "a" }).accept();
    editor.undo("a").accept();
    editor.undo("a").accept();
    expect(editor.text).toBe(TEXT.replace('South">\n      <XSize>4', 'South">\n      <XSize>6'));
    editor.redo("a").accept();
    editor.undo("b").accept();
    expect(editor.text).toBe(TEXT.replace("<XSize>4", "<XSize>5"));
  });

  test("an edit that somebody else has changed since stays", () => {
    const editor = open();
    const { id } = find(editor, "North");
    editor.propose([{ op: "set", id, field: "XSize", value: 5 }], { editor: "a" }).accept();
    editor.propose([{ op: "set", id, field: "XSize", value: 6 }], { editor: "b" }).accept();
    expect(refusal(() => editor.undo("a")).code).toBe("EDIT_CONFLICT");
    expect(editor.text).toContain("<XSize>6</XSize>");
    editor.undo("b").accept();
    expect(editor.text).toContain("<XSize>5</XSize>");
  });
});

describe("[E5] conflicts and refusals", () => {
  test("a change of what somebody else has changed since is a conflict; of another element it is not", () => {
    const editor = open();
    const [north, south] = [find(editor, "North").id, find(editor, "South").id];
    const { revision: base } = editor;
    editor.propose([{ op: "set", id: north, field: "XSize", value: 5 }], { base, editor: "a" }).accept();
    const late = refusal(() =>
      editor.propose([{ op: "set", id: north, field: "XSize", value: 6 }], { base, editor: "b" }),
    );
    expect(late).toMatchObject({ code: "EDIT_CONFLICT", found: "a change of revision 2 by a" });
    editor.propose([{ op: "set", id: south, field: "XSize", value: 6 }], { base, editor: "b" }).accept();
    editor.propose([{ op: "remove", id: north }], { editor: "a" }).accept();
    const gone = refusal(() =>
      editor.propose([{ op: "set", id: north, field: "XSize", value: 6 }], { base, editor: "b" }),
    );
    expect(gone.code).toBe("EDIT_CONFLICT");
  });

  test("errors name the element and the field; the document stays", () => {
    const editor = open();
    const { id } = find(editor, "South");
    const cases: readonly [object, string, string | undefined][] = [
      [{ op: "set", id, field: "XSize", value: -1 }, "SIZE_NOT_POSITIVE", "XSize"],
      [{ op: "set", id, field: "XSize", value: "wide" }, "NUMBER_MALFORMED", "XSize"],
      [{ op: "set", id, field: "Material", value: "Cheese" }, "MATERIAL_UNKNOWN", "Material"],
      [{ op: "set", id, field: "Colour", value: "#ffffff" }, "ELEMENT_UNKNOWN", "Colour"],
      [{ op: "set", id, field: "ZSize", value: null }, "ELEMENT_MISSING", "ZSize"],
    ];
    for (const [operation, code, field] of cases) {
      const problem = refusal(() => editor.propose([operation], { editor: "me" })) as EditRefused;
      expect(problem).toBeInstanceOf(EditRefused);
      expect(problem.problems[0]).toMatchObject({ code, id, field });
      expect(problem.line).toBeGreaterThan(8);
    }
    expect(editor.text).toBe(TEXT);
    expect(editor.revision).toBe(1);
  });

  test("wrong operations", () => {
    const editor = open();
    const bad: readonly unknown[] = [
      undefined,
      [],
      {},
      [1],
      [{ op: "sett" }],
      [{ op: "set", id: 3, field: "x", value: 1 }],
      [{ op: "remove", id: editor.document.root.id }],
      [{ op: "add", xml: "<a><b></a>" }],
      [{ op: "add", xml: "<!DOCTYPE a><a/>" }],
      [{ op: "set", id: "e1", field: "a b", value: 1 }],
      [{ op: "set", id: "e1", field: "Seed", value: "\u0000" }],
      [{ op: "place", id: "e1", move: [0, 0, Number.NaN] }],
      [{ op: "set", id: "e1", field: "@name", value: "<", more: 1 }],
      [{ op: "open", xml: "no xml" }],
    ];
    for (const operations of bad) refusal(() => editor.propose(operations, { editor: "me" }));
    expect(editor.text).toBe(TEXT);
  });
});

describe("[W8] no edit takes long", () => {
  const SMALL = '<World name="room"><Light name="A" type="sun"/><Light name="B" type="sun"/></World>';

  test.each(["<!---->".repeat(40), "\n".repeat(5000), "<!-- a -->\n\t".repeat(200)])(
    "a text is set behind comments and blanks, or refused, in linear time",
    (before) => {
      const editor = open(SMALL.replace("<Light", `${before}<Light`));
      const set = { op: "set", id: editor.document.root.id, field: "", value: "x" };
      expect(refusal(() => editor.propose([set], { editor: "me" })).code).toBe("TEXT_UNEXPECTED");
      const value = open(SMALL.replace(/<Light name="A".*?>/, `<Gravity>${before}0 0 -9${before}</Gravity>`));
      const gravity = [...value.document.elements].find(({ name }) => name === "Gravity") as SourceElement;
      expect(edit(value, { op: "set", id: gravity.id, field: "", value: "0 0 -1" })).toContain(
        `<Gravity>${before}0 0 -1${before}</Gravity>`,
      );
    },
  );

  test("undo below many large edits of another editor is refused; the newest edits can be undone", () => {
    const editor = open(SMALL);
    const many = (name: string, who: string): void => {
      const { id } = [...editor.document.elements].find(({ attributes }) =>
        attributes[0].value.startsWith(name),
      ) as SourceElement;
      const ops = Array.from({ length: 1000 }, (_, i) => ({ op: "set", id, field: "@name", value: `${name}${i}` }));
      editor.propose(ops, { editor: who }).accept();
    };
    many("A", "a");
    for (let i = 0; i < 3; i++) many("B", "b");
    expect(refusal(() => editor.undo("a")).code).toBe("REQUEST_TOO_LARGE");
    editor.undo("b").accept();
    expect(editor.depthOf("b")).toEqual({ undo: 2, redo: 1 });
  });
});
