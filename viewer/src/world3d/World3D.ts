// The 3D view of the world (X1): draws the contents of the store, and lets the user look around, select and drag. Draws
// only when something changes.

import { Box3, Quaternion, Vector3 } from "three";
import type { Connection } from "../Connection.js";
import { FrameSchedule } from "../FrameSchedule.js";
import type { Store, Topic } from "../Store.js";
import type { UprightPose, ViewLook } from "../ui/Page.js";
import { CameraRig } from "./camera/CameraRig.js";
import { freeArea, watchCovers } from "./camera/FreeArea.js";
import { DrawBudget, type DrawLimits } from "./DrawBudget.js";
import { EntityViews } from "./entities/EntityViews.js";
import { Textures } from "./entities/Textures.js";
import { EditHandles, type HandleTarget } from "./input/EditHandles.js";
import { Interaction } from "./input/Interaction.js";
import { PointerInput } from "./input/PointerInput.js";
import { ContactShade } from "./light/ContactShade.js";
import { Lights } from "./light/Lights.js";
import { Sky } from "./light/Sky.js";
import { type EditMark, EditMarks } from "./marks/EditMarks.js";
import { Overlays } from "./marks/Overlays.js";
import { Stage } from "./Stage.js";
import { onSystemTheme, themeOf } from "./Theme.js";

const FRAMES = 31;
/** This long after the last change the view is drawn once more with all pixels, ms. */
const SETTLE_MS = 350;
const SHARP: DrawLimits = { framesPerSec: 120, scale: 1, hasShadows: true };
const MAX_STEP_SEC = 0.25;
/** New things of the editor: distance of places that are tried, room around things, how many are tried. */
const PLACE_M = 0.6;
const ROOM_M = 0.4;
const MAX_PLACES = 200;
/** A shape wider than this is a ground, m. */
const GROUND_M = 50;
/** An entity that stands up is put this far above the ground, m. */
const STAND_M = 0.002;
/** The view counts as at rest this long after its last change, ms. */
const LOOK_MS = 400;
/** Points farther than this from the view's target are not returned by groundAt. */
const FAR_M = 60;

export class World3D {
  /** frameMs: median main-thread time of recent frames, ms. frames: number of drawn frames. */
  readonly stats = { frameMs: 0, frames: 0 };
  readonly #store: Store;
  readonly #stage: Stage;
  readonly #views: EntityViews;
  readonly #lights: Lights;
  readonly #sky: Sky;
  readonly #shade: ContactShade;
  readonly #rig: CameraRig;
  readonly #interaction: Interaction;
  readonly #input: PointerInput;
  readonly #overlays: Overlays;
  readonly #budget: DrawBudget;
  readonly #schedule: FrameSchedule;
  readonly #tick = (now: number): void => this.#frame(now);
  readonly #ends: (() => void)[] = [];
  readonly #times: number[] = [];
  #handles: EditHandles | undefined;
  #marks: EditMarks | undefined;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #isSettling = false;
  #hasEnded = false;
  #lastMs = 0;
  #isFramed = false;
  #isEmpty = false;
  #isStale = true;
  #hasMoved = true;
  #hasDrawn = false;
  #mayBeCovered = true;
  /** The view comes from a link: it does not show everything at first. */
  #isLookGiven = false;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;
  /** Called when the view has come to rest. */
  onlook: () => void = () => {};

  /** Throws an Error with a message for users if there is no WebGL. */
  constructor(store: Store, connection: Connection, canvas: HTMLCanvasElement, schedule = new FrameSchedule()) {
    this.#store = store;
    this.#schedule = schedule;
    this.#stage = new Stage(canvas, () => this.#drawNow());
    this.#budget = new DrawBudget(this.#stage.quality);
    const { scene } = this.#stage;
    this.#sky = new Sky(scene);
    this.#lights = new Lights(scene, this.#stage.quality);
    const textures = new Textures(
      () => connection.token,
      () => this.#changed(),
    );
    this.#views = new EntityViews(scene, store, this.#stage.quality, textures);
    this.#shade = new ContactShade(scene, this.#views);
    this.#rig = new CameraRig(store, this.#views);
    this.#interaction = new Interaction({ store, connection, canvas, scene, views: this.#views, rig: this.#rig }, () =>
      this.#wake(),
    );
    this.#overlays = new Overlays(scene, canvas, store, this.#views);
    this.#input = new PointerInput(canvas, this.#interaction);
    this.#listen();
    this.#useTheme();
    this.#applyScene();
  }

  /** Position in CSS pixels of the viewport; undefined if the entity is missing or behind the camera. */
  screenPositionOf(entity: string, body?: string): { x: number; y: number } | undefined {
    const view = this.#views.get(entity);
    const place = body === undefined ? view?.center() : view?.find(body)?.position.clone();
    if (!place) return undefined;
    const { camera } = this.#rig;
    const seen = place.project(camera);
    if (seen.z > 1) return undefined;
    const { left, top, width, height } = this.#stage.canvas.getBoundingClientRect();
    return { x: left + ((seen.x + 1) / 2) * width, y: top + ((1 - seen.y) / 2) * height };
  }

  /** Where the page shows the point of a handle: `share` of its length along z from a place of the world; CSS pixels. */
  handleAt([x, y, z]: readonly [number, number, number], share: number): { x: number; y: number } {
    const { camera } = this.#rig;
    const place = new Vector3(x, y, z);
    // as TransformControls sizes its handles
    const length = place.distanceTo(camera.position) * Math.min(1.9 * Math.tan((Math.PI * camera.fov) / 360), 7);
    place.z += (share * 0.9 * length) / 4;
    const seen = place.project(camera);
    const { left, top, width, height } = this.#stage.canvas.getBoundingClientRect();
    return { x: left + ((seen.x + 1) / 2) * width, y: top + ((1 - seen.y) / 2) * height };
  }

  /** The point x y z, m, under a point of the page; undefined beside the canvas or too far away. */
  groundAt(place: { readonly x: number; readonly y: number }): [number, number, number] | undefined {
    if (document.elementFromPoint(place.x, place.y) !== this.#stage.canvas) return undefined;
    const point = this.#interaction.pointAt(place);
    const isNear = point && point.distanceTo(this.#rig.target) < FAR_M;
    return isNear ? [point.x, point.y, point.z] : undefined;
  }

  /** A place near x, y where nothing stands, m: the first one along a spiral. */
  freePlace([x, y]: readonly [number, number]): [number, number] {
    const boxes = this.#obstacles();
    for (let i = 0; i < MAX_PLACES; i++) {
      const [r, angle] = [PLACE_M * Math.sqrt(i), 2.4 * i];
      const [a, b] = [x + r * Math.cos(angle), y + r * Math.sin(angle)];
      const isFree = ({ min, max }: Box3): boolean =>
        a < min.x - ROOM_M || a > max.x + ROOM_M || b < min.y - ROOM_M || b > max.y + ROOM_M;
      if (boxes.every(isFree)) return [a, b];
    }
    return [x, y];
  }

  /** Boxes around the shapes of all entities but one; grounds have none. */
  #obstacles(without?: string): Box3[] {
    return [...this.#views.all()].flatMap((view) => {
      if (view.entity.name === without) return [];
      return [...view.bodies].flatMap((body) => {
        const points = this.#views.corners([{ bodies: [body] }]);
        const box = new Box3().setFromPoints(points);
        const isGround = box.isEmpty() || box.max.x - box.min.x > GROUND_M || box.max.y - box.min.y > GROUND_M;
        return isGround ? [] : [box];
      });
    });
  }

  /** Centres the view on an entity. */
  focus(entity: string): void {
    const view = this.#views.get(entity);
    if (view) this.#rig.focus(view);
    this.#wake();
  }

  /** Centres the view on a point, keeping direction and distance. */
  lookAt([x, y, z]: readonly [number, number, number]): void {
    this.#rig.orbit.goal.target.set(x, y, z);
    this.#wake();
  }

  /** Shows everything. */
  resetCamera(): void {
    this.#findArea();
    this.#rig.reset();
    this.#wake();
  }

  /** Looks from this direction, rad: about z from +x, and above the horizon. */
  lookFrom(yaw: number, pitch: number): void {
    this.#store.set({ camera: "orbit" });
    this.#rig.orbit.face(yaw, pitch);
    this.#wake();
  }

  get look(): ViewLook {
    const { target, yaw, pitch, distance } = this.#rig.orbit.goal;
    return { target: [target.x, target.y, target.z], yaw, pitch, distance };
  }

  /** Also before the first frame: the view then does not show everything first. */
  showLook({ target, yaw, pitch, distance }: ViewLook): void {
    const { goal } = this.#rig.orbit;
    goal.target.set(...target);
    Object.assign(goal, { yaw, pitch, distance });
    this.#isLookGiven = true;
    this.#rig.orbit.jump();
    this.#wake();
  }

  /**
   * Where an entity would stand upright with its heading, on what is below it: pose of its main body. Undefined: it has no
   * shapes, or is not there.
   */
  uprightPose(entity: string): UprightPose | undefined {
    const view = this.#views.get(entity);
    const main = view?.main;
    if (!view || !main?.isPlaced) return undefined;
    const ahead = new Vector3(0, 1, 0).applyQuaternion(main.orientation);
    const side = new Vector3(1, 0, 0).applyQuaternion(main.orientation);
    // lying on its front or back, the side tells the heading
    const isFlat = Math.hypot(ahead.x, ahead.y) < 0.3;
    const yaw = isFlat ? Math.atan2(side.y, side.x) : Math.atan2(-ahead.x, ahead.y);
    const upright = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), yaw);
    const turn = upright.clone().multiply(main.orientation.clone().invert());
    let lowest = Number.POSITIVE_INFINITY;
    const corner = new Vector3();
    for (const { meshes, group } of view.bodies)
      for (const { geometry } of meshes) {
        const { position } = geometry.attributes;
        for (let i = 0; i < position.count; i++) {
          corner.fromBufferAttribute(position, i).applyMatrix4(group.matrix).sub(main.position).applyQuaternion(turn);
          lowest = Math.min(lowest, corner.z);
        }
      }
    if (!Number.isFinite(lowest)) return undefined;
    const floor = this.#interaction.floorBelow(entity, main.position);
    const { x, y } = main.position;
    return { position: [x, y, floor - lowest + STAND_M], orientation: upright.toArray() };
  }

  /** The view as a PNG file, with all pixels. */
  picture(): Promise<Blob | undefined> {
    // the picture is kept only until this task ends
    this.#draw(SHARP);
    return new Promise((resolve) => this.#stage.canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
  }

  /** Position, a point in the middle of the picture at the distance of the target, and field of view. */
  viewText(): string {
    const { camera, target } = this.#rig;
    const middle = camera.getWorldDirection(new Vector3());
    middle.multiplyScalar(Math.max(1, camera.position.distanceTo(target))).add(camera.position);
    const text = ({ x, y, z }: Vector3): string => [x, y, z].map((one) => Number(one.toFixed(3))).join(" ");
    return `${text(camera.position)} to ${text(middle)} fov ${Number(camera.fov.toFixed(1))}`;
  }

  /** Shows handles of the editor; undefined hides them. */
  showHandles(target: HandleTarget | undefined): void {
    if (!this.#handles) {
      if (!target) return;
      this.#handles = new EditHandles(this.#stage.scene, this.#rig.camera, this.#stage.canvas, () => this.#changed());
      this.#interaction.isTaken = () => this.#handles?.isBusy ?? false;
    }
    const view = target && this.#views.get(target.entity);
    const bounds = new Box3().setFromPoints(view ? this.#views.corners([view]) : []);
    this.#handles.show(target, bounds, target?.snaps ? this.#obstacles(target.entity) : []);
  }

  /** Moves the handles to a place of their thing. */
  followHandles(entity: string, place: readonly [number, number, number]): void {
    const view = this.#views.get(entity);
    if (view) this.#handles?.follow(place, new Box3().setFromPoints(this.#views.corners([view])));
  }

  /** Shows marks of the editor; undefined: it is off. `pick`: one of them is clicked. */
  showMarks(marks: readonly EditMark[] | undefined, pick: (mark: EditMark) => void): void {
    if (!this.#marks && !marks) return;
    this.#marks ??= new EditMarks(this.#stage.scene);
    this.#marks.use(marks ?? []);
    this.#interaction.takesClick = ({ x, y }) => {
      const { canvas } = this.#stage;
      const { left, top } = canvas.getBoundingClientRect();
      const mark = marks && this.#marks?.at(x - left, y - top, this.#rig.camera, canvas);
      if (mark) pick(mark);
      return mark !== undefined;
    };
    this.#changed();
  }

  dispose(): void {
    this.#hasEnded = true;
    this.#handles?.dispose();
    this.#marks?.dispose();
    this.#schedule.cancel(this.#tick);
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#lookTimer);
    for (const end of this.#ends) end();
    this.#input.dispose();
    this.#interaction.dispose();
    this.#overlays.dispose();
    this.#views.dispose();
    this.#lights.dispose();
    this.#sky.dispose();
    this.#shade.dispose();
    this.#stage.dispose();
  }

  #listen(): void {
    const on = (topic: Topic, act: () => void) => this.#ends.push(this.#store.on(topic, act));
    on("scene", () => this.#applyScene());
    on("poses", () => {
      this.#views.applyPoses(performance.now());
      this.#overlays.applyPoses();
      this.#wake();
    });
    for (const topic of ["contacts", "fans", "lamps", "guest"] as const) on(topic, () => this.#changed());
    on("values", () => this.#overlays.hasNewValues() && this.#changed());
    on("selection", () => this.#changed());
    on("measure", () => this.#changed());
    on("settings", () => this.#useTheme());
    on("status", () => this.#reportPace());
    this.#ends.push(watchCovers(() => this.#coversChanged()));
    this.#ends.push(onSystemTheme(() => this.#useTheme()));
  }

  #coversChanged(): void {
    this.#mayBeCovered = true;
    this.#wake();
  }

  #useTheme(): void {
    const theme = themeOf(this.#store.settings);
    this.#stage.use(theme);
    this.#sky.use(theme);
    this.#views.ground.use(theme);
    this.#interaction.use(theme);
    this.#overlays.use(theme);
    this.#views.showWires(this.#store.settings.showCollision);
    this.#views.showSurface(this.#store.settings.surface);
    this.#changed();
  }

  #applyScene(): void {
    this.#views.sync(performance.now());
    this.#views.showWires(this.#store.settings.showCollision);
    this.#views.showSurface(this.#store.settings.surface);
    this.#lights.use(this.#store.lights);
    this.#hasMoved = true;
    this.#changed();
  }

  /** Marks the picture as outdated. */
  #changed(): void {
    this.#isStale = true;
    this.#wake();
  }

  #wake(): void {
    if (this.#hasEnded) return;
    this.#schedule.minGapMs = this.#budget.gapMs(this.#input.isBusy);
    this.#schedule.request(this.#tick);
  }

  #drawNow(): void {
    this.#isStale = this.#hasMoved = this.#mayBeCovered = true;
    this.#schedule.cancel(this.#tick);
    this.#frame(performance.now());
  }

  /** Reports the speed of the world to the draw budget. */
  #reportPace(): void {
    const { factor = null, rate = null, isPaused = true } = this.#store.status ?? {};
    const share = factor === null || rate === null || isPaused || document.hidden ? undefined : factor / rate;
    this.#budget.reportPace(share, performance.now());
  }

  #frame(now: number): void {
    const gapMs = Math.max(0, now - this.#lastMs);
    this.#lastMs = now;
    const seconds = Math.min(MAX_STEP_SEC, gapMs / 1000);
    if (this.#hasDrawn) this.#budget.reportGap(gapMs);
    this.#hasDrawn = false;
    const { clientWidth, clientHeight } = this.#stage.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    if (this.#views.advance(now)) this.#hasMoved = true;
    // not during a drag, which would move the grabbed body away from the pointer
    if (this.#mayBeCovered && !this.#input.isBusy) this.#findArea();
    if (!this.#isFramed || this.#isEmpty) this.#frameAll();
    const looks = this.#rig.update(now, seconds);
    if (looks) this.#noteLook();
    const touched = this.#interaction.update(now, this.#hasMoved);
    if (looks || touched || this.#hasMoved || this.#isStale) {
      this.#draw(this.#budget.limits);
      this.#hasDrawn = true;
      this.#measure(performance.now() - now);
      this.#settleLater();
      this.#wake();
    } else if (this.#isSettling) this.#draw(SHARP);
    this.#isSettling = false;
  }

  #noteLook(): void {
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(() => this.onlook(), LOOK_MS);
  }

  /** Draws one frame with all pixels and shadows after a while without changes. */
  #settleLater(): void {
    clearTimeout(this.#settleTimer);
    const { scale, hasShadows } = this.#budget.limits;
    if (scale === 1 && hasShadows) return;
    this.#settleTimer = setTimeout(() => {
      this.#isSettling = true;
      this.#schedule.request(this.#tick);
    }, SETTLE_MS);
  }

  /** Shows everything once all poses are known, and again when the first entity enters an empty world. */
  #frameAll(): void {
    if (!this.#views.arePlaced || (this.#isFramed && this.#views.bounds(this.#views.all()) === undefined)) return;
    if (this.#isLookGiven) {
      this.#isFramed = true;
      this.#isEmpty = false;
      return;
    }
    this.#isEmpty = !this.#rig.reset();
    if (!this.#isFramed) this.#rig.orbit.jump();
    this.#isFramed = true;
  }

  #findArea(): void {
    const { canvas } = this.#stage;
    const { clientWidth, clientHeight } = canvas;
    this.#rig.useArea(freeArea(canvas), clientWidth, clientHeight, !this.#isFramed);
    this.#mayBeCovered = false;
  }

  #measure(ms: number): void {
    this.#times.push(ms);
    if (this.#times.length > FRAMES) this.#times.shift();
    this.stats.frameMs = [...this.#times].sort((a, b) => a - b)[this.#times.length >> 1];
  }

  #draw(limits: DrawLimits): void {
    const { camera, target, viewpoint, beyond } = this.#rig;
    const isOther = this.#stage.fit(limits);
    this.#views.ground.follow(viewpoint);
    this.#overlays.update(this.#rig);
    this.#marks?.show(this.#store.triggers, this.#views, viewpoint);
    if (this.#hasMoved || isOther) this.#shade.update();
    this.#sky.fade(viewpoint, target, beyond);
    const shades = this.#lights.shade(target, 1.1 * viewpoint.distanceTo(target) + 1);
    this.#stage.draw(camera, shades || this.#hasMoved || isOther);
    this.#isStale = this.#hasMoved = false;
    // read by the benchmark of the page's start
    if (this.stats.frames++ === 0) performance.mark("ubersim world");
  }
}
