// The camera: orbits a point, follows the selected robot and turns with it, or shows the view of the robot's camera.
// Changes between these modes are blended. A parallel projection is that of a camera far away with a narrow field of view; what
// depends on the distance to the viewer takes `viewpoint`, where the camera of the perspective is.

import { MathUtils, PerspectiveCamera, Quaternion, Sphere, Vector2, Vector3 } from "three";
import { LEAGUE_SCENES } from "../../leagues/LeagueScenes.js";
import type { Store } from "../../Store.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import { framePoints } from "./Framing.js";
import type { Area } from "./FreeArea.js";
import { Orbit, type OrbitPose } from "./Orbit.js";
import { placeAtRobotView, type RobotView, robotViewOf } from "./RobotView.js";

const FOV_DEG = 42;
/** The narrow field of view that stands for a parallel projection, and how much farther away its camera is. */
const PARALLEL_FOV_DEG = 0.6;
const STRETCH = Math.tan((FOV_DEG * Math.PI) / 360) / Math.tan((PARALLEL_FOV_DEG * Math.PI) / 360);
const FAR_M = 3000;
/** Depth in front of the target that a parallel projection shows, in distances and m. */
const [PARALLEL_DISTANCES, PARALLEL_M] = [4, 200];
const BLEND_MS = 450;
const SHIFT_SEC = 0.12;
const HEADING_SEC = 0.25;
const FIRST_YAW = -2.05;
/** Candidate directions for a portrait canvas; the one with the shortest distance wins. */
const TALL_YAWS = [FIRST_YAW, -1.72, -2.96] as const;
const FIRST_PITCH = 0.36;
/** This share of the height above what is framed is left to the horizon and the sky. */
const SKY_SHARE = 0.16;
const MAX_SKY_PITCH = 0.7;
const FIRST_PITCH_TALL = 0.85;
const AREA_PITCH = 0.82;
const AREA_PITCH_TALL = 1.05;
const AREA_AIR_M = 0.1;
const FOLLOW_PITCH = 0.38;
const MIN_RADIUS_M = 0.8;
const MAX_RADIUS_M = 20;
/** Margin around what is framed, as a factor. */
const AIR = 1.08;
const FRAME_AIR_PX = 44;

export class CameraRig {
  readonly camera = new PerspectiveCamera(FOV_DEG, 1, 0.05, FAR_M);
  readonly orbit = new Orbit();
  readonly #store: Store;
  readonly #views: EntityViews;
  /** The canvas and its free part, CSS pixels. */
  readonly #size = { width: 1, height: 1 };
  #free: Area = { x: 0, y: 0, width: 1, height: 1 };
  readonly #shift = new Vector2();
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #last = { position: new Vector3(), quaternion: new Quaternion(), fov: 0 };
  #blend: { since: number; position: Vector3; quaternion: Quaternion; fov: number } | undefined;
  #view = "orbit";
  #robotView: RobotView | undefined;
  /** Share of the height that is left to the sky. */
  #sky = 0;
  /** Orbit pose after the last reset, as text. */
  #first = "";
  #followed: { readonly center: Vector3; heading: number } | undefined;

  constructor(store: Store, views: EntityViews) {
    this.#store = store;
    this.#views = views;
  }

  /** The followed entity, or the one whose view is shown. */
  get subject(): EntityView | undefined {
    if (this.#store.settings.camera === "orbit") return undefined;
    return this.#views.get(this.#store.selection?.entity ?? "");
  }

  /** Where the viewer is, whatever the projection. */
  get viewpoint(): Vector3 {
    return this.#isParallel ? this.orbit.eye() : this.camera.position;
  }

  /** How much farther away the camera is than the viewer, m. */
  get beyond(): number {
    return this.#isParallel ? (STRETCH - 1) * this.orbit.shown.distance : 0;
  }

  get #isParallel(): boolean {
    return this.#store.settings.projection === "parallel" && this.#robotView === undefined;
  }

  /** The point in the middle of the view. */
  get target(): Vector3 {
    return this.orbit.shown.target;
  }

  /** Moves the target into the middle of the free part of the canvas. */
  useArea(free: Area, width: number, height: number, atOnce: boolean): void {
    const isSame = JSON.stringify([free, width, height]) === JSON.stringify([this.#free, ...Object.values(this.#size)]);
    if (isSame && !atOnce) return;
    this.#free = free;
    Object.assign(this.#size, { width, height });
    this.camera.aspect = width / height;
    if (atOnce) this.#shift.copy(this.#wantedShift);
    // if the user has not moved the camera, keep showing everything
    else if (this.#first && this.#first === orbitKey(this.orbit.goal)) this.reset();
  }

  /** Shows everything, or the whole field of a league. Returns whether there is anything to show. */
  reset(): boolean {
    for (const { areaOf } of LEAGUE_SCENES) {
      const area = areaOf(this.#store);
      if (area) return this.#frameArea(area);
    }
    const views = [...this.#views.all()];
    const seen = this.#views.bounds(views);
    const { goal } = this.orbit;
    const isTall = this.#free.width < this.#free.height;
    // from higher up on a portrait canvas
    Object.assign(goal, { yaw: FIRST_YAW, pitch: isTall ? FIRST_PITCH_TALL : FIRST_PITCH });
    this.#sky = isTall ? 0 : SKY_SHARE;
    this.#followed = undefined;
    const bounds = seen ?? new Sphere(new Vector3(), 3);
    // in a large world, show only what can move
    const isWide = bounds.radius > MAX_RADIUS_M;
    const corners = this.#views.corners(isWide ? views.filter(({ entity }) => !entity.isStatic) : views);
    const middle = this.#views.bounds(views.filter(({ entity }) => !entity.isStatic)) ?? bounds;
    if (corners.length === 0 || (isWide && middle.radius > MAX_RADIUS_M) || bounds.radius < MIN_RADIUS_M) {
      goal.target.copy(middle.center);
      this.#fit(Math.min(MAX_RADIUS_M, Math.max(MIN_RADIUS_M, middle.radius)), 1.3);
    } else this.#frame(corners, middle.center.z, isTall ? TALL_YAWS : [FIRST_YAW]);
    this.#first = orbitKey(goal);
    return seen !== undefined;
  }

  /** From the side line, as in a broadcast; on a portrait canvas from behind a goal. */
  #frameArea(half: readonly [number, number]): boolean {
    const isTall = this.#free.width < this.#free.height;
    const [x, y] = half.map((length) => length + AREA_AIR_M);
    const corners = [-1, 1].flatMap((i) => [-1, 1].map((k) => new Vector3(i * x, k * y, 0)));
    this.#followed = undefined;
    this.#sky = 0;
    this.orbit.goal.pitch = isTall ? AREA_PITCH_TALL : AREA_PITCH;
    this.#frame(corners, 0, [isTall ? Math.PI : -Math.PI / 2]);
    this.#first = orbitKey(this.orbit.goal);
    return true;
  }

  /** Shows all points in the free part, from the direction that allows the shortest distance. */
  #frame(points: readonly Vector3[], level: number, yaws: readonly number[]): void {
    const tangent = Math.tan(MathUtils.degToRad(FOV_DEG) / 2) / this.#size.height / AIR;
    const window = { tangentX: tangent * this.#free.width, tangentY: tangent * (1 - this.#sky) * this.#free.height };
    const { goal } = this.orbit;
    const framings = yaws.map((yaw) => ({ yaw, ...framePoints(points, { yaw, pitch: goal.pitch }, window, level) }));
    const best = framings.reduce((one, other) => (other.distance < 0.9 * one.distance ? other : one));
    goal.target.copy(best.target);
    Object.assign(goal, { yaw: best.yaw, distance: best.distance });
  }

  focus(view: EntityView): void {
    const bounds = this.#views.bounds([view]);
    if (!bounds) return;
    this.orbit.goal.target.copy(bounds.center);
    this.#fit(Math.min(20, Math.max(0.25, bounds.radius)), 1.6);
  }

  /** Returns whether the camera moved. */
  update(now: number, seconds: number): boolean {
    const { subject } = this;
    const { camera: mode } = this.#store.settings;
    const view = subject ? `${mode}/${subject.entity.name}` : "orbit";
    if (view !== this.#view) this.#change(view, now, subject);
    if (subject && mode === "follow") this.#follow(subject, seconds);
    // with reduced motion the camera jumps
    const glides = this.orbit.glide(this.#still.matches ? Number.POSITIVE_INFINITY : seconds);
    this.#robotView = subject && mode === "eye" ? robotViewOf(subject, this.#store.selection?.part) : undefined;
    this.orbit.place(this.camera, this.#isParallel ? STRETCH : 1);
    let fov = this.#isParallel ? PARALLEL_FOV_DEG : FOV_DEG;
    if (subject && this.#robotView) {
      fov = placeAtRobotView(
        this.#robotView,
        this.camera,
        this.robotFrame?.height ?? this.#free.height,
        this.#size.height,
      );
      this.orbit.goal.target.copy(subject.center());
      this.orbit.jump();
    }
    const shifts = this.#glideShift(seconds);
    return this.#show(now, fov) || glides || shifts;
  }

  /** The part of the canvas that no panel covers, CSS pixels. */
  get free(): Area {
    return this.#free;
  }

  /** The robot view that is shown. */
  get robotView(): RobotView | undefined {
    return this.#robotView;
  }

  /** The part of the canvas that the robot's camera sees, as large as the free part allows. */
  get robotFrame(): Area | undefined {
    const camera = this.#robotView?.camera;
    if (!camera) return undefined;
    const { x, y, width, height } = this.#free;
    const scale = Math.min((width - 2 * FRAME_AIR_PX) / camera.width, (height - 2 * FRAME_AIR_PX) / camera.height);
    const [w, h] = [scale * camera.width, scale * camera.height];
    return { x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h };
  }

  get #wantedShift(): Vector2 {
    const { x, y, width, height } = this.#free;
    // no sky is seen from above
    const sky = this.orbit.goal.pitch < MAX_SKY_PITCH && this.#robotView === undefined ? this.#sky : 0;
    return new Vector2(x + (width - this.#size.width) / 2, y + (height * (1 + sky) - this.#size.height) / 2);
  }

  #glideShift(seconds: number): boolean {
    const wanted = this.#wantedShift;
    if (wanted.equals(this.#shift)) return false;
    this.#shift.lerp(wanted, this.#still.matches ? 1 : 1 - Math.exp(-seconds / SHIFT_SEC));
    if (this.#shift.distanceTo(wanted) < 0.3) this.#shift.copy(wanted);
    return true;
  }

  #fit(radius: number, margin: number): void {
    const tangent = Math.tan(MathUtils.degToRad(FOV_DEG) / 2);
    const narrow = Math.atan((tangent * Math.min(this.#free.height, this.#free.width)) / this.#size.height);
    this.orbit.goal.distance = (margin * radius) / Math.sin(narrow);
  }

  #change(view: string, now: number, subject: EntityView | undefined): void {
    // orbit poses glide; changes to or from a robot view are blended
    if (!this.#still.matches && (view.startsWith("eye") || this.#view.startsWith("eye")))
      this.#blend = {
        ...this.#last,
        since: now,
        position: this.#last.position.clone(),
        quaternion: this.#last.quaternion.clone(),
      };
    this.#view = view;
    this.#followed = undefined;
    if (!subject || !view.startsWith("follow")) return;
    const bounds = this.#views.bounds([subject]);
    this.orbit.goal.target.copy(subject.center());
    const { goal, shown } = this.orbit;
    if (subject.entity.role === "robot") {
      const behind = headingOf(subject, 0) + Math.PI;
      goal.yaw = shown.yaw + wrap(behind - shown.yaw);
      goal.pitch = FOLLOW_PITCH;
      this.#fit(Math.max(0.3, bounds?.radius ?? 1), 2.2);
    } else {
      const { distance } = goal;
      this.#fit(Math.max(MIN_RADIUS_M, bounds?.radius ?? 1), 2.2);
      goal.distance = Math.min(distance, goal.distance);
    }
  }

  #follow(subject: EntityView, seconds: number): void {
    const center = subject.center();
    const heading = headingOf(subject, this.#followed?.heading ?? 0);
    if (!this.#followed) {
      this.#followed = { center, heading };
      return;
    }
    const share = 1 - Math.exp(-seconds / HEADING_SEC);
    // a ball has no heading
    const turns = subject.entity.role === "robot";
    const turned = turns ? share * wrap(heading - this.#followed.heading) : 0;
    this.orbit.carry(center.clone().sub(this.#followed.center), turned);
    this.#followed = { center, heading: this.#followed.heading + turned };
  }

  /** Blends, sets the projection, and returns whether the picture changes. */
  #show(now: number, fov: number): boolean {
    const { camera } = this;
    camera.fov = fov;
    const blend = this.#blend;
    if (blend) {
      const share = MathUtils.smootherstep((now - blend.since) / BLEND_MS, 0, 1);
      camera.position.lerpVectors(blend.position, camera.position.clone(), share);
      camera.quaternion.slerpQuaternions(blend.quaternion, camera.quaternion.clone(), share);
      camera.fov = MathUtils.lerp(blend.fov, fov, share);
      if (share >= 1) this.#blend = undefined;
    }
    const away = camera.position.distanceTo(this.target);
    const before = PARALLEL_DISTANCES * this.orbit.shown.distance + PARALLEL_M;
    camera.near = this.#isParallel ? Math.max(1, away - before) : Math.min(0.1, 0.02 + 0.01 * away);
    camera.far = this.#isParallel ? away + FAR_M : FAR_M;
    const { width, height } = this.#size;
    camera.setViewOffset(width, height, -this.#shift.x, -this.#shift.y, width, height);
    camera.updateMatrixWorld();
    const last = this.#last;
    const isSame =
      last.position.distanceToSquared(camera.position) < 1e-12 &&
      Math.abs(last.quaternion.dot(camera.quaternion)) > 1 - 1e-10 &&
      last.fov === camera.fov;
    last.position.copy(camera.position);
    last.quaternion.copy(camera.quaternion);
    last.fov = camera.fov;
    return !isSame || blend !== undefined;
  }
}

/** Heading of the main body's +y axis, from +x, rad; `before` while it points up or down. */
function headingOf(view: EntityView, before: number): number {
  if (!view.main) return before;
  const ahead = new Vector3(0, 1, 0).applyQuaternion(view.main.orientation);
  return Math.hypot(ahead.x, ahead.y) < 0.3 ? before : Math.atan2(ahead.y, ahead.x);
}

const orbitKey = ({ target, yaw, pitch, distance }: OrbitPose): string =>
  [...target.toArray(), yaw, pitch, distance].join(" ");

function wrap(angle: number): number {
  return MathUtils.euclideanModulo(angle + Math.PI, 2 * Math.PI) - Math.PI;
}
