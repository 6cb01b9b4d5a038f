// Overlays on the world, as chosen in the settings: contacts, body frames, sensors, joint axes, balance, triggers, trails, labels, the
// frame of a robot view, marks of leagues, ghosts of a reference.

import type { Scene } from "three";
import { LEAGUE_SCENES, type LeagueMarks } from "../../leagues/LeagueScenes.js";
import type { Store } from "../../Store.js";
import { AxesGizmo } from "../camera/AxesGizmo.js";
import type { CameraRig } from "../camera/CameraRig.js";
import { RobotViewFrame } from "../camera/RobotViewFrame.js";
import type { EntityViews } from "../entities/EntityViews.js";
import { Lamps } from "../light/Lamps.js";
import type { Theme } from "../Theme.js";
import { BalanceMarks } from "./BalanceMarks.js";
import { BodyFrames } from "./BodyFrames.js";
import { ContactArrows } from "./ContactArrows.js";
import { FrozenMarks } from "./FrozenMarks.js";
import { Ghosts } from "./Ghosts.js";
import { InertiaMarks } from "./InertiaMarks.js";
import { JointAxes } from "./JointAxes.js";
import { Labels } from "./Labels.js";
import { MeasureMarks } from "./MeasureMarks.js";
import { SensorMarks } from "./SensorMarks.js";
import { SensorValues } from "./SensorValues.js";
import { type Tag, Tags } from "./Tags.js";
import { Trail } from "./Trail.js";
import { TriggerMarks } from "./TriggerMarks.js";

const TRAIL_SEC = 10;
const TRAIL_PX = 2.5;
/** Distinct hues; neighbours differ most. */
const TRAIL_COLORS = [0x2f6fed, 0xe4572e, 0x1fa67a, 0xb15cd6, 0xe0a100, 0x00a3c4, 0xd6487e, 0x7a8b00];

export class Overlays {
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #canvas: HTMLCanvasElement;
  readonly #scene: Scene;
  readonly #arrows: ContactArrows;
  readonly #frames: BodyFrames;
  readonly #sensors: SensorMarks;
  readonly #values: SensorValues;
  readonly #joints: JointAxes;
  readonly #balance: BalanceMarks;
  readonly #triggers: TriggerMarks;
  readonly #lamps: Lamps;
  readonly #ghosts: Ghosts;
  readonly #robotFrame: RobotViewFrame;
  readonly #axesGizmo: AxesGizmo;
  readonly #labels: Labels;
  readonly #inertia: InertiaMarks;
  readonly #frozen: FrozenMarks;
  readonly #measure: MeasureMarks;
  readonly #tags: Tags;
  readonly #leagues: readonly LeagueMarks[];
  readonly #trails = new Map<string, Trail>();

  constructor(scene: Scene, canvas: HTMLCanvasElement, store: Store, views: EntityViews) {
    this.#scene = scene;
    this.#canvas = canvas;
    this.#store = store;
    this.#views = views;
    this.#arrows = new ContactArrows(scene);
    this.#frames = new BodyFrames(scene);
    this.#sensors = new SensorMarks(scene);
    this.#values = new SensorValues(scene, store, views);
    this.#joints = new JointAxes(scene);
    this.#balance = new BalanceMarks(scene, store);
    this.#triggers = new TriggerMarks(scene);
    this.#lamps = new Lamps(scene, views);
    this.#ghosts = new Ghosts(scene, store, views);
    this.#robotFrame = new RobotViewFrame(canvas);
    this.#axesGizmo = new AxesGizmo(canvas);
    this.#labels = new Labels(canvas, store, views);
    this.#inertia = new InertiaMarks(scene);
    this.#frozen = new FrozenMarks(store);
    this.#measure = new MeasureMarks(scene);
    this.#tags = new Tags(canvas);
    this.#leagues = LEAGUE_SCENES.map((league) => league.createMarks(scene, canvas, store, views));
  }

  use(theme: Theme): void {
    this.#labels.useDark(theme.isDark);
    this.#sensors.color(theme.sensor);
    this.#values.use(theme);
    this.#joints.use(theme);
    this.#triggers.use(theme);
    this.#measure.use(theme);
    this.#tags.useDark(theme.isDark);
  }

  /** Call after poses arrived. Trails are recorded for all robots, so that they are complete when shown. */
  applyPoses(): void {
    for (const league of this.#leagues) league.applyPoses();
    const { entities, poses, time } = this.#store;
    for (const { entity, main } of this.#views.all()) {
      if (entity.role !== "robot" || !main) continue;
      const pose = poses.get(main.body.id);
      if (!pose) continue;
      const trail = this.#trails.get(entity.name) ?? new Trail(this.#scene, TRAIL_SEC);
      this.#trails.set(entity.name, trail);
      trail.add(main.position.clone().set(pose[0], pose[1], pose[2]), time);
    }
    for (const [name, trail] of this.#trails)
      if (!entities.has(name)) {
        trail.dispose();
        this.#trails.delete(name);
      }
  }

  /** Whether the drawn sensor values have changed visibly. */
  hasNewValues(): boolean {
    const hasBalance = this.#balance.hasChanged();
    return this.#values.hasChanged() || hasBalance;
  }

  /** Called before each frame. */
  update(rig: CameraRig): void {
    const { settings, contacts, selection } = this.#store;
    const position = rig.viewpoint;
    this.#arrows.show(settings.showContacts ? contacts : [], position);
    if (settings.showFrames) this.#frames.show(this.#views.all(), position);
    else this.#frames.hide();
    const selected = settings.camera === "eye" ? undefined : this.#views.get(selection?.entity ?? "");
    if (settings.showSensors) this.#sensors.show(this.#views.all(), position, rig.robotView?.name);
    else if (selected) this.#sensors.show([selected], position, undefined, true);
    else this.#sensors.hide();
    this.#values.show(position);
    this.#joints.show(this.#views.all(), position, settings.showJoints, selection);
    this.#balance.show(position);
    this.#triggers.show(
      settings.showTriggers && !this.#store.isEditing ? this.#store.triggers : [],
      this.#views,
      position,
    );
    this.#lamps.use(this.#store.lamps);
    this.#lamps.place(position);
    this.#ghosts.update();
    this.#robotFrame.update(rig);
    this.#axesGizmo.update(rig);
    const { clientWidth, clientHeight } = this.#canvas;
    for (const [i, trail] of [...this.#trails.values()].entries()) {
      trail.mesh.visible = settings.showTrails;
      if (trail.mesh.visible) trail.update(TRAIL_COLORS[i % TRAIL_COLORS.length], TRAIL_PX, clientWidth, clientHeight);
    }
    for (const league of this.#leagues) league.update(rig.camera);
    this.#labels.update(rig);
    this.#inertia.show(this.#views.all(), position, settings.showInertia);
    this.#frozen.show(this.#views.all());
    this.#measure.show(this.#store.measured ?? [], position);
    const tags: Tag[] = [...this.#measure.tags];
    if (settings.showFrames) tags.push(...this.#frames.namesNear(this.#views.all(), position));
    this.#tags.update(tags, rig.camera);
  }

  dispose(): void {
    this.#arrows.dispose();
    this.#frames.dispose();
    this.#sensors.dispose();
    this.#values.dispose();
    this.#joints.dispose();
    this.#balance.dispose();
    this.#triggers.dispose();
    this.#lamps.dispose();
    this.#ghosts.dispose();
    this.#robotFrame.dispose();
    this.#axesGizmo.dispose();
    this.#labels.dispose();
    this.#inertia.dispose();
    this.#frozen.dispose();
    this.#measure.dispose();
    this.#tags.dispose();
    for (const league of this.#leagues) league.dispose();
    for (const trail of this.#trails.values()) trail.dispose();
    this.#trails.clear();
  }
}
