// The background: a gradient from the horizon up with thin clouds, behind everything.

import { BackSide, Color, Fog, Mesh, type Scene, ShaderMaterial, SphereGeometry, type Vector3 } from "three";
import { noiseTexture } from "../entities/Noise.js";
import type { Theme } from "../Theme.js";

const VERTEX = /* glsl */ `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    // without the camera's place, at the far end of the depth range
    vec4 p = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
    gl_Position = p.xyww;
  }
`;
const FRAGMENT = /* glsl */ `
  varying vec3 vDirection;
  uniform vec3 zenith;
  uniform vec3 horizon;
  uniform vec3 cloud;
  uniform sampler2D noiseMap;
  void main() {
    vec3 way = normalize(vDirection);
    float up = clamp(way.z, 0.0, 1.0);
    vec3 sky = mix(horizon, zenith, pow(up, 0.6));
    vec2 place = way.xy / (up + 0.12);
    float veil = texture2D(noiseMap, 0.045 * place).r + 0.35 * texture2D(noiseMap, 0.17 * place.yx).r;
    sky = mix(sky, cloud, 0.75 * smoothstep(0.62, 0.95, veil) * smoothstep(0.0, 0.16, up));
    gl_FragColor = vec4(sky, 1.0);
    // a little noise, so that no bands are seen
    float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);
    gl_FragColor.rgb += (noise - 0.5) / 255.0;
    #include <colorspace_fragment>
  }
`;

export class Sky {
  readonly #mesh: Mesh<SphereGeometry, ShaderMaterial>;
  readonly #fog = new Fog(0xffffff, 1, 100);

  constructor(scene: Scene) {
    const uniforms = {
      zenith: { value: new Color() },
      horizon: { value: new Color() },
      cloud: { value: new Color() },
      noiseMap: { value: noiseTexture() },
    };
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms,
      side: BackSide,
      depthWrite: false,
      toneMapped: false,
    });
    this.#mesh = new Mesh(new SphereGeometry(1, 24, 16), material);
    this.#mesh.frustumCulled = false;
    this.#mesh.renderOrder = 2;
    this.#mesh.matrixAutoUpdate = false;
    scene.add(this.#mesh);
    scene.fog = this.#fog;
  }

  use(theme: Theme): void {
    this.#mesh.material.uniforms.zenith.value.setHex(theme.zenith);
    this.#mesh.material.uniforms.horizon.value.setHex(theme.horizon);
    this.#mesh.material.uniforms.cloud.value.setHex(theme.cloud);
    this.#fog.color.setHex(theme.horizon);
  }

  /** Fog starts nearer when the viewer is close to the target. `beyond`: how much farther away the camera is, m. */
  fade(viewpoint: Vector3, target: Vector3, beyond: number): void {
    const distance = viewpoint.distanceTo(target);
    this.#fog.near = 15 + 2 * distance + beyond;
    this.#fog.far = 90 + 9 * distance + beyond;
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}
