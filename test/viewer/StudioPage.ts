// A world with three cameras for tests of the camera wall, and the wall on the page.

import type { RunningServer } from "../../src/server/Server.js";
import { roomFile, startRoom, watcher } from "./RoomWorld.js";
import type { ViewerPage } from "./ViewerPage.js";

/** Two robots with cameras along +y, one at a red ball, one at a blue one; and a camera of the world above them. */
const STUDIO = `<World name="studio">
  <Static name="ground"> <Plane name="Surface"> <Color>#888888</Color> </Plane> </Static>
  <Static name="RedBall"> <Sphere name="S"> <Radius>0.3</Radius> <Position>0 2 0.3</Position> <Color>#e01010</Color> </Sphere> </Static>
  <Static name="BlueBall"> <Sphere name="S"> <Radius>0.3</Radius> <Position>4 2 0.3</Position> <Color>#1020e0</Color> </Sphere> </Static>
  <Camera name="Above"> <Position>2 1 8</Position> <Orientation> <angle>-1.5708</angle> <axis>1 0 0</axis> </Orientation>
    <Width>160</Width> <Height>120</Height> </Camera>
  <Robot>${watcher("One", "0 0 0", 45)}</Robot>
  <Robot>${watcher("Two", "4 0 0", 45)}</Robot>
</World>`;

export const openStudio = (): Promise<RunningServer> => startRoom({ world: roomFile(STUDIO) });

/** The middle pixel of a camera's picture on the page. */
export const middleOf = (name: string): string => `(() => {
  const canvas = document.querySelector('[data-camera="${name}"] canvas');
  if (!canvas?.dataset.time) return undefined;
  return [...canvas.getContext("2d").getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data.slice(0, 3)];
})()`;

export async function openWall({ page }: ViewerPage): Promise<void> {
  await page.getByRole("button", { name: "Cameras", exact: true }).click();
  await page.getByRole("region", { name: "Cameras" }).waitFor();
}
