// A match in the served page, in a real Chromium with the real referee: score and calls, the map, team numbers, lines
// without gaps, the first view.

import { decode } from "fast-png";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MatchStatus } from "../../src/leagues/ssl/MatchStatus.js";
import type { RunningServer } from "../../src/server/Server.js";
import { placeOf, runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser, PHONE, type ScreenPoint, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Without the network ports of the league. */
const openMatch = (referee: "built-in" | "none" = "built-in"): Promise<RunningServer> =>
  startRoom({ world: "soccer-b", ssl: false, soccer: { referee } });

/** A match in which nothing moves. */
async function openPausedMatch(): Promise<RunningServer> {
  const server = await openMatch();
  await runVerb(server, "pause");
  return server;
}

/** Long, because slow machines draw in software. */
const soon = <T>(ask: () => T) => expect.poll(ask, { timeout: 120_000, interval: 20 });

const matchOf = (server: RunningServer): Promise<MatchStatus> => runVerb(server, "get", { what: "match" });

/** Red, green, blue of the map at a point of the field, m. */
const mapColor = (viewer: ViewerPage, x: number, y: number): Promise<[number, number, number]> =>
  viewer.ask(`(() => {
    const map = document.querySelector(".field-map");
    const { fieldLength, fieldWidth, boundaryWidth, boundaryWidthGoalLine, goalDepth } = store.guestMessages.get("field").field;
    const air = 0.03 * fieldLength;
    const halfX = fieldLength / 2 + Math.max(boundaryWidthGoalLine, goalDepth + 0.05) + air;
    const halfY = fieldWidth / 2 + boundaryWidth + air;
    const [column, row] = [map.width * (${x} + halfX) / 2 / halfX, map.height * (halfY - ${y}) / 2 / halfY];
    return [...map.getContext("2d").getImageData(Math.round(column), Math.round(row), 1, 1).data].slice(0, 3);
  })()`);

const isBlue = ([r, , b]: readonly number[]) => b > 180 && r < 120;
const isYellow = ([r, g, b]: readonly number[]) => r > 200 && g > 160 && b < 120;
const isOrange = ([r, g, b]: readonly number[]) => r > 170 && g > 70 && g < 160 && b < 100;

describe("[X1] [F5] score, calls and events", () => {
  test("are those of the simulator; a goal is announced", async () => {
    const server = await openMatch();
    const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
    const board = viewer.page.getByRole("region", { name: "Match" });
    const scores = () => board.locator(".team-score").allTextContents();
    await soon(scores).toEqual(["0", "0"]);
    // the referee continues with the kick-off after a few simulated seconds
    await runVerb(server, "pause", {});
    await runVerb(server, "referee", { word: "goal", team: "yellow" });
    await soon(scores).toEqual(["0", "1"]);
    const { events } = await matchOf(server);
    expect(events).toHaveLength(1);
    await soon(() => board.getByRole("log").textContent()).toContain(events[0].text.slice(1));
    await soon(() => viewer.page.locator(".goal-shout").textContent()).toBe("Goal! Yellow");
    await soon(() => board.getByRole("status").textContent()).toBe("Stop");
    expect(viewer.problems).toEqual([]);
  });

  test("the menu commands the referee, and pages opened later show the same", async () => {
    const server = await openMatch();
    const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
    await viewer.page.getByRole("button", { name: "Referee commands" }).click();
    await viewer.page.getByRole("button", { name: "Free kick for Blue" }).click();
    await soon(async () => (await matchOf(server)).command).toMatch(/_BLUE$|STOP/);
    await viewer.page.getByRole("button", { name: "Referee commands" }).click();
    await viewer.page.getByRole("button", { name: "Halt" }).click();
    await soon(async () => (await matchOf(server)).command).toBe("HALT");
    const other = await ViewerPage.open(browser, server, { isFirstVisit: true });
    for (const { page } of [viewer, other]) await soon(() => page.locator(".match-call").textContent()).toBe("Halt");
    expect([...viewer.problems, ...other.problems]).toEqual([]);
  });

  test("without a referee there is a map and no scoreboard", async () => {
    const viewer = await ViewerPage.open(browser, await openMatch("none"), { isFirstVisit: true });
    await soon(() => viewer.page.locator(".field-map").isVisible()).toBe(true);
    await soon(() => viewer.ask("store.guestMessages.get('match').match.referee")).toBe("none");
    expect(await viewer.page.locator(".scoreboard").isVisible()).toBe(false);
  });
});

describe("[X1] the map", () => {
  test("shows every robot at its position in its team's colour, and the ball with its path", async () => {
    const server = await openMatch("none");
    const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
    await soon(() => mapColor(viewer, 2, 2)).not.toEqual([0, 0, 0]);
    for (let i = 0; i < 6; i++)
      for (const [team, isTeam] of [
        ["Blue", isBlue],
        ["Yellow", isYellow],
      ] as const) {
        const [x, y] = await placeOf(server, `${team}-${i}`);
        // above its number
        expect(isTeam(await mapColor(viewer, x, y + 0.28)), `${team}-${i}`).toBe(true);
      }
    await runVerb(server, "move", { name: "Ball", position: [0.3, -2.2, 0.0215] });
    await runVerb(server, "push", { name: "Ball", impulse: [0, 0.1, 0] });
    await soon(async () => isOrange(await mapColor(viewer, 0.3, -2.1))).toBe(true);
    // the path fades
    await soon(async () => isOrange(await mapColor(viewer, 0.3, -2.1))).toBe(false);
  });

  test("a click selects a robot, a double click follows it, a click on the grass moves the view", async () => {
    const server = await openMatch("none");
    const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
    const map = viewer.page.locator(".field-map");
    await soon(() => map.isVisible()).toBe(true);
    const spot = async (x: number, y: number) => {
      const { width, height } = (await map.boundingBox())!;
      return { x: width * (0.5 + x / 10.14), y: height * (0.5 - y / 7.14) };
    };
    const [x, y] = await placeOf(server, "Yellow-3");
    await map.click({ position: await spot(x, y) });
    await viewer.until('store.selection?.entity === "Yellow-3"');
    await map.dblclick({ position: await spot(x, y) });
    await viewer.until('store.settings.camera === "follow"');
    await map.click({ position: await spot(x + 0.9, y - 0.9) });
    await viewer.until('store.settings.camera === "orbit"');
    await viewer.page.keyboard.press("Home");
    const before = await viewer.positionOf("Blue-3");
    // behind Blue-3, which moves to the middle
    const [bx, by] = await placeOf(server, "Blue-3");
    await map.click({ position: await spot(bx - 0.9, by) });
    const after = await viewer.positionOf("Blue-3");
    expect(Math.hypot(after.x - 640, after.y - 430)).toBeLessThan(150);
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(80);
  });
});

describe("[X1] the first view of a soccer world", () => {
  test("shows the whole field from the side, with numbers in team colours", async () => {
    const viewer = await ViewerPage.open(browser, await openPausedMatch(), { isFirstVisit: true });
    const [left, right] = [await viewer.positionOf("Blue-0"), await viewer.positionOf("Yellow-0")];
    expect(Math.abs(left.y - right.y)).toBeLessThan(3);
    expect(right.x - left.x).toBeGreaterThan(600);
    expect((await viewer.positionOf("Blue-4")).y).toBeGreaterThan((await viewer.positionOf("Blue-3")).y + 60);
    const labels = viewer.page.locator(".world3d-labels span");
    await soon(() => labels.count()).toBe(12);
    for (const team of ["blue", "yellow"]) {
      const texts = await viewer.page.locator(`.world3d-labels span[data-team="${team}"]`).allTextContents();
      expect(texts.sort()).toEqual(["0", "1", "2", "3", "4", "5"]);
    }
  });

  test("[F1] a slanted line has no gaps at a distance", async () => {
    const server = await openMatch("none");
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
    await viewer.page.addStyleTag({ content: ".shell, .world3d-labels { visibility: hidden }" });
    const spots: ScreenPoint[] = [];
    // the ball marks points of the goal line and then moves away
    for (const place of [
      [-4.5, -2.8, 0],
      [-4.5, -1.1, 0],
      [-4.5, 1.1, 0],
      [-4.5, 2.8, 0],
      [1, 1, 0],
    ]) {
      await runVerb(server, "move", { name: "Ball", position: place });
      spots.push(await viewer.positionOf("Ball"));
    }
    const png = decode(await viewer.page.screenshot({ timeout: 120_000 }));
    const light = (x: number, y: number) => png.data[(y * png.width + x) * png.channels];
    for (const [from, to] of [spots.slice(0, 2), spots.slice(2, 4)]) {
      const contrasts: number[] = [];
      expect(from.y - to.y).toBeGreaterThan(40);
      for (let y = Math.ceil(to.y); y < from.y; y++) {
        const x = Math.round(from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y));
        const row = Array.from({ length: 17 }, (_, i) => light(x - 8 + i, y));
        const grass = [...row].sort((p, q) => p - q)[4];
        contrasts.push(Math.max(...row) - grass);
      }
      expect(Math.min(...contrasts)).toBeGreaterThan(60);
      expect(Math.min(...contrasts) / Math.max(...contrasts)).toBeGreaterThan(0.6);
    }
  });

  test("on a phone nothing exceeds the screen", async () => {
    const viewer = await ViewerPage.open(browser, await openPausedMatch(), { viewport: PHONE, isTouch: true });
    for (const part of [".scoreboard", ".map", ".match-call"]) {
      await soon(() => viewer.page.locator(part).isVisible()).toBe(true);
      const { x, width } = (await viewer.page.locator(part).boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
    expect(viewer.problems).toEqual([]);
  });
});
