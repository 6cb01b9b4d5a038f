// Foxglove's own client over a real socket: channels, messages, clock, services, parameters; with both names of the protocol.

import foxglove, { type Channel, type FoxgloveClient } from "@foxglove/ws-protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningServer, startServer } from "../../src/server/Server.js";

interface Received {
  readonly timeNs: bigint;
  readonly data: ArrayBufferView;
}

class Peer {
  readonly channels = new Map<string, Channel>();
  readonly services = new Map<string, number>();
  readonly messages = new Map<string, Received[]>();
  readonly times: bigint[] = [];
  info: { readonly name: string; readonly capabilities: readonly string[] } | undefined;
  readonly #topics = new Map<number, string>();

  private constructor(
    readonly client: FoxgloveClient,
    readonly socket: WebSocket,
  ) {
    client.on("serverInfo", (info) => {
      this.info = info;
    });
    client.on("advertise", (all) => {
      for (const channel of all) this.channels.set(channel.topic, channel);
    });
    client.on("advertiseServices", (all) => {
      for (const { name, id } of all) this.services.set(name, id);
    });
    client.on("time", ({ timestamp }) => this.times.push(timestamp));
    client.on("message", ({ subscriptionId, timestamp, data }) => {
      const topic = this.#topics.get(subscriptionId) ?? "";
      const list = this.messages.get(topic) ?? [];
      list.push({ timeNs: timestamp, data });
      this.messages.set(topic, list);
    });
  }

  static async open(server: RunningServer, protocol = "foxglove.sdk.v1"): Promise<Peer> {
    const socket = new WebSocket(`${server.url?.replace("http", "ws")}/foxglove`, [protocol]);
    onTestFinished(() => socket.terminate());
    const peer = new Peer(new foxglove.FoxgloveClient({ ws: socket as never }), socket);
    await until(() => peer.channels.size > 0 && peer.services.size > 0);
    return peer;
  }

  subscribe(topic: string): void {
    const channel = this.channels.get(topic);
    if (!channel) throw new Error(`no ${topic} among ${[...this.channels.keys()].join(", ")}`);
    this.#topics.set(this.client.subscribe(channel.id), topic);
  }

  of(topic: string): readonly Received[] {
    return this.messages.get(topic) ?? [];
  }

  call(name: string, request: object): Promise<{ result: number; message: string }> {
    const data = new TextEncoder().encode(JSON.stringify(request));
    const serviceId = this.services.get(name) ?? -1;
    return new Promise((resolve) => {
      this.client.on("serviceCallResponse", (response) => {
        if (response.callId === 7) resolve(JSON.parse(new TextDecoder().decode(response.data)));
      });
      this.client.sendServiceCallRequest({ serviceId, callId: 7, encoding: "json", data: new DataView(data.buffer) });
    });
  }
}

const until = (isDone: () => boolean) => expect.poll(isDone, { timeout: 60_000, interval: 5 }).toBe(true);

async function open(options = {}): Promise<RunningServer> {
  const server = await startServer({ world: "segway-yard", port: 0, httpPort: 0, ...options });
  onTestFinished(() => server.stop());
  return server;
}

describe("[X2] Foxglove's protocol", () => {
  test.each(["foxglove.sdk.v1", "foxglove.websocket.v1"])("%s: channels, scene, poses, clock", async (protocol) => {
    const server = await open();
    const peer = await Peer.open(server, protocol);
    expect(peer.socket.protocol).toBe(protocol);
    expect(peer.info?.name).toContain("yard");
    const { schemaName, schemaEncoding, encoding, schema } = peer.channels.get("/tf") as Channel;
    expect([schemaName, schemaEncoding, encoding]).toEqual(["foxglove.FrameTransforms", "protobuf", "protobuf"]);
    expect(Buffer.from(schema, "base64").includes("foxglove")).toBe(true);
    peer.subscribe("/tf");
    // the scene was there before this client
    peer.subscribe("/scene");
    await until(() => peer.of("/tf").length > 3 && peer.of("/scene").length > 0 && peer.times.length > 3);
    const times = peer.of("/tf").map(({ timeNs }) => timeNs);
    expect(times).toEqual([...times].sort((a, b) => Number(a - b)));
    expect(peer.messages.has("/scene/robots")).toBe(false);
    expect(server.simulation.hash()).toMatch(/^[0-9a-f]{16}$/);
  });

  test("a client in a paused world gets the scene; services are the verbs; parameters", async () => {
    const server = await open();
    const peer = await Peer.open(server);
    expect(await peer.call("/pause", {})).toMatchObject({ result: 1 });
    const late = await Peer.open(server);
    late.subscribe("/scene");
    late.subscribe("/tf_static");
    await until(() => late.of("/scene").length > 0 && late.of("/tf_static").length > 0);
    expect(await late.call("/push", { name: "nosuch", impulse: [1, 0, 0] })).toMatchObject({ result: 2 });
    const values = await new Promise<readonly { readonly name: string; readonly value: unknown }[]>((resolve) => {
      late.client.on("parameterValues", ({ parameters }) => resolve(parameters as never));
      late.client.getParameters(["rate", "paused"], "1");
    });
    expect(values).toEqual([
      { name: "rate", value: 1 },
      { name: "paused", value: true },
    ]);
    // a channel that another client has subscribed to
    const third = await Peer.open(server);
    third.subscribe("/scene");
    await until(() => third.of("/scene").length > 0);
    late.client.setParameters([{ name: "paused", value: false }], "2");
    await until(() => !server.simulation.isPaused);
  });

  test("clients do not change a bit; nonsense ends at most its own connection", async () => {
    const hashes: string[] = [];
    for (const isWatched of [false, true]) {
      const server = await open({ rate: Number.POSITIVE_INFINITY });
      server.simulation.pause();
      if (isWatched) {
        const peer = await Peer.open(server);
        for (const topic of peer.channels.keys()) peer.subscribe(topic);
        const bad = await Peer.open(server);
        for (const text of [
          "",
          "{",
          "null",
          "[]",
          '{"op":"subscribe"}',
          '{"op":"constructor"}',
          '{"op":"getParameters"}',
          // a rejected promise would end the process
          '{"op":"setParameters"}',
          '{"op":"setParameters","parameters":[null]}',
          '{"op":"setParameters","parameters":{"length":2}}',
        ])
          bad.socket.send(text);
        bad.socket.send(new Uint8Array([2, 0, 0]));
        bad.socket.send(new Uint8Array([9]));
      }
      server.simulation.stepFrames(100);
      await server.control.perform("step", { count: 1 });
      await until(() => server.simulation.framesToGo === 0);
      hashes.push(server.simulation.hash());
    }
    expect(hashes[1]).toBe(hashes[0]);
  });

  test("[W8] a list of many subscriptions counts as many requests", async () => {
    const server = await open();
    const peer = await Peer.open(server);
    const subscriptions = Array.from({ length: 20_000 }, (_, id) => ({ id, channelId: 1e6 + id }));
    peer.socket.send(JSON.stringify({ op: "subscribe", subscriptions }));
    await until(() => peer.socket.readyState === peer.socket.CLOSED);
  });

  test("another protocol is refused with what is allowed", async () => {
    const server = await open();
    const response = await new Promise<number>((resolve) => {
      const socket = new WebSocket(`${server.url?.replace("http", "ws")}/foxglove`, ["chat"]);
      socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode ?? 0));
      socket.on("error", () => {});
    });
    expect(response).toBe(400);
  });
});
