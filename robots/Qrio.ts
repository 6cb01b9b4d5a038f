// Sony's QRIO (SDR-4X II) as a robot document: 38 servos, two cameras in the head, accelerometers, gyroscope, four force sensors in each
// sole. It prints robots/qrio.xml (`npm run --silent qrio-document > robots/qrio.xml`). Sizes are in mm above the ground: forward, left,
// up. Height, width, total mass and the number of joints are Sony's; docs/legged.md tells what is ASSUMED.

import { body, documentParts, indent, metres, type Point, touch } from "./DocumentParts.js";
import { FINGERS, fingerBase, onSide, QRIO, QRIO_JOINTS, SIDES, type Side } from "./QrioJoints.js";

const SILVER = "#c9ced6";
const WHITE = "#eef0f2";
const GREY = "#6d737c";
const DARK = "#23262c";
const BLUE = "#2f5fc0";

const { place, servo, sphere, ellipsoid, capsule, range, led } = documentParts(0);

/** A robot document of the QRIO. It stands on z = 0 of its model space and faces +y. */
export function qrioDocument(name = "Qrio"): string {
  const bodies = [
    torso(),
    ...neckAndHead(),
    ...waist(),
    ...SIDES.flatMap((side) => arm(side)),
    ...SIDES.flatMap((side) => leg(side)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!--
  Sony's QRIO (SDR-4X II): 580 mm, 7 kg, 38 servos. Printed by robots/Qrio.ts: change it there. With all joints at 0 it stands
  straight and faces +y. Units: m, kg, rad. ASSUMED, because no public source has them: masses of the parts, limits, speeds and torques
  of the joints, fields of view, the shape. docs/legged.md has the sources.
-->
<Client>

  <CSettings>
    <Name>${name}</Name>
    <ControlRate>125</ControlRate>
  </CSettings>

  <Entity>

    <RigidBodies>
${bodies.map(indent(6)).join("\n\n")}
    </RigidBodies>

    <Joints>
${QRIO_JOINTS.map(servo).map(indent(6)).join("\n")}
    </Joints>

  </Entity>

</Client>
`;
}

function torso(): string {
  const [x, , z] = QRIO.torso;
  return body("Torso", [
    ellipsoid("Chest", [x, 0, z + 16], [118, 148, 132], { color: SILVER, mass: 1820 }),
    ellipsoid("Belly", [x, 0, z - 38], [100, 118, 92], { color: WHITE, collide: false }),
    ellipsoid("Breast", [x + 26, 0, z + 26], [74, 112, 84], { color: WHITE, collide: false }),
    ellipsoid("Backpack", [x - 44, 0, z + 14], [74, 108, 112], { color: SILVER, collide: false }),
    capsule("Collar", [x, 34, z + 72], [x, -34, z + 72], 16, { color: GREY, collide: false }),
    capsule("Handle", [x - 74, 30, z + 64], [x - 74, -30, z + 64], 7, { color: GREY }),
    ellipsoid("Badge", [x + 57, 0, z + 34], [16, 26, 26], { color: BLUE, collide: false }),
    // ASSUMED: faster than the commands, so that means over a frame count and not single blows
    sensor("Accelerometer", "Accelerometer", [x, 0, z], 500),
    sensor("Gyroscope", "Gyroscope", [x, 0, z], 500),
    touch("HandleTouch", "Handle"),
    led("ChestLight", [x + 64, 0, z + 34], "#40a0ff", 5),
  ]);
}

function neckAndHead(): string[] {
  const [nx, , nz] = QRIO.neck;
  const [hx, , hz] = QRIO.head;
  const eye = (side: Side) => onSide(side, [hx + 40, 21, hz + 2]);
  return [
    body("NeckBlock", [
      capsule("NeckFoot", [nx, 0, nz - 6], [nx, 0, nz + 10], 17, { color: GREY, mass: 40, collide: false }),
    ]),
    body("NeckRing", [
      capsule("NeckStem", [nx, 0, nz + 6], [nx, 0, nz + 26], 15, { color: DARK, mass: 30, collide: false }),
    ]),
    body("NeckFork", [sphere("NeckJoint", [hx, 0, hz - 22], 15, { color: GREY, mass: 20, collide: false })]),
    body("Head", [
      ellipsoid("Skull", [hx, 0, hz], [96, 104, 92], { color: SILVER, mass: 600 }),
      ellipsoid("Face", [hx + 14, 0, hz - 2], [74, 84, 64], { color: WHITE, collide: false }),
      ellipsoid("Visor", [hx + 21, 0, hz + 3], [58, 74, 30], { color: DARK, collide: false }),
      ...SIDES.flatMap((side) => [
        ellipsoid(`${side}Eye`, eye(side), [16, 22, 22], { color: DARK, collide: false }),
        ellipsoid(`${side}EarDisc`, onSide(side, [hx, 49, hz]), [44, 16, 44], { color: GREY, collide: false }),
        ellipsoid(`${side}EarCap`, onSide(side, [hx, 55, hz]), [26, 12, 26], { color: BLUE, collide: false }),
      ]),
      capsule("HeadRubber", [hx - 4, 10, hz + 41], [hx - 4, -10, hz + 41], 5, { color: GREY }),
      "<!-- 110 000 pixels each. ASSUMED: their proportions and field of view -->",
      ...SIDES.map((side) => camera(`${side}Camera`, onSide(side, [hx + 46, 21, hz + 2]))),
      range("HeadRange", [hx + 50, 0, hz + 14], [100, 900], 20, 0),
      touch("HeadTouch", "HeadRubber"),
      ...SIDES.map((side) => led(`${side}EyeLight`, onSide(side, [hx + 48, 21, hz + 2]), "#60c0ff", 4)),
    ]),
  ];
}

function waist(): string[] {
  const [x, , z] = QRIO.waist;
  return [
    body("WaistBlock", [sphere("WaistJoint", QRIO.waist, 26, { color: GREY, mass: 100, collide: false })]),
    body("Pelvis", [
      ellipsoid("Hips", [x - 4, 0, z - 22], [86, 128, 56], { color: SILVER, mass: 600, collide: false }),
      ellipsoid("Belt", [x, 0, z - 6], [88, 112, 26], { color: DARK, collide: false }),
    ]),
  ];
}

function arm(side: Side): string[] {
  const at = (point: Point) => onSide(side, point);
  const out = side === "Left" ? 1 : -1;
  const [shoulder, elbow, wrist] = [at(QRIO.shoulder), at(QRIO.elbow), at(QRIO.wrist)];
  const [wx, wy, wz] = wrist;
  const name = (part: string) => `${side}${part}`;
  return [
    body(name("ShoulderBlock"), [
      sphere(name("ShoulderMotor"), [shoulder[0], shoulder[1] - out * 6, shoulder[2]], 24, {
        color: GREY,
        mass: 60,
        collide: false,
      }),
    ]),
    body(name("ShoulderFork"), [
      ellipsoid(name("ShoulderCap"), [shoulder[0], shoulder[1] + out * 8, shoulder[2] + 4], [58, 46, 54], {
        color: SILVER,
        mass: 60,
      }),
      touch(name("ShoulderTouch"), name("ShoulderCap")),
    ]),
    body(name("UpperArm"), [
      capsule(name("Humerus"), [shoulder[0], elbow[1], shoulder[2] - 24], [elbow[0], elbow[1], elbow[2] + 12], 18, {
        color: WHITE,
        mass: 160,
        collide: false,
      }),
      sphere(name("ElbowCap"), elbow, 19, { color: GREY, collide: false }),
    ]),
    body(name("Forearm"), [
      capsule(name("Ulna"), [elbow[0], elbow[1], elbow[2] - 14], [wx, wy, wz + 16], 17, { color: WHITE, mass: 120 }),
      ellipsoid(name("Cuff"), [wx, wy, wz + 26], [44, 42, 52], { color: SILVER, collide: false }),
    ]),
    body(name("Hand"), [
      ellipsoid(name("Palm"), [wx, wy, wz - 18], [46, 26, 48], { color: DARK, mass: 60 }),
      range(name("HandRange"), [wx, wy, wz - 40], [50, 500], 20, -90),
      touch(name("HandTouch"), name("Palm")),
    ]),
    ...FINGERS.map((finger, i) => {
      const [x, y, z] = fingerBase(side, i);
      const length = i === 0 ? 16 : 20;
      return body(name(`${finger}Link`), [
        capsule(name(`${finger}Bone`), [x, y, z], [x, y, z - length], 5, { color: GREY, mass: 6, collide: false }),
      ]);
    }),
  ];
}

function leg(side: Side): string[] {
  const at = (point: Point) => onSide(side, point);
  const name = (part: string) => `${side}${part}`;
  const [yaw, hip, knee, ankle] = [at(QRIO.hipYaw), at(QRIO.hip), at(QRIO.knee), at(QRIO.ankle)];
  const [x, y] = ankle;
  // the sole: 120 x 70 mm, its middle 10 mm in front of the ankle
  const pads = ([1, -1] as const).flatMap((front) => ([1, -1] as const).map((left) => [front, left] as const));
  const padName = (front: number, left: number) =>
    name(`${front > 0 ? "Front" : "Rear"}${left > 0 ? "Left" : "Right"}Pad`);
  return [
    body(name("HipBlock"), [sphere(name("HipMotor"), yaw, 24, { color: GREY, mass: 120, collide: false })]),
    body(name("HipFork"), [sphere(name("HipJoint"), hip, 22, { color: DARK, mass: 120, collide: false })]),
    body(name("Thigh"), [
      capsule(name("Femur"), [hip[0], hip[1], hip[2] - 26], [knee[0], knee[1], knee[2] + 22], 24, {
        color: WHITE,
        mass: 450,
      }),
      ellipsoid(name("ThighPlate"), [hip[0] + 8, hip[1], hip[2] - 50], [58, 54, 88], { color: SILVER, collide: false }),
    ]),
    body(name("Shank"), [
      ellipsoid(name("KneeCap"), [knee[0] + 8, knee[1], knee[2]], [46, 46, 50], { color: GREY, collide: false }),
      capsule(name("Tibia"), [knee[0], knee[1], knee[2] - 20], [x, y, ankle[2] + 26], 21, { color: WHITE, mass: 350 }),
      ellipsoid(name("Calf"), [knee[0] - 4, knee[1], knee[2] - 46], [56, 52, 84], { color: SILVER, collide: false }),
      sensor("Accelerometer", name("LegAccelerometer"), [knee[0], knee[1], knee[2] - 40]),
    ]),
    body(name("AnkleFork"), [sphere(name("AnkleJoint"), ankle, 19, { color: DARK, mass: 100, collide: false })]),
    body(name("Foot"), [
      box(name("Sole"), [x + 10, y, 12], [116, 66, 20], DARK, 210),
      ellipsoid(name("Instep"), [x + 10, y, 24], [108, 62, 36], { color: SILVER, collide: false }),
      "<!-- force sensors -->",
      ...pads.flatMap(([front, left]) => [
        sphere(padName(front, left), [x + 10 + front * 54, y + left * 29, 6], 6, {
          color: DARK,
          mass: 10,
          material: "Rubber",
        }),
        touch(name(`${front > 0 ? "Front" : "Rear"}${left > 0 ? "Left" : "Right"}Force`), padName(front, left), 500),
      ]),
    ]),
  ];
}

const sensor = (kind: string, name: string, at: Point, rate = 125): string =>
  `<${kind} name="${name}"> <Position>${place(at)}</Position> <Rate>${rate}</Rate> </${kind}>`;

const camera = (name: string, at: Point): string =>
  `<CameraSensor name="${name}">
  <Position>${place(at)}</Position>
  <Width>384</Width> <Height>288</Height> <Fov>45</Fov> <Format>rgb</Format> <Rate>30</Rate> <Stamp>true</Stamp>
</CameraSensor>`;

/** Full lengths forward, left, up; it collides above the pads of the sole. */
const box = (name: string, at: Point, size: Point, color: string, mass: number): string =>
  `<Box name="${name}">
  <Mass>${metres(mass)}</Mass> <XSize>${metres(size[1])}</XSize> <YSize>${metres(size[0])}</YSize> <ZSize>${metres(size[2])}</ZSize> <Position>${place(at)}</Position>
  <Material>Plastic</Material> <Color>${color}</Color>
</Box>`;
