// Sony's AIBO ERS-7 as a robot document: 20 servos, nose camera, accelerometer, infrared, touch, LEDs. It prints robots/aibo.xml
// (`npm run --silent aibo-document > robots/aibo.xml`). Sizes here are in mm from the centre between shoulders and hips: forward,
// left, up; angles are in degrees. docs/legged.md names the source of every figure; ASSUMED marks what no source has.

import { hypot } from "../src/math/Trigonometry.js";
import { type AiboLeg, BODY, FRONT, HIND, isFront, isLeft, LEGS, pawOf, shoulderOf } from "./AiboGeometry.js";
import { AIBO_JOINTS } from "./AiboJoints.js";
import { body, documentParts, indent, type Point, touch } from "./DocumentParts.js";

export interface AiboOptions {
  readonly name?: string;
  /** Colour of the uniform's patches. */
  readonly team?: "red" | "blue";
}

/** Height of the body's centre above the ground with all joints at 0, mm. */
const STAND = -pawOf("LH")[2] + FRONT.pawRadius;

const WHITE = "#f4f4f0";
const SHELL = "#dfe0de";
const GREY = "#4a4d52";
const DARK = "#24262a";
/** Of the radios. */
const CHANNEL = { red: 1, blue: 2 };
const TEAM = { red: "#c8202c", blue: "#1f4fd0" };

const { place, servo, sphere, ellipsoid, capsule, range, led } = documentParts(STAND);

/** A robot document of the AIBO. It stands on z = 0 of its model space and faces +y. */
export function aiboDocument({ name = "Aibo", team = "red" }: AiboOptions = {}): string {
  const bodies = [torso(team), ...LEGS.flatMap((leg) => legBodies(leg, team)), ...headBodies(), ...tailBodies()];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!--
  Sony's AIBO ERS-7: 20 servos, nose camera, accelerometer, infrared and touch sensors, LEDs. Printed by robots/Aibo.ts: change it
  there. With all joints at 0 its legs are straight; it faces +y. Units: m, kg, rad. docs/legged.md names the source of every
  figure. ASSUMED: what no source has.
-->
<Client>

  <CSettings>
    <Name>${name}</Name>
    <!-- a command every 8 ms, as in the real robot -->
    <ControlRate>125</ControlRate>
  </CSettings>

  <Entity>

    <RigidBodies>
${bodies.map(indent(6)).join("\n\n")}
    </RigidBodies>

    <!-- LoStop and HiStop are the mechanical stops; MaxVel as Sony recommends. ASSUMED: FMax -->
    <Joints>
${AIBO_JOINTS.map(servo).map(indent(6)).join("\n")}
    </Joints>

  </Entity>

</Client>
`;
}

/** 0.613 kg, its centre 20 mm below the axes. */
function torso(team: "red" | "blue"): string {
  const patch = { color: TEAM[team], collide: false };
  return body("Torso", [
    "<Mass>0.613</Mass>",
    `<CenterOfMass>${place([0, 0, -20])}</CenterOfMass>`,
    "<!-- the inertia of the box 170 x 90 x 80 mm. ASSUMED -->",
    "<Inertia>0.0018 0.00074 0.0019 0 0 0</Inertia>",
    capsule("Trunk", [-58, 0, 2], [56, 0, 2], 40, { color: WHITE }),
    ellipsoid("Chest", [68, 0, 2], [82, 82, 88], { color: WHITE }),
    ellipsoid("Rump", [-66, 0, 4], [76, 82, 84], { color: WHITE }),
    ellipsoid("Belly", [0, 0, -14], [190, 70, 60], { color: GREY, collide: false }),
    ellipsoid("ChestPlate", [80, 0, -6], [59, 58, 58], { color: DARK, collide: false }),
    ellipsoid("Back", [-4, 0, 17], [176, 62, 58], { color: SHELL, collide: false }),
    ellipsoid("PatchLeft", [0, 27, 12], [70, 34, 40], patch),
    ellipsoid("PatchRight", [0, -27, 12], [70, 34, 40], patch),
    ...([34, 0, -34] as const).map((forward, i) =>
      capsule(`BackButton${i + 1}`, [forward, 9, 43], [forward, -9, 43], 6, { color: GREY }),
    ),
    `<Accelerometer name="Accelerometer">
  <Position>${place([0, 0, 0])}</Position> <Rate>125</Rate>
  <!-- two g -->
  <Noise> <Min>-19.6133</Min> <Max>19.6133</Max> </Noise>
</Accelerometer>`,
    range("ChestRange", BODY.chestRange, [100, 900], 25, -30),
    ...[1, 2, 3].map((i) => touch(`BackTouch${i}`, `BackButton${i}`)),
    "<!-- LEDs: white and coloured beside each button of the back, wireless. ASSUMED: where they are -->",
    ...[34, 0, -34].flatMap((forward, i) => [
      led(`BackWhite${i + 1}`, [forward, 15, 43], "#ffffff", 2.5),
      led(`BackColor${i + 1}`, [forward, -15, 43], ["#3060ff", "#ff8020", "#ff2020"][i], 2.5),
    ]),
    `<!-- wireless network: one channel per team. ASSUMED: delay and losses -->
<Radio name="Radio">
  <Position>${place([0, 0, 30])}</Position> <Channel>${CHANNEL[team]}</Channel> <Range>30</Range>
  <Latency> <Model>uniform</Model> <MinMS>5</MinMS> <MaxMS>40</MaxMS> <Drop>0.02</Drop> </Latency>
</Radio>`,
    led("Wireless", [54, 0, 44], "#3060ff", 2.5),
  ]);
}

/** Motor block, upper and lower leg: 50, 73 and 73 g. */
function legBodies(leg: AiboLeg, team: "red" | "blue"): string[] {
  const { kneeAhead, kneeDown } = isFront(leg) ? FRONT : HIND;
  const [side, ahead] = [isLeft(leg) ? 1 : -1, isFront(leg) ? 1 : -1];
  const [x, y, z] = shoulderOf(leg);
  const knee: Point = [x + kneeAhead, y, z - kneeDown];
  const paw = pawOf(leg);
  return [
    body(`${leg}Shoulder`, [
      capsule(`${leg}Motor`, [x, y - side * 18, z], [x, y - side * 10, z], 22, { color: GREY, mass: 50 }),
    ]),
    body(`${leg}Upper`, [
      capsule(`${leg}Thigh`, [x + 1, y, z - 2], [x + 6 * ahead, y, z - 56], 17, { color: WHITE, mass: 73 }),
      ellipsoid(`${leg}Cover`, [x + 2 * ahead, y + side * 3, z - 18], [56, 39, 84], { color: WHITE, collide: false }),
      ellipsoid(`${leg}Patch`, [x + 2 * ahead, y + side * 9, z - 6], [34, 29, 34], {
        color: TEAM[team],
        collide: false,
      }),
      ellipsoid(`${leg}KneeCap`, knee, [27, 36, 27], { color: GREY, collide: false }),
    ]),
    body(`${leg}Lower`, [
      ...(isFront(leg) ? cowl(leg, knee, paw) : shank(leg, knee, paw)),
      sphere(`${leg}Paw`, paw, FRONT.pawRadius, { color: DARK, mass: 8, material: "Rubber" }),
      touch(`${leg}Contact`, `${leg}Paw`),
    ]),
  ];
}

/**
 * The forearm's back is an arc of 65 mm radius from knee to paw: capsules of radius 12 along an arc of 53. It touches the ground in
 * low, fast gaits. ASSUMED: where the arc's centre is.
 */
function cowl(leg: AiboLeg, knee: Point, paw: Point): string[] {
  const radius = 12;
  const [alongX, alongZ] = [paw[0] - knee[0], paw[2] - knee[2]];
  const chord = hypot(alongX, alongZ);
  const arc = FRONT.cowlRadius - radius;
  const depth = Math.sqrt(arc * arc - (chord * chord) / 4);
  const at = (share: number): Point => {
    const along = (share - 0.5) * chord;
    const behind = Math.sqrt(arc * arc - along * along) - depth;
    const [forwardX, forwardZ] = [-alongZ / chord, alongX / chord];
    return [
      knee[0] + alongX * share - behind * forwardX,
      knee[1] + (paw[1] - knee[1]) * share,
      knee[2] + alongZ * share - behind * forwardZ,
    ];
  };
  const shares = [0.06, 0.36, 0.66, 0.96];
  const parts = [1, 2, 3].map((i) =>
    capsule(`${leg}Cowl${i}`, at(shares[i - 1]), at(shares[i]), radius, { color: WHITE, mass: i === 2 ? 25 : 20 }),
  );
  const middle: Point = [(knee[0] + paw[0]) / 2, (knee[1] + paw[1]) / 2, (knee[2] + paw[2]) / 2 + 4];
  return [...parts, ellipsoid(`${leg}Forearm`, middle, [34, 32, 72], { color: WHITE, collide: false })];
}

function shank(leg: AiboLeg, knee: Point, paw: Point): string[] {
  const end: Point = [paw[0] - (paw[0] - knee[0]) * 0.06, paw[1], paw[2] + 4];
  const calf: Point = [
    knee[0] + (paw[0] - knee[0]) * 0.42,
    (knee[1] + paw[1]) / 2,
    knee[2] + (paw[2] - knee[2]) * 0.42,
  ];
  return [
    capsule(`${leg}Shank`, knee, end, 11, { color: WHITE, mass: 65 }),
    ellipsoid(`${leg}Calf`, calf, [34, 31, 66], { color: WHITE, collide: false }),
  ];
}

/** Neck 15 g, base of the head 10 g, head and jaw 190 g together, ears 5 g each. */
function headBodies(): string[] {
  const [nx, , nz] = BODY.neck;
  const [hx, , hz] = BODY.nod;
  const at = (forward: number, left: number, up: number): Point => [hx + forward, left, hz + up];
  const ear = (side: 1 | -1): string => {
    const name = side === 1 ? "Left" : "Right";
    return body(`${name}EarFlap`, [
      "<Mass>0.005</Mass>",
      ellipsoid(`${name}EarTop`, at(20, side * 47, 14), [22, 11, 34], { color: DARK }),
      ellipsoid(`${name}EarTip`, at(12, side * 49, -6), [27, 9, 44], { color: DARK }),
    ]);
  };
  return [
    body("Neck", [
      "<!-- the upper part does not collide: it is inside the head -->",
      capsule("NeckFoot", [nx, 0, nz], [nx, 0, nz + 26], 16, { color: GREY, mass: 15 }),
      capsule("NeckTop", [nx, 0, nz + 20], [nx, 0, hz - 8], 15, { color: GREY, collide: false }),
    ]),
    body("HeadBase", [sphere("HeadBearing", BODY.nod, 15, { color: GREY, mass: 10, collide: false })]),
    body("Head", [
      "<!-- ASSUMED: 180 g, 10 g of them the jaw's own -->",
      ellipsoid("Skull", at(28, 0, -2), [104, 90, 68], { color: WHITE, mass: 180 }),
      ellipsoid("Cheeks", at(30, 0, -10), [86, 94, 44], { color: WHITE, collide: false }),
      ellipsoid("Visor", at(48, 0, 1), [72, 72, 50], { color: DARK, collide: false }),
      ellipsoid("Muzzle", at(63, 0, -13), [46, 46, 27], { color: WHITE, collide: false }),
      ellipsoid("Nose", at(80, 0, -10), [12, 18, 12], { color: DARK, collide: false }),
      capsule("HeadButton", at(12, 9, 27), at(12, -9, 27), 7, { color: SHELL }),
      `<!-- 56.9 x 45.2 degrees. ASSUMED: a picture arrives when the next one is taken -->
<CameraSensor name="Camera">
  <Position>${place(BODY.camera)}</Position>
  <Width>208</Width> <Height>160</Height> <Fov>45.2</Fov> <Format>rgb</Format>
  <Rate>30</Rate> <Stamp>true</Stamp> <LatencyMS>32</LatencyMS>
</CameraSensor>`,
      "<!-- they look forward from beside the nose. ASSUMED: where they are -->",
      range("HeadRangeNear", at(88, 8, -12), [50, 500], 20, 0),
      range("HeadRangeFar", at(88, -8, -12), [200, 1500], 20, 0),
      touch("HeadTouch", "HeadButton"),
      "<!-- LEDs: 14 in the face, two on the head, three of the mode. ASSUMED: where they are -->",
      ...faceLeds(at),
      led("HeadWhite", at(12, 14, 30), "#ffffff", 2.5),
      led("HeadOrange", at(12, -14, 30), "#ff8020", 2.5),
      ...["#ff2020", "#20e040", "#3060ff"].map((color, i) =>
        led(`Mode${["Red", "Green", "Blue"][i]}`, at(-19, 8 - 8 * i, 12), color, 2),
      ),
    ]),
    body("Jaw", [
      capsule("Chin", at(50, 0, -27), at(68, 0, -26), 7, { color: SHELL, mass: 10 }),
      ellipsoid("Lip", at(60, 0, -26), [44, 38, 13], { color: SHELL, collide: false }),
      touch("ChinTouch", "Chin"),
    ]),
    ear(1),
    ear(-1),
  ];
}

/** Four rows on the visor. */
function faceLeds(at: (forward: number, left: number, up: number) => Point): string[] {
  const rows = [
    { up: 20, lefts: [14, 0, -14], color: "#40a0ff" },
    { up: 13, lefts: [22, 8, -8, -22], color: "#40e060" },
    { up: 6, lefts: [28, 14, -14, -28], color: "#40e060" },
    { up: -1, lefts: [27, 0, -27], color: "#ff4040" },
  ];
  const spots = rows.flatMap(({ up, lefts, color }) => lefts.map((left) => ({ up, left, color })));
  // on the surface of the visor: an ellipsoid of half axes 36, 36, 25
  return spots.map(({ up, left, color }, i) => {
    const [side, height] = [left / 36, (up - 1) / 25];
    const forward = 48 + 36 * Math.sqrt(Math.max(0, 1 - side * side - height * height));
    return led(`Face${i + 1}`, at(forward, left, up), color, 2);
  });
}

function tailBodies(): string[] {
  const [x, , z] = BODY.tail;
  return [
    body("TailBase", [sphere("TailBearing", BODY.tail, 9, { color: GREY, mass: 1 })]),
    body("TailRod", [
      capsule("TailStem", [x - 14, 0, z], [x - 34, 0, z], 5.5, { color: WHITE, mass: 3 }),
      capsule("TailTip", [x - 34, 0, z], [x - 55, 0, z + 6], 4.5, { color: DARK, mass: 2 }),
    ]),
  ];
}
