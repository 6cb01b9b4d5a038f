// The 3D view of the world (X1): draws what the store knows, and lets people look around, pick and drag. Draws only when
// something moves.

import type { Connection } from "../Connection.js";
import type { Store, Topic } from "../Store.js";
import { CameraRig } from "./CameraRig.js";
import { EntityViews } from "./EntityViews.js";
import { freeArea } from "./FreeArea.js";
import { Interaction } from "./Interaction.js";
import { Lights } from "./Lights.js";
import { Overlays } from "./Overlays.js";
import { PointerInput } from "./PointerInput.js";
import { Sky } from "./Sky.js";
import { Stage } from "./Stage.js";
import { onSystemTheme, themeOf } from "./Theme.js";

const FRAMES = 31;
const PANEL_MS = 300;
const MOST_STEP_SEC = 0.25;

export class World3D {
  /** Main-thread time of a frame, ms: the median of the newest. */
  readonly stats = { frameMs: 0 };
  readonly #store: Store;
  readonly #stage: Stage;
  readonly #views: EntityViews;
  readonly #lights: Lights;
  readonly #sky: Sky;
  readonly #rig: CameraRig;
  readonly #interaction: Interaction;
  readonly #input: PointerInput;
  readonly #overlays: Overlays;
  readonly #ends: (() => void)[] = [];
  readonly #times: number[] = [];
  #request = 0;
  #lastMs = 0;
  #isFramed = false;
  #isEmpty = false;
  #isStale = true;
  #hasMoved = true;
  #hasDrawn = false;
  #mayBeCovered = true;

  /** Throws an Error with a message for people where there is no WebGL. */
  constructor(store: Store, connection: Connection, canvas: HTMLCanvasElement) {
    this.#store = store;
    this.#stage = new Stage(canvas, () => this.#drawNow());
    const { scene } = this.#stage;
    this.#sky = new Sky(scene);
    this.#lights = new Lights(scene, this.#stage.quality);
    this.#views = new EntityViews(scene, store, this.#stage.quality);
    this.#rig = new CameraRig(store, this.#views);
    this.#interaction = new Interaction({ store, connection, canvas, scene, views: this.#views, rig: this.#rig }, () =>
      this.#wake(),
    );
    this.#overlays = new Overlays(scene, canvas, store, this.#views);
    this.#input = new PointerInput(canvas, this.#interaction);
    this.#listen();
    this.#useTheme();
    this.#takeScene();
  }

  /** In CSS pixels of the page's viewport; undefined if it is not there or behind the camera. */
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

  /** Brings an entity into the middle. */
  focus(entity: string): void {
    const view = this.#views.get(entity);
    if (view) this.#rig.focus(view);
    this.#wake();
  }

  /** Brings everything into view. */
  resetCamera(): void {
    this.#findArea();
    this.#rig.reset();
    this.#wake();
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    // nothing wakes it any more
    this.#request = -1;
    for (const end of this.#ends) end();
    this.#input.dispose();
    this.#interaction.dispose();
    this.#overlays.dispose();
    this.#views.dispose();
    this.#lights.dispose();
    this.#sky.dispose();
    this.#stage.dispose();
  }

  #listen(): void {
    const on = (topic: Topic, act: () => void) => this.#ends.push(this.#store.on(topic, act));
    on("scene", () => this.#takeScene());
    on("poses", () => {
      this.#views.takePoses(performance.now());
      this.#overlays.takePoses();
      this.#wake();
    });
    on("contacts", () => this.#changed());
    on("selection", () => this.#changed());
    on("settings", () => this.#useTheme());
    // a click anywhere may open or close a panel, after it has moved
    const click = () => setTimeout(() => this.#lookAround(), PANEL_MS);
    addEventListener("click", click);
    this.#ends.push(() => removeEventListener("click", click));
    this.#ends.push(onSystemTheme(() => this.#useTheme()));
  }

  #lookAround(): void {
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
    this.#changed();
  }

  #takeScene(): void {
    this.#views.sync(performance.now());
    this.#views.showWires(this.#store.settings.showCollision);
    this.#lights.use(this.#store.lights);
    this.#hasMoved = true;
    this.#changed();
  }

  /** The picture has to be drawn anew. */
  #changed(): void {
    this.#isStale = true;
    this.#wake();
  }

  #wake(): void {
    this.#request ||= requestAnimationFrame(() => this.#frame());
  }

  #drawNow(): void {
    this.#isStale = this.#hasMoved = this.#mayBeCovered = true;
    cancelAnimationFrame(this.#request);
    this.#frame();
  }

  #frame(): void {
    const now = performance.now();
    this.#request = 0;
    const gapMs = Math.max(0, now - this.#lastMs);
    const seconds = Math.min(MOST_STEP_SEC, gapMs / 1000);
    this.#lastMs = now;
    if (this.#hasDrawn) this.#stage.takeGap(gapMs);
    this.#hasDrawn = false;
    const { canvas } = this.#stage;
    const { width, height } = canvas;
    if (!this.#stage.fit()) return;
    // another number of pixels empties the canvas, though nothing may have moved
    if (canvas.width !== width || canvas.height !== height) this.#isStale = true;
    if (this.#views.advance(now)) this.#hasMoved = true;
    if (this.#mayBeCovered) this.#findArea();
    if (!this.#isFramed || this.#isEmpty) this.#frameAll();
    const looks = this.#rig.update(now, seconds);
    const touched = this.#interaction.update(now, this.#hasMoved);
    if (looks || touched || this.#hasMoved || this.#isStale) {
      this.#draw();
      this.#hasDrawn = true;
      this.#measure(performance.now() - now);
      this.#wake();
    }
  }

  /** Once everything has its place; and again when the first thing comes into an empty world. */
  #frameAll(): void {
    if (!this.#views.arePlaced || (this.#isFramed && this.#views.bounds(this.#views.all()) === undefined)) return;
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

  #draw(): void {
    const { camera, target } = this.#rig;
    this.#views.ground.follow(camera.position);
    this.#overlays.update(this.#rig);
    this.#sky.fade(camera.position, target);
    const shades = this.#lights.shade(target, 1.1 * camera.position.distanceTo(target) + 1);
    this.#stage.draw(camera, shades || this.#hasMoved);
    this.#isStale = this.#hasMoved = false;
  }
}
