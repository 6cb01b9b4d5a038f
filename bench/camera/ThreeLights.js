// Runs in the browser: lights, the shadow of the first sun, and the sky in three.js.

import {
  AmbientLight,
  BackSide,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  PointLight,
  Quaternion,
  ShaderMaterial,
  SphereGeometry,
  SpotLight,
  SRGBColorSpace,
  Vector3,
} from "three";

const SUN_AWAY_M = 60;

/** Converts from sRGB. */
export const tint = ([r, g, b]) => new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
/** Lights shine along -z of their frame. */
const backward = (orientation) => new Vector3(0, 0, 1).applyQuaternion(new Quaternion(...orientation));

export function addLights(scene, { lights, lighting, shadow }, shadows) {
  const minAmbient = new AmbientLight(0xffffff, lighting.minAmbient * Math.PI);
  scene.add(minAmbient);
  let hasShadow = false;
  for (const { type, pose, color, intensity, on } of lights) {
    if (!on) continue;
    if (type === "ambient") addHemisphere(scene, tint(color), intensity, lighting);
    else if (type === "sun") {
      const sun = addSun(scene, tint(color), intensity, pose);
      if (shadows && !hasShadow) castShadow(sun, pose, shadow);
      hasShadow = true;
      addHemisphere(scene, tint(color), lighting.bounce * intensity, lighting);
    } else addLamp(scene, { type, pose, intensity, tint: tint(color) }, lighting);
  }
}

function addHemisphere(scene, sky, intensity, { groundShare }) {
  const light = new HemisphereLight(sky, sky.clone().multiplyScalar(groundShare), intensity * Math.PI);
  light.position.set(0, 0, 1);
  scene.add(light);
}

function addSun(scene, color, intensity, { orientation }) {
  const sun = new DirectionalLight(color, intensity * Math.PI);
  sun.position.copy(backward(orientation)).multiplyScalar(SUN_AWAY_M);
  scene.add(sun, sun.target);
  return sun;
}

function castShadow(sun, { orientation }, { center, reachM, pixels }) {
  const middle = new Vector3(...center);
  sun.target.position.copy(middle);
  sun.position.copy(middle).addScaledVector(backward(orientation), SUN_AWAY_M);
  sun.castShadow = true;
  sun.shadow.mapSize.set(pixels, pixels);
  const { camera } = sun.shadow;
  Object.assign(camera, { left: -reachM, right: reachM, top: reachM, bottom: -reachM });
  Object.assign(camera, { near: 0.5, far: 2 * SUN_AWAY_M });
  camera.up.set(0, 1, 0).applyQuaternion(new Quaternion(...orientation));
  camera.updateProjectionMatrix();
  sun.shadow.normalBias = (2 * reachM) / pixels;
  sun.shadow.bias = -0.0002;
  sun.shadow.radius = 1;
}

function addLamp(scene, { type, pose, intensity, tint: color }, { lampUnit, spotAngle, spotPenumbra }) {
  const lamp =
    type === "spot"
      ? new SpotLight(color, intensity * lampUnit, 0, spotAngle, spotPenumbra, 2)
      : new PointLight(color, intensity * lampUnit, 0, 2);
  lamp.position.set(...pose.position);
  if (type === "spot") {
    lamp.target.position.copy(lamp.position).sub(backward(pose.orientation));
    scene.add(lamp.target);
  }
  scene.add(lamp);
}

const SKY_VERTEX = /* glsl */ `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    vec4 p = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
    gl_Position = p.xyww;
  }
`;
const SKY_FRAGMENT = /* glsl */ `
  varying vec3 vDirection;
  uniform vec3 zenith;
  uniform vec3 horizon;
  uniform float power;
  void main() {
    float up = clamp(normalize(vDirection).z, 0.0, 1.0);
    gl_FragColor = vec4(mix(horizon, zenith, pow(up, power)), 1.0);
    #include <colorspace_fragment>
  }
`;

/** A gradient from the horizon up. */
export function addSky(scene, { zenith, horizon, skyPower, skyBrightness }) {
  const shade = (hex) => ({ value: new Color(hex).multiplyScalar(skyBrightness) });
  const material = new ShaderMaterial({
    vertexShader: SKY_VERTEX,
    fragmentShader: SKY_FRAGMENT,
    uniforms: { zenith: shade(zenith), horizon: shade(horizon), power: { value: skyPower } },
    side: BackSide,
    depthWrite: false,
    toneMapped: false,
  });
  const mesh = new Mesh(new SphereGeometry(1, 48, 32), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 2;
  mesh.matrixAutoUpdate = false;
  scene.add(mesh);
}
