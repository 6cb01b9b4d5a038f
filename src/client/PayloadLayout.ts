// Where the numbers are in a component's payload, read from the payload text in Hello: "float32 pitch",
// "float32 x, float32 y", "float64 stamp, float32 pitch", "float32[3] force". Little-endian (W2). A text that is not a list
// of numbers, or has any length (a picture's "uint8[] jpeg", a radio's "uint8[] bytes"), has no layout.

type NumberType = "float32" | "float64" | "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32";

const SIZE: Readonly<Record<NumberType, number>> = {
  float32: 4,
  float64: 8,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
};

interface Field {
  readonly name: string;
  readonly type: NumberType;
  readonly offset: number;
}

/** Name of the first float64 if it is the time of capture (W5). */
const STAMP = "stamp";
const PART = /^(?:(float32|float64|u?int8|u?int16|u?int32)(?:\s*\[\s*(\d+)\s*\])?)?\s*(.*)$/;
/** Maximum number of fields; a longer payload has no layout and is read as bytes. */
const MAX_FIELDS = 100_000;

export class PayloadLayout {
  /** Names of the numbers, without the stamp. */
  readonly fields: readonly string[];
  readonly bytes: number;
  readonly hasStamp: boolean;
  readonly #fields: readonly Field[];

  private constructor(fields: readonly Field[], bytes: number) {
    this.hasStamp = fields[0].name === STAMP && fields[0].type === "float64";
    this.#fields = this.hasStamp ? fields.slice(1) : fields;
    this.fields = this.#fields.map(({ name }) => name);
    this.bytes = bytes;
  }

  /** Undefined: `text` is not a list of numbers. */
  static read(text: string): PayloadLayout | undefined {
    const fields: Field[] = [];
    let [type, offset]: [NumberType | undefined, number] = [undefined, 0];
    for (const part of text.split(",")) {
      const [, ownType, times, name] = PART.exec(part.trim()) ?? [];
      // a name without a type has the type of the one before it
      type = (ownType as NumberType | undefined) ?? type;
      const count = times === undefined ? 1 : Number(times);
      const isOpen = name?.startsWith("[]");
      if (type === undefined || isOpen || (ownType === undefined && !name) || fields.length + count > MAX_FIELDS)
        return undefined;
      for (let i = 0; i < count; i++, offset += SIZE[type])
        fields.push({ name: times === undefined ? name : `${name}${i}`, type, offset });
    }
    return fields.length > 0 ? new PayloadLayout(fields, offset) : undefined;
  }

  stamp(payload: DataView): number | undefined {
    return this.hasStamp ? payload.getFloat64(0, true) : undefined;
  }

  /** The `index`-th number after the stamp of a payload that begins at `place` of `memory`. */
  number(memory: DataView, index: number, place = 0): number {
    const { type, offset } = this.#fields[index];
    return readNumber(memory, type, place + offset);
  }

  numbers(payload: DataView): number[] {
    return this.#fields.map(({ type, offset }) => readNumber(payload, type, offset));
  }
}

function readNumber(view: DataView, type: NumberType, offset: number): number {
  switch (type) {
    case "float32":
      return view.getFloat32(offset, true);
    case "float64":
      return view.getFloat64(offset, true);
    case "int8":
      return view.getInt8(offset);
    case "uint8":
      return view.getUint8(offset);
    case "int16":
      return view.getInt16(offset, true);
    case "uint16":
      return view.getUint16(offset, true);
    case "int32":
      return view.getInt32(offset, true);
    case "uint32":
      return view.getUint32(offset, true);
  }
}
