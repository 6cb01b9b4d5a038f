// Marks of a match in the 3D view: the lines of the field, the path of the ball in the last two seconds, and the ball placement
// position. A ball that appears smaller than a dot is drawn as a dot.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Points,
  RingGeometry,
  type Scene,
  ShaderMaterial,
  Vector3,
} from "three";
import { fieldDrawing } from "../../../../src/leagues/ssl/field/FieldLines.js";
import { robotKey } from "../../../../src/leagues/ssl/Team.js";
import type { Store } from "../../Store.js";
import type { EntityViews } from "../../world3d/entities/EntityViews.js";
import { Trail } from "../../world3d/marks/Trail.js";
import type { LeagueMarks } from "../LeagueScenes.js";
import { FieldLines } from "../shared/FieldLines.js";
import { seenBall, TRAIL_SEC } from "../shared/SeenBall.js";
import { TeamRings } from "../shared/TeamRings.js";
import { fieldOf, matchOf } from "./MatchState.js";

const BALL_COLOR = 0xff7800;
const TRAIL_PX = 3;
/** Radius of the ring: a ball inside it is placed well enough. */
const RING_M = 0.15;
const RING_WIDTH_M = 0.025;
const RING_HEIGHT_M = 0.004;

const DOT_PX = 7;
const BALL_M = 0.0215;
/** The dot: an orange disc with a dark rim. */
const DOT_VERTEX = /* glsl */ `
  uniform float size;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_PointSize = size;
  }
`;
const DOT_FRAGMENT = /* glsl */ `
  void main() {
    float away = 2.0 * length(gl_PointCoord - 0.5);
    if (away > 1.0) discard;
    gl_FragColor = vec4(away > 0.75 ? vec3(0.25, 0.1, 0.0) : vec3(1.0, 0.47, 0.0), 1.0);
  }
`;

export class MatchMarks implements LeagueMarks {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #paint: FieldLines;
  readonly #rings: TeamRings;
  readonly #trail: Trail;
  readonly #ring: Mesh<RingGeometry, MeshBasicMaterial>;
  readonly #dot: Points<BufferGeometry, ShaderMaterial>;

  constructor(scene: Scene, canvas: HTMLCanvasElement, store: Store, views: EntityViews) {
    this.#canvas = canvas;
    this.#store = store;
    this.#views = views;
    this.#paint = new FieldLines(scene);
    this.#rings = new TeamRings(scene);
    this.#trail = new Trail(scene, TRAIL_SEC);
    const looks = { color: BALL_COLOR, transparent: true, opacity: 0.9, side: DoubleSide, depthWrite: false };
    this.#ring = new Mesh(new RingGeometry(RING_M - RING_WIDTH_M, RING_M, 48), new MeshBasicMaterial(looks));
    this.#ring.visible = false;
    scene.add(this.#ring);
    const uniforms = { size: { value: DOT_PX } };
    const point = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(3), 3));
    const shader = { vertexShader: DOT_VERTEX, fragmentShader: DOT_FRAGMENT, uniforms, toneMapped: false };
    this.#dot = new Points(point, new ShaderMaterial(shader));
    this.#dot.frustumCulled = false;
    this.#dot.visible = false;
    scene.add(this.#dot);
  }

  applyPoses(): void {
    const ball = fieldOf(this.#store) && seenBall(this.#store);
    if (ball) this.#trail.add(new Vector3(...ball), this.#store.time);
  }

  /** Called before each frame. */
  update(camera: PerspectiveCamera): void {
    const field = fieldOf(this.#store);
    const { entities } = this.#store;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#paint.update(field, field && (() => fieldDrawing(field)), this.#canvas.width, this.#canvas.height);
    this.#showDot(camera);
    const teamOf = (robot: string): string | undefined => (field ? robotKey(robot)?.team : undefined);
    this.#rings.update(this.#views, teamOf, { camera, height });
    this.#trail.mesh.visible = field !== undefined && entities.has("Ball");
    if (this.#trail.mesh.visible) this.#trail.update(BALL_COLOR, TRAIL_PX, width, height);
    const designated = field && matchOf(this.#store)?.designated;
    this.#ring.visible = designated !== undefined;
    if (designated) this.#ring.position.set(designated[0], designated[1], RING_HEIGHT_M);
  }

  #showDot(camera: PerspectiveCamera): void {
    const ball = fieldOf(this.#store) && this.#views.get("Ball")?.center();
    const tangent = Math.tan(MathUtils.degToRad(camera.fov) / 2);
    const pxPerM = ball ? this.#canvas.clientHeight / 2 / tangent / camera.position.distanceTo(ball) : 0;
    this.#dot.visible = ball !== undefined && 2 * BALL_M * pxPerM < DOT_PX;
    if (ball) this.#dot.position.copy(ball);
    this.#dot.material.uniforms.size.value = (DOT_PX * this.#canvas.width) / this.#canvas.clientWidth;
  }

  dispose(): void {
    this.#dot.removeFromParent();
    this.#dot.geometry.dispose();
    this.#dot.material.dispose();
    this.#paint.dispose();
    this.#rings.dispose();
    this.#trail.dispose();
    this.#ring.removeFromParent();
    this.#ring.geometry.dispose();
    this.#ring.material.dispose();
  }
}
