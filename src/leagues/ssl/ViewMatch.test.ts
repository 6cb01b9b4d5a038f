// Messages to viewers of a real match: the field once, the match after each change, and both again to a viewer that was behind.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { Simulation } from "../../session/Simulation.js";
import { runVerb } from "../../session/verbs/Verbs.js";
import { VIEWER_BACKLOG, Viewer } from "../../session/view/Viewer.js";
import type { ViewMessage } from "../../session/view/ViewProtocol.js";
import { ViewStream } from "../../session/view/ViewStream.js";
import { World } from "../../world/World.js";
import { builtInKinds } from "../Leagues.js";
import type { FieldGeometry } from "./field/FieldGeometry.js";
import { fieldIn } from "./field/SoccerFieldElement.js";
import type { MatchStatus } from "./MatchStatus.js";
import { Referee } from "./referee/Referee.js";
import { matchOf, sslGuest } from "./SslGuest.js";
import type { MatchViewMessage } from "./ViewMatch.js";

const WORLD = `<World name="w"><Step>0.01</Step><SoccerField type="division-b"/>
<Object name="Ball"><RigidBodies><Body name="Ball"><Mass>0.046</Mass><Sphere name="s"><Radius>0.0215</Radius>
<Position>0 0 0.0215</Position></Sphere></Body></RigidBodies></Object></World>`;

class FakeLink {
  backlog = 0;
  texts: string[] = [];
  sendText(text: string): void {
    this.texts.push(text);
  }
  sendBytes(): void {}
  /** What came since the last call. */
  take(): (ViewMessage | MatchViewMessage)[] {
    return this.texts.splice(0).map((text) => JSON.parse(text) as ViewMessage | MatchViewMessage);
  }
}

let simulation: Simulation;
let stream: ViewStream;
let nowMs = 0;
beforeEach(async () => {
  const { world } = readWorldDocument(WORLD, { kinds: builtInKinds() });
  const soccer = { referee: new Referee({ field: fieldIn(world) as FieldGeometry }) };
  simulation = new Simulation(await World.create(world), {
    rate: Number.POSITIVE_INFINITY,
    guests: [sslGuest(soccer)],
  });
  stream = new ViewStream({ simulation, robotAddress: () => "here:1" });
});
afterEach(() => simulation.world.dispose());

function look(): FakeLink {
  const link = new FakeLink();
  stream.add(new Viewer(link));
  return link;
}

/** So many updates, with frames in between. */
function run(updates: number, frames = 3): void {
  for (let i = 0; i < updates; i++) {
    for (let k = 0; k < frames; k++) {
      nowMs += 1000;
      simulation.run(nowMs);
    }
    stream.update(nowMs);
  }
}

const typesOf = (messages: readonly (ViewMessage | MatchViewMessage)[]) =>
  messages.map(({ type }) => type).filter((type) => ["scene", "field", "match"].includes(type));
const matchesIn = (messages: readonly (ViewMessage | MatchViewMessage)[]): MatchStatus[] =>
  messages.flatMap((message) => (message.type === "match" ? [message.match] : []));

describe("[X1] [F5] viewers of a match", () => {
  test("a new viewer gets the current scene, field and match, in this order", () => {
    const link = look();
    run(1);
    const messages = link.take();
    expect(typesOf(messages)).toEqual(["scene", "field", "match"]);
    const field = messages.flatMap((message) => (message.type === "field" ? [message.field] : []))[0];
    expect(field).toEqual(matchOf(simulation)?.field as FieldGeometry);
    const [match] = matchesIn(messages);
    const now = matchOf(simulation)?.status() as MatchStatus;
    expect(match).toMatchObject({ referee: "built-in", stage: now.stage, command: now.command });
    expect(match.teams.blue.score).toBe(0);
  });

  test("then only when it reads differently: the field never again, the clock by the second", () => {
    const link = look();
    run(1);
    link.take();
    runVerb({ simulation, nowMs }, "referee", { word: "start" });
    run(800);
    const messages = link.take();
    expect(typesOf(messages)).not.toContain("field");
    const sent = matchesIn(messages);
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.length).toBeLessThan(60);
    const texts = sent.map((match) => JSON.stringify(match));
    for (const [i, text] of texts.entries()) expect(text).not.toBe(texts[i - 1]);
    for (const { timeLeft } of sent) expect(timeLeft === undefined || Number.isInteger(timeLeft)).toBe(true);
  });

  test("a viewer that was behind gets field and match again, without the whole scene", () => {
    const link = look();
    run(1);
    link.take();
    link.backlog = VIEWER_BACKLOG + 1;
    run(150);
    expect(link.take()).toEqual([]);
    link.backlog = 0;
    run(1);
    const messages = link.take();
    expect(typesOf(messages)).toEqual(["field", "match"]);
    expect(matchesIn(messages)[0].command).toBe(matchOf(simulation)?.status().command);
  });

  test("a world without a field sends no match", async () => {
    const { world } = readWorldDocument(`<World name="w"/>`, { kinds: builtInKinds() });
    const plain = new Simulation(await World.create(world));
    const other = new ViewStream({ simulation: plain, robotAddress: () => "" });
    const link = new FakeLink();
    other.add(new Viewer(link));
    other.update(1);
    expect(typesOf(link.take())).toEqual(["scene"]);
    plain.world.dispose();
  });
});
