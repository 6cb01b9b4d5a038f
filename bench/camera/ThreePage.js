// Runs in the browser: draws a scene given as plain data (CameraScene.ts) with three.js, its own geometries, materials
// and shadow map, and returns the pixels or the time of a picture. The reference for the rasteriser's pictures (S3),
// so it uses no code of the project, only its numbers.

import { Group, LinearToneMapping, PCFShadowMap, PerspectiveCamera, Quaternion, Scene, WebGLRenderer } from "three";
import { addLights, addSky } from "./ThreeLights.js";
import { makeMesh, place, SEGMENTS } from "./ThreeShapes.js";

const NEAR_M = 0.03;
const FAR_M = 6000;
/** One picture: RGBA as base64, rows from the top. */
export function draw(data, options) {
  const stage = build(data, options);
  stage.look(data.view);
  const pixels = stage.read();
  const { triangles } = stage;
  stage.dispose();
  return { pixels: toBase64(topDown(pixels, data.view)), triangles };
}

/** Time of each picture, drawn and read back, with a moving camera, ms. */
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

/** Name of the WebGL renderer. */
export function rendererName() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "";
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

function build(data, { antialias = true, shadows = true, segments = "fine", material = "standard" } = {}) {
  const { width, height } = data.view;
  const renderer = new WebGLRenderer({ antialias });
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
  const triangles = addBodies(scene, data.bodies, cache, shadows);
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

/** Returns the number of triangles. */
function addBodies(scene, bodies, cache, shadows) {
  let triangles = 0;
  for (const { pose, shapes } of bodies) {
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
  return triangles;
}

/** Cameras look along +y with +z up, those of three.js along -z with +y up. */
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
