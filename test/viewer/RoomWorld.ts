// A small world for viewer tests: two robots without clients in strong colours and a ball on flat ground, in a real
// server.

import { onTestFinished } from "vitest";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { type RunningServer, type ServerOptions, startServer } from "../../src/server/Server.js";

export const CUBE_SIZE = 0.6;

/** A cube with one sensor. */
export const cube = (name: string, at: string, color: string): string => `<Client>
  <CSettings> <Name>${name}</Name> <Offset>${at}</Offset> </CSettings>
  <Entity>
    <RigidBodies>
      <Body name="Trunk">
        <Box name="Shell">
          <Mass>5</Mass> <XSize>${CUBE_SIZE}</XSize> <YSize>${CUBE_SIZE}</YSize> <ZSize>${CUBE_SIZE}</ZSize>
          <Position>0 0 ${CUBE_SIZE / 2}</Position> <Color>${color}</Color>
        </Box>
        <Inclinometer name="Tilt"/>
      </Body>
    </RigidBodies>
  </Entity>
</Client>`;

/** A box with a camera along +y, 0.3 m above the ground. */
export const watcher = (name: string, at: string, fovDeg: number): string => `<Client>
  <CSettings> <Name>${name}</Name> <Offset>${at}</Offset> </CSettings>
  <Entity>
    <RigidBodies>
      <Body name="Trunk">
        <Box name="Shell">
          <Mass>5</Mass> <XSize>0.4</XSize> <YSize>0.4</YSize> <ZSize>0.2</ZSize>
          <Position>0 -0.3 0.1</Position> <Color>#d0d0d0</Color>
        </Box>
        <CameraSensor name="Cam">
          <Position>0 0 0.3</Position> <Width>320</Width> <Height>240</Height> <Fov>${fovDeg}</Fov>
        </CameraSensor>
      </Body>
    </RigidBodies>
  </Entity>
</Client>`;

const ROOM = `<World name="room">
  <Light name="Sky" type="ambient"> <Intensity>0.5</Intensity> </Light>
  <Light name="Sun" type="sun"> <Direction>0.3 0.4 -1</Direction> <Intensity>0.8</Intensity> </Light>
  <Static name="ground"> <Plane name="Surface"> <Color>#888888</Color> </Plane> </Static>
  <Object name="Probe">
    <RigidBodies>
      <Body name="Body"> <Sphere name="Skin"> <Mass>0.1</Mass> <Radius>0.03</Radius> <Position>0 2 0.03</Position> </Sphere> </Body>
    </RigidBodies>
  </Object>
  <Spawn name="free"> <Position>0 -1.5 0</Position> </Spawn>
  <Robot>${cube("Red", "-1 0 0", "#e02020")}</Robot>
  <Robot>${cube("Blue", "1 0.4 0", "#2030e0")}</Robot>
</World>`;

export function roomFile(text = ROOM) {
  return readWorldDocument(text, { kinds: builtInDevices() }).world;
}

/** Starts a server on free ports; it stops at the end of the test. */
export async function startRoom(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ world: roomFile(), port: 0, httpPort: 0, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** Runs a verb over HTTP, to compare its result with the page. */
// biome-ignore lint/suspicious/noExplicitAny: the data depends on the verb
export async function runVerb({ url }: RunningServer, verb: string, args: unknown = {}): Promise<any> {
  const response = await fetch(`${url}/api/${verb}`, { method: "POST", body: JSON.stringify(args) });
  const { result, message, data } = (await response.json()) as { result: number; message: string; data: unknown };
  if (result !== 1) throw new Error(`${verb}: ${message}`);
  return data;
}

export async function placeOf(server: RunningServer, entity: string): Promise<readonly number[]> {
  return (await runVerb(server, "get", { what: entity })).bodies[0].position;
}
