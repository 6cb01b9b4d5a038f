// A disc in the team's colour on the carpet below each player, so that teams are told apart from afar: at least some pixels wide.

import {
  CircleGeometry,
  Color,
  InstancedMesh,
  MathUtils,
  Matrix4,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import type { EntityViews } from "../../world3d/entities/EntityViews.js";

const MAX = 64;
/** Above the lines of the field, m. */
const HEIGHT_M = 0.004;
/** Smallest radius on the screen, px, and largest one relative to the player. */
const [MIN_PX, MAX_SCALE] = [9, 2.4];
const COLORS: Readonly<Record<string, number>> = { blue: 0x1668ff, yellow: 0xffd60a, red: 0xe0202c };

export class TeamRings {
  readonly #mesh: InstancedMesh;
  readonly #material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.62,
    depthWrite: false,
    toneMapped: false,
    polygonOffset: true,
    polygonOffsetFactor: -3,
    polygonOffsetUnits: -3,
  });

  constructor(scene: Scene) {
    this.#mesh = new InstancedMesh(new CircleGeometry(1, 32), this.#material, MAX);
    this.#mesh.frustumCulled = false;
    this.#mesh.renderOrder = 2;
    this.#mesh.visible = false;
    scene.add(this.#mesh);
  }

  /** `teamOf`: of a robot; undefined: it is no player. `height` of the canvas in CSS pixels. */
  update(
    views: EntityViews,
    teamOf: (robot: string) => string | undefined,
    { camera, height }: { readonly camera: PerspectiveCamera; readonly height: number },
  ): void {
    let count = 0;
    const matrix = new Matrix4();
    const color = new Color();
    const tangent = Math.tan(MathUtils.degToRad(camera.fov) / 2);
    for (const view of views.all()) {
      const team = teamOf(view.entity.name);
      const bounds = team === undefined ? undefined : views.bounds([view]);
      if (team === undefined || !bounds || count === MAX) continue;
      const { center } = bounds;
      const own = 0.85 * bounds.radius;
      const metresPerPx = (camera.position.distanceTo(center) * tangent * 2) / height;
      const radius = Math.min(MAX_SCALE * own, Math.max(1.25 * own, MIN_PX * metresPerPx));
      matrix.compose(new Vector3(center.x, center.y, HEIGHT_M), new Quaternion(), new Vector3(radius, radius, 1));
      this.#mesh.setMatrixAt(count, matrix);
      this.#mesh.setColorAt(count++, color.setHex(COLORS[team] ?? 0x808080));
    }
    this.#mesh.count = count;
    this.#mesh.visible = count > 0;
    this.#mesh.instanceMatrix.needsUpdate = true;
    if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.dispose();
    this.#material.dispose();
  }
}
