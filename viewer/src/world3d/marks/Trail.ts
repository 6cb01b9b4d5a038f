// The path of a body in the last seconds: a band of constant width that fades with age. Every point is two vertices,
// which the shader moves apart across the path on the screen.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  type Scene,
  ShaderMaterial,
  Vector2,
  type Vector3,
} from "three";

const MAX_POINTS = 320;
const MIN_STEP_M = 0.01;
/** A larger step is a teleport and starts a new trail. */
const JUMP_M = 1.5;

const VERTEX = /* glsl */ `
  attribute vec3 before;
  attribute vec3 after;
  attribute float side;
  attribute float time;
  uniform vec2 pixel;
  uniform float now;
  uniform float span;
  varying float vAge;
  vec2 onScreen(vec3 p) {
    vec4 clip = projectionMatrix * viewMatrix * vec4(p, 1.0);
    return clip.xy / max(1e-4, clip.w) / pixel;
  }
  void main() {
    vec4 place = projectionMatrix * viewMatrix * vec4(position, 1.0);
    vec2 way = onScreen(after) - onScreen(before);
    float size = length(way);
    if (size > 1e-5) place.xy += side * vec2(-way.y, way.x) / size * pixel * place.w;
    vAge = (now - time) / span;
    gl_Position = place;
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 color;
  varying float vAge;
  void main() {
    gl_FragColor = vec4(color, 0.85 * clamp(1.0 - vAge, 0.0, 1.0));
    #include <colorspace_fragment>
  }
`;

interface Point {
  readonly place: Vector3;
  readonly time: number;
}

export class Trail {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #points: Point[] = [];
  readonly #spanSec: number;
  #isStale = true;

  constructor(scene: Scene, spanSec: number) {
    this.#spanSec = spanSec;
    const geometry = new BufferGeometry();
    for (const [name, size] of Object.entries({ position: 3, before: 3, after: 3, side: 1, time: 1 })) {
      const attribute = new BufferAttribute(new Float32Array(2 * MAX_POINTS * size), size);
      geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
    const index: number[] = [];
    for (let i = 0; i + 1 < MAX_POINTS; i++) index.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2);
    geometry.setIndex(index);
    const uniforms = {
      color: { value: new Color() },
      pixel: { value: new Vector2() },
      now: { value: 0 },
      span: { value: spanSec },
    };
    const looks = { vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms, transparent: true, depthTest: false };
    this.mesh = new Mesh(geometry, new ShaderMaterial({ ...looks, side: DoubleSide, toneMapped: false }));
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = 50;
    this.mesh.visible = false;
    scene.add(this.mesh);
  }

  add(place: Vector3, time: number): void {
    const last = this.#points.at(-1);
    if (last && (time < last.time || last.place.distanceTo(place) > JUMP_M)) this.#points.length = 0;
    while (
      this.#points.length > 0 &&
      (time - this.#points[0].time > this.#spanSec || this.#points.length >= MAX_POINTS)
    )
      this.#points.shift();
    this.mesh.material.uniforms.now.value = time;
    this.#isStale = true;
    if (last && this.#points.length > 1 && last.place.distanceTo(place) < MIN_STEP_M) return;
    this.#points.push({ place: place.clone(), time });
  }

  /** Called before each frame. */
  update(color: number, widthPx: number, width: number, height: number): void {
    const { uniforms } = this.mesh.material;
    uniforms.color.value.setHex(color);
    uniforms.pixel.value.set(widthPx / width, widthPx / height);
    if (this.#isStale) this.#fill();
    this.#isStale = false;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  #fill(): void {
    const points = this.#points;
    const { position, before, after, side, time } = this.mesh.geometry.attributes;
    for (const [i, point] of points.entries()) {
      const [a, b] = [points[Math.max(0, i - 1)].place, points[Math.min(points.length - 1, i + 1)].place];
      for (let k = 0; k < 2; k++) {
        const at = 2 * i + k;
        position.setXYZ(at, point.place.x, point.place.y, point.place.z);
        before.setXYZ(at, a.x, a.y, a.z);
        after.setXYZ(at, b.x, b.y, b.z);
        side.setX(at, 2 * k - 1);
        time.setX(at, point.time);
      }
    }
    for (const attribute of [position, before, after, side, time]) attribute.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, Math.max(0, 6 * (points.length - 1)));
  }
}
