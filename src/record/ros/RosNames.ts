// Names of ROS 2: letters, digits and _ between slashes, no digit at the start of a part, no two _ in a row. Topics of a recording become
// /ROBOT/DEVICE, /ENTITY/joint_states, /ROBOT/CAMERA/image_raw; two topics with the same name get numbers.

const partOf = (text: string): string => {
  const plain = text.replace(/[^A-Za-z0-9_]/g, "_").replace(/_+/g, "_");
  return /^[A-Za-z_]/.test(plain) ? plain : `n${plain}`;
};

/** A topic or service of these parts, which may hold slashes. */
export const rosName = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split("/"))
    .filter((part) => part !== "")
    .map(partOf)
    .join("/")}`;

/** Gives each source its own name. */
export class RosNames {
  readonly #taken = new Map<string, string>();
  readonly #bySource = new Map<string, string>();

  /** `source`: what the name stands for; the same source gets the same name. */
  of(source: string, wanted: string): string {
    const known = this.#bySource.get(source);
    if (known !== undefined) return known;
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n++) name = `${wanted}_${n}`;
    this.#taken.set(name, source);
    this.#bySource.set(source, name);
    return name;
  }
}
