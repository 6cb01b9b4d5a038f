// Runs in the browser: draws a scene that comes as plain data (CameraScene.ts) with three.js, its own geometries, materials
// and shadow map, and gives the pixels or the time of a picture. What our pictures are judged against (S3), so nothing here
// uses code of the project: only its numbers, which come along.

import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DataTexture,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  Group,
  HemisphereLight,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearToneMapping,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Quaternion,
  RepeatWrapping,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  SpotLight,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from "three";

const NEAR_M = 0.03;
const FAR_M = 6000;
const SUN_AWAY_M = 60;
/** Fine ones for judging pictures, coarse ones of a usual program for judging the time. */
const SEGMENTS = {
  fine: { sphere: [96, 64], cylinder: 128, capsule: [32, 96] },
  coarse: { sphere: [18, 12], cylinder: 24, capsule: [4, 14] },
};

/** One picture: RGBA as base64, rows from the top. */
export function draw(data, options) {
  const stage = build(data, options);
  stage.look(data.view);
  const pixels = stage.read();
  const { triangles } = stage;
  stage.dispose();
  return { pixels: toBase64(topDown(pixels, data.view)), triangles };
}

/** Milliseconds of each picture, drawn and read back, the camera being moved from one to the next. */
export function time(data, options, poses) {
  const stage = build(data, options);
  const times = poses.map((pose) => {
    const start = performance.now();
    stage.look({ ...data.view, pose });
    stage.read();
    return performance.now() - start;
  });
  const { triangles } = stage;
  stage.dispose();
  return { times, triangles };
}

/** What draws here. */
export function rendererName() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "";
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

function build(data, { antialias = true, shadows = true, segments = "fine", material = "standard" } = {}) {
  const { width, height } = data.view;
  const renderer = new WebGLRenderer({ antialias, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
  renderer.toneMapping = LinearToneMapping;
  renderer.toneMappingExposure = data.lighting.exposure;
  renderer.shadowMap.enabled = shadows;
  renderer.shadowMap.type = PCFShadowMap;
  const scene = new Scene();
  addSky(scene, data.lighting);
  addLights(scene, data, shadows);
  const cache = {
    geometries: new Map(),
    materials: new Map(),
    segments: SEGMENTS[segments],
    renderer,
    kind: material,
  };
  let triangles = 0;
  for (const { pose, shapes } of data.bodies) {
    const body = new Group();
    place(body, pose);
    for (const shape of shapes) {
      if (!shape.visible) continue;
      const mesh = makeMesh(shape, cache);
      triangles += mesh.geometry.index.count / 3;
      mesh.castShadow = mesh.receiveShadow = shadows;
      body.add(mesh);
    }
    scene.add(body);
  }
  const camera = new PerspectiveCamera();
  const pixels = new Uint8Array(4 * width * height);
  const gl = renderer.getContext();
  return {
    triangles,
    look: (view) => aim(camera, view),
    read() {
      renderer.render(scene, camera);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    },
    dispose() {
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** Ours look along +y with +z up, those of three.js along -z with +y up. */
function aim(camera, { pose, width, height, focalPx, centerX, centerY }) {
  const toThree = new Quaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2);
  camera.position.set(...pose.position);
  camera.quaternion.set(...pose.orientation).multiply(toThree);
  camera.updateMatrixWorld(true);
  const perPixel = NEAR_M / focalPx;
  const [left, right] = [-centerX * perPixel, (width - centerX) * perPixel];
  const [top, bottom] = [centerY * perPixel, (centerY - height) * perPixel];
  camera.projectionMatrix.makePerspective(left, right, top, bottom, NEAR_M, FAR_M);
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}

function place(object, { position, orientation }) {
  object.position.set(...position);
  object.quaternion.set(...orientation);
}

function makeMesh(shape, cache) {
  const mesh = new Mesh(geometryOf(shape, cache), materialOf(shape, cache));
  place(mesh, shape.pose);
  return mesh;
}

function geometryOf({ shape, texture }, { geometries, segments }) {
  const key = JSON.stringify([shape, texture?.tileM]);
  let geometry = geometries.get(key);
  if (!geometry) {
    geometry = makeGeometry(shape, segments, texture);
    if (!geometry.index) geometry.setIndex([...Array(geometry.attributes.position.count).keys()]);
    geometries.set(key, geometry);
  }
  return geometry;
}

function makeGeometry(shape, segments, texture) {
  switch (shape.kind) {
    case "Box":
      return mapBox(new BoxGeometry(...shape.size), shape.size, texture);
    case "Sphere":
      return rowsDown(new SphereGeometry(shape.radius, ...segments.sphere).rotateX(Math.PI / 2));
    case "Cylinder":
      return makeCylinder(shape, segments.cylinder);
    case "CappedCylinder":
      return rowsDown(new CapsuleGeometry(shape.radius, shape.length, ...segments.capsule).rotateX(Math.PI / 2));
    case "Plane":
      return makePlane(texture);
    case "Mesh":
      return makeFlat(shape);
    case "Heightfield":
      return makeHeightfield(shape, texture);
    default:
      throw new Error(`no such shape: ${shape.kind}`);
  }
}

/** Pictures have their first row at the top. */
function rowsDown(geometry) {
  const { uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) uv.setY(i, 1 - uv.getY(i));
  return geometry;
}

/** The side from -x counter-clockwise seen from below, caps as seen from outside with +z up. */
function makeCylinder({ radius, length }, around) {
  const whole = [1, false, -Math.PI / 2, 2 * Math.PI];
  const geometry = rowsDown(new CylinderGeometry(radius, radius, length, around, ...whole));
  const { position, normal, uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) {
    const side = Math.round(normal.getY(i));
    if (side !== 0) uv.setXY(i, 0.5 - (side * position.getX(i)) / (2 * radius), 0.5 - position.getZ(i) / (2 * radius));
  }
  return geometry;
}

/** Side faces upright as seen from outside, the top with +y up, the bottom from below with +y up. */
function mapBox(geometry, size, texture) {
  const { position, normal, uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) {
    const p = [position.getX(i), position.getY(i), position.getZ(i)];
    const n = [normal.getX(i), normal.getY(i), normal.getZ(i)].map(Math.round);
    const [right, up] =
      n[2] === 0
        ? [
            [-n[1], n[0], 0],
            [0, 0, 1],
          ]
        : [
            [n[2], 0, 0],
            [0, 1, 0],
          ];
    const along = (axis) => axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    const full = (axis) => Math.abs(axis[0] * size[0] + axis[1] * size[1] + axis[2] * size[2]);
    const [tileX, tileY] = texture?.tileM ?? [full(right), full(up)];
    uv.setXY(i, (along(right) + full(right) / 2) / tileX, (full(up) / 2 - along(up)) / tileY);
  }
  return geometry;
}

/** Small pieces in the middle, large ones far out. */
function makePlane(texture) {
  const half = 3000;
  const geometry = new PlaneGeometry(2, 2, 60, 60);
  const { position, uv } = geometry.attributes;
  const [tileX, tileY] = texture?.tileM ?? [1, 1];
  for (let i = 0; i < position.count; i++) {
    const [x, y] = [half * position.getX(i) ** 3, half * position.getY(i) ** 3];
    position.setXY(i, x, y);
    uv.setXY(i, x / tileX, -y / tileY);
  }
  geometry.computeBoundingSphere();
  return geometry;
}

/** What comes from files has no normals of its own. */
function makeFlat({ vertices, triangles }) {
  const positions = new Float32Array(triangles.flatMap((i) => vertices.slice(3 * i, 3 * i + 3)));
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function makeHeightfield({ rows, columns, size, heights }, texture) {
  const geometry = new PlaneGeometry(size[0], size[1], columns - 1, rows - 1);
  const { position, uv } = geometry.attributes;
  const [tileX, tileY] = texture?.tileM ?? size;
  for (let i = 0; i < position.count; i++) {
    // rows of three.js go from +y to -y, ours the other way
    const row = rows - 1 - Math.floor(i / columns);
    position.setZ(i, heights[row * columns + (i % columns)]);
    uv.setXY(i, (position.getX(i) + size[0] / 2) / tileX, (size[1] / 2 - position.getY(i)) / tileY);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function materialOf({ color, texture, shape, material: name, surface }, { materials, renderer, kind }) {
  const side = shape.kind === "Heightfield" ? DoubleSide : FrontSide;
  const key = `${name} ${side} ${texture ? texture.pixels : color}`;
  let material = materials.get(key);
  if (!material) {
    const look = { side, ...(texture ? { map: makeTexture(texture, renderer) } : { color: tint(color) }) };
    const { roughness, metalness } = surface;
    material =
      kind === "lambert" ? new MeshLambertMaterial(look) : new MeshStandardMaterial({ ...look, roughness, metalness });
    materials.set(key, material);
  }
  return material;
}

function makeTexture({ width, height, pixels }, renderer) {
  const texture = new DataTexture(fromBase64(pixels), width, height);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = Math.min(8, renderer.capabilities.getMaxAnisotropy());
  texture.needsUpdate = true;
  return texture;
}

const tint = ([r, g, b]) => new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
/** Lights shine along -z of their frame. */
const backward = (orientation) => new Vector3(0, 0, 1).applyQuaternion(new Quaternion(...orientation));

function addLights(scene, { lights, lighting, shadow }, shadows) {
  const least = new AmbientLight(0xffffff, lighting.leastAmbient * Math.PI);
  scene.add(least);
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
function addSky(scene, { zenith, horizon, skyPower, skyBrightness }) {
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
  mesh.matrix.copy(new Matrix4());
  scene.add(mesh);
}

function topDown(pixels, { width, height }) {
  const out = new Uint8Array(pixels.length);
  for (let r = 0; r < height; r++)
    out.set(pixels.subarray(4 * width * (height - 1 - r), 4 * width * (height - r)), 4 * width * r);
  return out;
}

function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
