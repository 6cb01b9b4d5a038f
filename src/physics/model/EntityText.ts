// Writes one moving entity as nested bodies of the engine, with its loops, motors and exclusions, and records the layout of
// its parts. A loop-closing joint with axes attaches a light ghost of Body2 to Body1 and welds the ghost to Body2.

import type { Entity } from "../../describe/entity/Entity.js";
import type { Joint } from "../../describe/entity/Joint.js";
import type { Rope } from "../../describe/entity/Rope.js";
import type { Mat3 } from "../../math/Mat3.js";
import { compose, type Pose, transformPoint } from "../../math/Pose.js";
import { sub, type Vec3, ZERO } from "../../math/Vec3.js";
import type { MoverState } from "../mover/MoverState.js";
import type { MaskOwner, OwnBits } from "./CollisionMask.js";
import type {
  AxisPlace,
  BallPlace,
  BodyPlace,
  GearPlace,
  GeomPlace,
  LoopPlace,
  MotorPlace,
  RopePlace,
  SuspensionPlace,
} from "./Layout.js";
import { quat, vec } from "./ModelNumbers.js";
import type { SolidText } from "./SolidText.js";
import type { BodyTree, TreeBody } from "./Tree.js";

export interface PlacedEntity {
  readonly entity: Entity;
  readonly placement: Pose;
  /** Hinge-2 joints that got a spring after the start. */
  readonly sprung: ReadonlySet<string>;
  /** Where it is on its path; undefined: it has none. */
  readonly mover?: MoverState | undefined;
  /** Velocities of surfaces that were set after the start, by solid. */
  readonly belts?: ReadonlyMap<string, Vec3>;
}

/** Mass of a ghost as a share of the lighter body: enough to be stable, too little to matter. */
const GHOST_SHARE = 1e-4;
/** Stops and ropes act from this distance on (rad or m), so that a fast joint does not pass them. */
export const STOP_MARGIN = 0.1;
/** Without stops. The kernel takes stops from the range, which may be set later. */
const FREE_RANGE = 'limited="true" range="-1e30 1e30"';

/** Counters and lists that all entities of a model share. */
interface Counters {
  readonly bodyId: () => number;
  readonly jointId: () => number;
  readonly tendonId: () => number;
  readonly addGeom: (geom: GeomPlace) => void;
  readonly solids: SolidText;
  readonly ownBits: OwnBits;
  readonly stepSec: number;
  readonly withoutSolids: boolean;
}

export class EntityText {
  readonly bodies = new Map<string, BodyPlace>();
  readonly bodyNames: string[] = [];
  readonly jointKeys: string[] = [];
  readonly axes: AxisPlace[] = [];
  readonly balls: BallPlace[] = [];
  readonly suspensions: SuspensionPlace[] = [];
  readonly motorPlaces: MotorPlace[] = [];
  readonly loopPlaces: LoopPlace[] = [];
  readonly gearPlaces: GearPlace[] = [];
  readonly loops: string[] = [];
  readonly ropePlaces: RopePlace[] = [];
  readonly gears: string[] = [];
  readonly motors: string[] = [];
  readonly ropes: string[] = [];
  /** Sites of ropes in the world. */
  readonly worldSites: string[] = [];
  readonly #one: PlacedEntity;
  readonly #tree: BodyTree;
  readonly #count: Counters;
  readonly #ghosts = new Map<Joint, string>();
  readonly #tendonIds: ReadonlyMap<Rope, number>;
  readonly #owner: MaskOwner;

  constructor(one: PlacedEntity, tree: BodyTree, count: Counters) {
    this.#one = one;
    this.#tree = tree;
    this.#count = count;
    this.#owner = count.ownBits.take(one.entity);
    this.#tendonIds = new Map(one.entity.ropes.map((rope) => [rope, count.tendonId()]));
  }

  /** Writes the body, its joint, its solids, its ghosts, and all its descendants. */
  writeBody(node: TreeBody, rootId: number): string {
    const { entity, placement } = this.#one;
    const { body } = node;
    const bodyId = this.#count.bodyId();
    const free = node.parent < 0 && node.joint === undefined;
    const root = free ? bodyId : rootId;
    this.bodies.set(node.name, { body, bodyId, freezeId: -1, rootId: root });
    this.bodyNames.push(`b${bodyId}`);
    const out = [`<body name="b${bodyId}" ${this.#place(node, placement)}>`];
    if (free) {
      this.#nextJoint(`free ${node.name}`);
      out.push("<freejoint/>");
    } else if (node.joint) out.push(this.#writeJoint(node.joint, node.name, node.mass.center));
    out.push(inertial(node.mass.mass, node.mass.inertia));
    for (const solid of this.#count.withoutSolids ? [] : body.solids) {
      // the engine needs no solids that neither collide nor are seen by rays
      if (!solid.collide && !solid.rays) continue;
      const pose = { position: sub(solid.pose.position, node.mass.center), orientation: solid.pose.orientation };
      out.push(this.#count.solids.writeGeom(solid, pose, this.#owner));
      this.#count.addGeom({ entity, body, solid, bodyId, mounted: node.parent >= 0 });
    }
    for (const rope of entity.ropes)
      rope.points.forEach(({ body: owner, position }, i) => {
        if (owner === node.name) out.push(this.#site(rope, i, sub(position, node.mass.center)));
      });
    for (const loop of this.#tree.loops) if (loop.body1 === node.name) out.push(this.#writeGhost(loop, node));
    for (const child of node.children) out.push(this.writeBody(this.#tree.bodies[child], root));
    out.push("</body>");
    return out.join("\n");
  }

  #nextJoint(key: string): number {
    this.jointKeys.push(key);
    return this.#count.jointId();
  }

  #place(node: TreeBody, placement: Pose): string {
    if (node.parent >= 0) return `pos="${vec(sub(node.mass.center, this.#tree.bodies[node.parent].mass.center))}"`;
    const world = compose(placement, { position: node.mass.center, orientation: [0, 0, 0, 1] });
    return `pos="${vec(world.position)}" quat="${quat(world.orientation)}"`;
  }

  /** The engine's joints for one described joint, in the child's frame; the axis fixed in the parent comes first. */
  #writeJoint(joint: Joint, child: string | undefined, center: Vec3): string {
    const sign = child === joint.body1 ? 1 : -1;
    const pos = `pos="${vec(sub(joint.anchor, center))}"`;
    const common = `${this.#damped(joint)} ${FREE_RANGE}`;
    const one = (axis: number, slides: boolean): string => {
      const jointId = this.#nextJoint(`axis ${axis} ${joint.name}`);
      this.axes.push({ joint, axis, jointId, sign, slides });
      return `<joint name="j${jointId}" type="${slides ? "slide" : "hinge"}" ${pos} axis="${vec(joint.axes[axis])}" ${common}/>`;
    };
    switch (joint.kind) {
      case "Hinge":
      case "Servo":
        return one(0, false);
      case "Slider":
        return one(0, true);
      case "Universal":
        return (sign < 0 ? [0, 1] : [1, 0]).map((axis) => one(axis, false)).join("");
      case "Hinge2": {
        // axis 1 (steering, suspension) is fixed in Body1, axis 2 (the axle) in Body2
        const first = () => `${this.#writeSpring(joint, pos, -sign)}${one(0, false)}`;
        const turned = () => `${one(0, false)}${this.#writeSpring(joint, pos, -sign)}`;
        return sign < 0 ? first() + one(1, false) : one(1, false) + turned();
      }
      case "BallSocket":
        this.balls.push({ joint, jointId: this.#nextJoint(`ball ${joint.name}`), sign });
        return `<joint type="ball" ${pos} ${this.#damped(joint)}/>`;
      default:
        return "";
    }
  }

  /** Implicit damping b, M a = f - b (v + h a), is additional inertia h b and the force -b v. */
  #damped({ damping, armature }: Joint): string {
    return `damping="${damping}" armature="${armature + this.#count.stepSec * damping}"`;
  }

  #writeSpring(joint: Joint, pos: string, sign: number): string {
    const sprung = joint.suspension !== undefined || joint.parameters[0].SuspensionCFM > 0;
    if (!sprung && !this.#one.sprung.has(joint.name)) return "";
    this.suspensions.push({ joint, jointId: this.#nextJoint(`spring ${joint.name}`), sign });
    return `<joint type="slide" ${pos} axis="${vec(joint.axes[0])}" ${FREE_RANGE}/>`;
  }

  /** For a loop with axes: a light ghost of Body2 on a tree joint, welded to Body2 or the world. */
  #writeGhost(joint: Joint, node: TreeBody): string {
    if (joint.kind === "BallSocket" || joint.kind === "Fixed") return "";
    const partner = this.#tree.bodies.find((b) => b.name === joint.body2) ?? node;
    const mass = GHOST_SHARE * Math.min(partner.mass.mass, node.mass.mass);
    const [xx, , , , yy, , , , zz] = partner.mass.inertia;
    const i = (GHOST_SHARE * (xx + yy + zz)) / 3;
    const name = `b${this.#count.bodyId()}`;
    this.#ghosts.set(joint, name);
    return `<body name="${name}" gravcomp="1" pos="${vec(sub(joint.anchor, node.mass.center))}">
${this.#writeJoint(joint, undefined, joint.anchor)}${inertial(mass, [i, 0, 0, 0, i, 0, 0, 0, i])}</body>`;
  }

  /** To call when all bodies and joints have their numbers. */
  writeEqualities(): void {
    this.#writeLoops();
    this.#writeGears();
    this.#writeMotors();
  }

  /** To call when all bodies have their numbers. */
  writeRopes(): void {
    const { entity, placement } = this.#one;
    for (const rope of entity.ropes) {
      const bodyIds = rope.points.map(({ body }) => (body === undefined ? 0 : this.#idOf(body)));
      const locals = rope.points.map(({ body, position }) =>
        body === undefined ? transformPoint(placement, position) : sub(position, this.#center(body)),
      );
      const tendonId = this.#tendonIds.get(rope) as number;
      this.ropePlaces.push({ rope, tendonId, bodyIds, locals });
      bodyIds.forEach((body, i) => {
        if (body === 0) this.worldSites.push(this.#site(rope, i, locals[i]));
      });
      const path = bodyIds.map((_, i) => `<site site="s${tendonId}.${i}"/>`).join("");
      this.ropes.push(
        `<spatial limited="true" range="-1e9 ${rope.maxLength}" margin="${STOP_MARGIN}">${path}</spatial>`,
      );
    }
  }

  #site(rope: Rope, i: number, position: Vec3): string {
    return `<site name="s${this.#tendonIds.get(rope)}.${i}" pos="${vec(position)}"/>`;
  }

  #other(joint: Joint, attribute: string): string {
    return joint.body2 === undefined ? "" : ` ${attribute}="b${this.#idOf(joint.body2)}"`;
  }

  #idOf(body: string): number {
    return (this.bodies.get(body) as BodyPlace).bodyId;
  }

  #writeLoops(): void {
    for (const joint of this.#tree.loops) {
      const ghost = this.#ghosts.get(joint);
      const anchor = vec(sub(joint.anchor, this.#center(joint.body1)));
      this.loopPlaces.push({ joint, equalityId: -1 });
      if (ghost)
        this.loops.push(
          `<weld body1="${ghost}"${this.#other(joint, "body2")} anchor="${this.#anchorInBody2(joint)}"/>`,
        );
      else if (joint.kind === "Fixed")
        this.loops.push(`<weld body1="b${this.#idOf(joint.body1)}"${this.#other(joint, "body2")}/>`);
      else
        this.loops.push(
          `<connect body1="b${this.#idOf(joint.body1)}"${this.#other(joint, "body2")} anchor="${anchor}"/>`,
        );
    }
  }

  /** With s the signs of the axes, q1 = s1 s2 ratio q2 + s1 offset. An axis between rigidly connected bodies stays at 0. */
  #writeGears(): void {
    for (const gear of this.#one.entity.gears) {
      const of = (joint: string, axis: number) =>
        this.axes.find((place) => place.joint.name === joint && place.axis === axis - 1);
      const [first, second] = [of(gear.joint1, gear.axis1), of(gear.joint2, gear.axis2)];
      let place: Omit<GearPlace, "gear" | "equalityId">;
      if (first) {
        const ratio = second ? first.sign * second.sign * gear.ratio : 0;
        place = { one: first.jointId, two: second?.jointId ?? -1, ratio, offset: first.sign * gear.offset };
      } else if (second)
        place = { one: second.jointId, two: -1, ratio: 0, offset: (-second.sign * gear.offset) / gear.ratio };
      else continue;
      this.gearPlaces.push({ gear, equalityId: -1, ...place });
      const other = place.two < 0 ? "" : ` joint2="j${place.two}"`;
      this.gears.push(`<joint joint1="j${place.one}"${other} polycoef="${place.offset} ${place.ratio} 0 0 0"/>`);
    }
  }

  #writeMotors(): void {
    for (const joint of this.#tree.motors) {
      const body1 = this.#idOf(joint.body1);
      const body2 = joint.body2 === undefined ? 0 : this.#idOf(joint.body2);
      this.motorPlaces.push({ joint, equalityId: -1, body1, body2 });
      this.motors.push(`<connect body1="b${body1}"${this.#other(joint, "body2")} anchor="0 0 0"/>`);
    }
  }

  /** Anchor of the weld: at another point a small rotation would appear as a shift of the joint. */
  #anchorInBody2({ anchor, body2 }: Joint): string {
    return vec(body2 === undefined ? transformPoint(this.#one.placement, anchor) : sub(anchor, this.#center(body2)));
  }

  #center(body: string): Vec3 {
    return this.#tree.bodies.find((b) => b.name === body)?.mass.center ?? ZERO;
  }

  /** Bodies connected by a joint do not collide unless its `collide` is set; without SelfCollide no bodies of the entity do. */
  excludes(): string[] {
    if (this.#owner.bit > 0) return [];
    const { entity } = this.#one;
    const names = [...this.bodies.keys()];
    const joined = new Map<string, boolean>();
    for (const joint of entity.joints) {
      if (joint.body2 === undefined || joint.kind === "AMotor") continue;
      const key = joint.body1 < joint.body2 ? `${joint.body1}\n${joint.body2}` : `${joint.body2}\n${joint.body1}`;
      joined.set(key, (joined.get(key) ?? false) || joint.collide);
    }
    const out: string[] = [];
    for (let i = 0; i < names.length; i++)
      for (let k = i + 1; k < names.length; k++) {
        const [a, b] = names[i] < names[k] ? [names[i], names[k]] : [names[k], names[i]];
        const collides = joined.get(`${a}\n${b}`);
        if (collides === false || (!entity.selfCollide && collides !== true))
          out.push(`<exclude body1="b${this.bodies.get(a)?.bodyId}" body2="b${this.bodies.get(b)?.bodyId}"/>`);
      }
    return out;
  }
}

function inertial(mass: number, [xx, xy, xz, , yy, yz, , , zz]: Mat3): string {
  return `<inertial pos="0 0 0" mass="${mass}" fullinertia="${vec([xx, yy, zz, xy, xz, yz])}"/>`;
}
