import { describe, expect, test } from "vitest";
import type { Vec3 } from "../../../math/Vec3.js";
import { describeLeggedField } from "../field/LeggedGeometry.js";
import type { LeggedFieldState, LeggedRobot } from "../LeggedFieldState.js";
import { ALL_KEYS, robotName, sideOf } from "../LeggedTeam.js";
import { type LeggedOrder, LeggedReferee } from "./LeggedReferee.js";
import type { LeggedSettings } from "./LeggedRules.js";

const R = 0.042;
const STEP_NS = 20_000_000;

/** Eight robots at kick-off, a ball, and a referee that looks at them. */
class Game {
  readonly referee: LeggedReferee;
  readonly robots = new Map<string, LeggedRobot>();
  readonly orders: LeggedOrder[] = [];
  ball: Vec3 = [0, 0, R];
  contacts: readonly (readonly [string, string])[] = [];
  timeNs = 0;

  constructor(settings: Partial<LeggedSettings> = {}) {
    this.referee = new LeggedReferee({ field: describeLeggedField(), ...settings });
    for (const key of ALL_KEYS) {
      const x = sideOf(key.team) * [2.6, 1.4, 1.4, 0.5][key.id - 1];
      const y = [0, 0.8, -0.8, 0][key.id - 1];
      const still = { vx: 0, vy: 0, orientation: 0, radius: 0.16, isUpright: true, touchesBall: false };
      this.robots.set(robotName(key), { ...key, ...still, name: robotName(key), x, y });
    }
    // red kicks off
    this.change("Red-4", { x: -0.15 });
  }

  change(name: string, more: Partial<LeggedRobot>): void {
    this.robots.set(name, { ...(this.robots.get(name) as LeggedRobot), ...more });
  }

  /** Lets time pass; placed robots and balls are where they were placed. */
  run(seconds: number, move?: (game: Game) => void): this {
    for (let k = 0; k < Math.round((seconds * 1e9) / STEP_NS); k++) {
      this.timeNs += STEP_NS;
      move?.(this);
      const state: LeggedFieldState = {
        timeNs: this.timeNs,
        ball: { position: this.ball, velocity: [0, 0, 0], radius: R },
        robots: [...this.robots.values()],
        contacts: this.timeNs % 100_000_000 === 0 ? this.contacts : undefined,
      };
      for (const order of this.referee.look(state)) {
        this.orders.push(order);
        if (order.kind === "place-ball") this.ball = [order.x, order.y, R];
        else this.change(robotName(order), { x: order.x, y: order.y, isUpright: true });
      }
    }
    return this;
  }

  /** To the first kick-off, with all robots at their places. */
  play(): this {
    const places = new Map(this.robots);
    this.run(3.1);
    for (const [name, robot] of places) this.robots.set(name, robot);
    this.run(9);
    expect(this.status.state).toBe("playing");
    this.orders.length = 0;
    return this;
  }

  get status() {
    return this.referee.status();
  }

  get lastEvent(): string {
    return this.status.events.at(-1)?.text ?? "";
  }

  penaltyOf(name: string) {
    const [color, number] = name.split("-");
    return this.referee.data().teams[color === "Red" ? "red" : "blue"].players[Number(number) - 1];
  }
}

describe("[F5] [L4] states of the game", () => {
  test("initial, ready, set, playing; robots stand beside their half first", () => {
    const game = new Game().run(0.1);
    expect(game.status.state).toBe("initial");
    const starts = game.orders.filter(({ kind }) => kind === "place-robot");
    expect(starts).toHaveLength(8);
    for (const order of starts)
      if (order.kind === "place-robot") expect(order.x * sideOf(order.team)).toBeGreaterThan(0);
    expect(new Game().play().status).toMatchObject({ stage: "first half", state: "playing", kickOff: "red" });
  });

  test("ready lasts 45 s if robots do not get to their places, who are then placed by hand", () => {
    const game = new Game().run(3.1);
    expect(game.status.state).toBe("ready");
    game.run(44.8);
    expect(game.status.state).toBe("ready");
    game.change("Blue-2", { x: -1 });
    game.run(0.4);
    expect(game.status.state).toBe("set");
    expect(game.robots.get("Blue-2")?.x).toBeGreaterThan(0.18);
    expect(game.lastEvent).toContain("Blue-2");
  });

  test("halves change the kick-off; the clock runs while the ball is in play", () => {
    const game = new Game({ halfSec: 20, breakSec: 5 }).play();
    const left = game.status.timeLeft as number;
    game.run(left - 0.1);
    expect(game.status).toMatchObject({ stage: "first half", state: "playing" });
    game.run(0.2);
    expect(game.status).toMatchObject({ stage: "half time", state: "finished" });
    expect(game.referee.data().state).toBe("finished");
    game.run(5.1);
    expect(game.status).toMatchObject({ stage: "second half", state: "initial", kickOff: "blue", timeLeft: 20 });
    game.run(3 + 45 + 3 + 21);
    expect(game.status).toMatchObject({ stage: "end", state: "finished", timeLeft: undefined });
    expect(game.referee.isOver).toBe(true);
  });
});

describe("[F5] [L4] the ball", () => {
  test("a goal counts when the whole ball is behind the line; the other team kicks off", () => {
    const game = new Game().play();
    game.change("Red-4", { touchesBall: true });
    game.run(0.1, (one) => {
      one.ball = [2.7, 0.1, R];
    });
    game.change("Red-4", { touchesBall: false });
    expect(game.status.teams.red.score).toBe(0);
    game.ball = [2.77, 0.1, R];
    game.run(0.02);
    expect(game.status.teams).toMatchObject({ red: { score: 1 }, blue: { score: 0 } });
    expect(game.status).toMatchObject({ state: "ready", kickOff: "blue" });
    expect(game.lastEvent).toContain("goal for Red");
    expect(game.ball).toEqual([0, 0, R]);
  });

  test("over a touch line it comes back 1 m behind, towards the goal of the team that touched it last", () => {
    const game = new Game().play();
    game.ball = [0.5, 1.5, R];
    game.change("Red-4", { touchesBall: true });
    game.run(0.1);
    game.change("Red-4", { touchesBall: false });
    game.run(0.1, (one) => {
      one.ball = [0.5, Math.min(1.9, one.ball[1] + 0.1), R];
    });
    expect(game.lastEvent).toContain("ball out over the touch line, last touched by Red-4");
    expect(game.referee.data()).toMatchObject({ dropInTeam: "red", dropInTime: 0, state: "playing" });
    game.run(2);
    expect(game.ball[0]).toBeCloseTo(-0.5, 1);
    expect(game.ball[1]).toBeCloseTo(1.4, 9);
    expect(game.referee.data().dropInTime).toBe(2);
  });

  test("over a goal line: at the corner by the defender, at the halfway line by the attacker", () => {
    for (const [name, x] of [
      ["Blue-1", 2.3],
      ["Red-4", 0],
    ] as const) {
      const game = new Game().play();
      game.ball = [2.6, 1, R];
      game.change(name, { touchesBall: true });
      game.run(0.1);
      game.change(name, { touchesBall: false });
      game.run(2, (one) => {
        if (one.status.events.length === 0 || !one.lastEvent.includes("out")) one.ball = [one.ball[0] + 0.05, 1, R];
      });
      expect(game.ball[0]).toBeCloseTo(x, 9);
      expect(game.ball[1]).toBeCloseTo(1.4, 9);
    }
  });

  test("a ball that lies for 30 s is kicked off again, by the other team", () => {
    const game = new Game().play();
    game.run(31);
    expect(game.status).toMatchObject({ state: "ready", kickOff: "blue" });
    expect(game.lastEvent).toContain("no progress for 30 s");
  });
});

describe("[F5] [L4] penalties of 30 s", () => {
  test("a robot that leaves the carpet is put aside and comes back at the halfway line", () => {
    const game = new Game().play();
    game.change("Blue-3", { x: 1, y: -2.1 });
    game.run(0.3);
    expect(game.penaltyOf("Blue-3")).toEqual({ penalty: 8, seconds: 30 });
    expect(Math.abs(game.robots.get("Blue-3")?.y ?? 0)).toBeGreaterThan(2.2);
    game.run(29, (one) => {
      one.ball = [one.ball[0] + 0.001, 0.1, R];
    });
    expect(game.penaltyOf("Blue-3")).toEqual({ penalty: 8, seconds: 1 });
    game.run(1);
    expect(game.penaltyOf("Blue-3")).toEqual({ penalty: 0, seconds: 0 });
    const { x, y } = game.robots.get("Blue-3") as LeggedRobot;
    expect([x, y]).toEqual([0.25, -1.8]);
  });

  test("a penalised robot that walks back onto the carpet is put aside again", () => {
    const game = new Game().play();
    game.change("Blue-3", { x: 1, y: -2.1 });
    game.run(1);
    game.change("Blue-3", { x: 1, y: -1.9 });
    game.run(0.1);
    expect(Math.abs(game.robots.get("Blue-3")?.y ?? 0)).toBeGreaterThan(2.2);
    expect(game.penaltyOf("Blue-3")).toEqual({ penalty: 8, seconds: 29 });
  });

  test("pushing an opponent for 3 s; not beside the ball, and not when the other robot walks into it", () => {
    const push = (ball: Vec3) => {
      const game = new Game().play();
      game.ball = ball;
      game.change("Red-3", { x: 1, y: 1, vx: 0.1, orientation: 0 });
      game.change("Blue-3", { x: 1.25, y: 1, vx: 0.05, orientation: 0 });
      game.contacts = [["Blue-3", "Red-3"]];
      game.run(2.9);
      expect(game.penaltyOf("Red-3").penalty).toBe(0);
      return game.run(0.3);
    };
    const game = push([-1, -1, R]);
    expect(game.penaltyOf("Red-3").penalty).toBe(3);
    expect(game.penaltyOf("Blue-3").penalty).toBe(0);
    expect(push([1.2, 0.9, R]).penaltyOf("Red-3").penalty).toBe(0);
  });

  test("pushing the goalkeeper in its penalty area counts beside the ball too", () => {
    const game = new Game().play();
    game.change("Red-4", { x: 2.3, y: 0, vx: 0.1, orientation: 0 });
    game.contacts = [["Blue-1", "Red-4"]];
    game.ball = [2.45, 0, R];
    game.run(3.2);
    expect(game.penaltyOf("Red-4").penalty).toBe(2);
  });

  test("a field player in its own penalty area for 3 s; the goalkeeper may be there", () => {
    const game = new Game().play();
    game.change("Blue-2", { x: 2.4, y: 0.3 });
    game.run(2.8);
    expect(game.penaltyOf("Blue-2").penalty).toBe(0);
    game.run(0.4);
    expect(game.penaltyOf("Blue-2").penalty).toBe(4);
    expect(game.penaltyOf("Blue-1").penalty).toBe(0);
  });

  test("a robot that has lain for 20 s is picked up", () => {
    const game = new Game().play();
    game.change("Red-2", { isUpright: false });
    game.run(19.8);
    expect(game.penaltyOf("Red-2").penalty).toBe(0);
    game.run(0.4);
    expect(game.penaltyOf("Red-2").penalty).toBe(7);
  });

  test("a robot that has left the world counts as damaged; when it is back it waits 30 s", () => {
    const game = new Game().play();
    const robot = game.robots.get("Red-2") as LeggedRobot;
    game.robots.delete("Red-2");
    game.run(0.1);
    expect(game.penaltyOf("Red-2")).toEqual({ penalty: 9, seconds: 0 });
    expect(game.status.teams.red.removed).toEqual([{ number: 2, penalty: "not in the world", seconds: 0 }]);
    game.robots.set("Red-2", robot);
    game.run(0.1);
    expect(game.penaltyOf("Red-2")).toEqual({ penalty: 7, seconds: 30 });
    expect(game.lastEvent).toContain("Red-2: request for pickup");
  });
});

describe("[F5] [L4] [E4] commands from a console", () => {
  test("stop holds the game until start", () => {
    const game = new Game().play();
    game.referee.command({ word: "stop" });
    game.run(60);
    expect(game.status.state).toBe("set");
    game.referee.command({ word: "start" });
    expect(game.status.state).toBe("playing");
  });

  test("kickoff, goal, end and new", () => {
    const game = new Game().play();
    game.ball = [1, 1, R];
    game.referee.command({ word: "kickoff", team: "blue" });
    game.run(0.02);
    expect(game.status).toMatchObject({ state: "ready", kickOff: "blue" });
    expect(game.ball).toEqual([0, 0, R]);
    game.referee.command({ word: "goal", team: "blue" });
    expect(game.status.teams.blue.score).toBe(1);
    game.referee.command({ word: "end" });
    game.run(0.02);
    expect(game.status.stage).toBe("half time");
    game.run(6);
    game.referee.command({ word: "end" });
    game.run(0.02);
    expect(game.status.stage).toBe("end");
    expect(() => game.referee.command({ word: "stop" })).toThrow("STATE_WRONG");
    game.referee.command({ word: "new" });
    expect(game.status).toMatchObject({ stage: "first half", state: "initial", teams: { blue: { score: 0 } } });
  });

  test("words of other leagues and wrong teams are refused", () => {
    const { referee } = new Game();
    for (const said of [
      { word: "halt" },
      { word: "free", team: "red" },
      { word: "goal" },
      { word: "goal", team: "yellow" },
      { word: "stop", team: "red" },
    ] as const)
      expect(() => referee.command(said)).toThrow("ARGUMENT_WRONG");
  });
});

describe("[F5] [M5] state", () => {
  test("a restored referee goes on like the first one", () => {
    const game = new Game().play();
    game.change("Blue-3", { x: 1, y: -2.1 });
    game.run(1);
    const saved = game.referee.save();
    const copy = new LeggedReferee({ field: describeLeggedField() });
    copy.restore(structuredClone(saved));
    expect(copy.data()).toEqual(game.referee.data());
    expect(copy.status()).toEqual(game.referee.status());
    expect(copy.save()).toEqual(saved);
  });

  test("packets are due after a change and every half second", () => {
    const game = new Game().run(0.02);
    expect(game.referee.takeData(game.timeNs)?.state).toBe("initial");
    expect(game.referee.takeData(game.timeNs)).toBeUndefined();
    game.run(0.48);
    expect(game.referee.takeData(game.timeNs)).toBeUndefined();
    game.run(0.02);
    expect(game.referee.takeData(game.timeNs)).toBeDefined();
    game.run(2.6);
    expect(game.referee.takeData(game.timeNs)?.state).toBe("ready");
  });
});
