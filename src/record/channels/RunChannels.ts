// The channels of a run (X2), a part of its recording: poses, joints and contacts at a rate, samples and pictures when they are taken,
// shapes when entities come and go, log, marks and games. Recording reads the world and changes nothing.

import { poseInBody } from "../../devices/Mount.js";
import { Schedule } from "../../latency/Schedule.js";
import { compose } from "../../math/Pose.js";
import { listContacts, type Surface } from "../../physics/Queries.js";
import type { RecordPart } from "../RecordSink.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { DeviceChannels } from "./DeviceChannels.js";
import { GameChannels } from "./GameChannels.js";
import { JointChannels } from "./JointChannels.js";
import { LogChannels } from "./LogChannels.js";
import { CONTACTS } from "./OwnTypes.js";
import { opticalFrame, PictureChannels } from "./PictureChannels.js";
import { splitTime } from "./proto/ProtoWriter.js";
import { ALONG_Y, SceneChannel, vectorData } from "./SceneChannel.js";
import { bodyFrame, deviceFrame, type NamedFrame, TransformChannel, WORLD_FRAME } from "./TransformChannel.js";

/** Default rate of poses and joints. */
export const POSE_RATE_HZ = 50;

export class RunChannels implements RecordPart {
  readonly #host: ChannelHost;
  readonly #poses: TransformChannel;
  readonly #scene: SceneChannel;
  readonly #joints: JointChannels;
  readonly #devices: DeviceChannels;
  readonly #pictures: PictureChannels;
  readonly #log: LogChannels;
  readonly #games: GameChannels;
  readonly #contacts: ProtoChannel | undefined;
  readonly #schedule: Schedule;
  #epoch: number;
  #builds = -1;
  #edits: unknown;
  #robots: readonly string[] | undefined;
  #isRefreshed = false;

  constructor(host: ChannelHost, rateHz = POSE_RATE_HZ) {
    this.#host = host;
    this.#epoch = host.simulation.epoch;
    this.#poses = new TransformChannel(host);
    this.#scene = new SceneChannel(host);
    this.#joints = new JointChannels(host);
    this.#devices = new DeviceChannels(host);
    this.#pictures = new PictureChannels(host);
    this.#log = new LogChannels(host);
    this.#games = new GameChannels(host, this.#log);
    this.#contacts = ProtoChannel.open(host, "/contacts", CONTACTS);
    this.#schedule = new Schedule(0, rateHz);
    this.#log.mark("start", host.simulation.world.physics.description.name);
    this.#look();
  }

  beforeStep(): void {
    if (this.#hasChanged()) this.#look();
  }

  afterFrame(): void {
    this.#look();
  }

  log(line: string): void {
    this.#log.log(line);
  }

  mark(text: string): void {
    this.#log.mark("mark", text);
  }

  /** Writes at the next frame what is otherwise written only when it changes: a reader has come later. */
  refresh(): void {
    this.#builds = -1;
    this.#isRefreshed = true;
  }

  close(): void {
    this.#log.mark("stop", "");
    this.#pictures.close();
  }

  #hasChanged(): boolean {
    const { world, epoch } = this.#host.simulation;
    return world.physics.builds !== this.#builds || world.file !== this.#edits || epoch !== this.#epoch;
  }

  #look(): void {
    const isNew = this.#hasChanged();
    if (isNew) this.#update();
    this.#devices.write();
    this.#pictures.write();
    this.#games.write();
    const isDue = this.#schedule.isDue(this.#host.clock.readNs());
    if (!isDue && !isNew) return;
    this.#poses.write();
    this.#joints.write();
    this.#writeContacts();
  }

  /** Entities have come or gone, or the world was reset. */
  #update(): void {
    const { world, epoch } = this.#host.simulation;
    const isReset = epoch !== this.#epoch;
    this.#builds = world.physics.builds;
    this.#edits = world.file;
    this.#epoch = epoch;
    if (isReset) {
      this.#log.mark("reset", `to ${world.timeSec} s`);
      this.#pictures.restart();
    }
    this.#markRobots(world.robots.map(({ name }) => name));
    if (this.#isRefreshed) this.#pictures.restart();
    this.#scene.write(isReset || this.#isRefreshed);
    this.#isRefreshed = false;
    this.#joints.update();
    this.#devices.update();
    this.#pictures.update();
    this.#poses.setFrames(this.#deviceFrames());
  }

  #markRobots(names: readonly string[]): void {
    const before = this.#robots ?? [];
    this.#robots = names;
    for (const name of before) if (!names.includes(name)) this.#log.mark("leave", name);
    for (const name of names) if (!before.includes(name)) this.#log.mark("join", name);
  }

  /** Cameras, and sensors that have a place on a body. */
  #deviceFrames(): readonly NamedFrame[] {
    const { physics, robots, cameras } = this.#host.simulation.world;
    const ofWorld = cameras.map(({ name, camera }) => ({
      parent: WORLD_FRAME,
      child: opticalFrame(name),
      pose: compose(camera.pose, ALONG_Y),
    }));
    const ofRobots = robots.flatMap((robot) =>
      robot.devices.flatMap(({ pictureKind, sends, description: { name, body, pose } }): NamedFrame[] => {
        if (body === undefined || (!pictureKind && sends.length === 0)) return [];
        const place = poseInBody(physics, robot.name, body, pose);
        const parent = bodyFrame(robot.name, body);
        if (!pictureKind) return [{ parent, child: deviceFrame(robot.name, name), pose: place }];
        return [{ parent, child: opticalFrame(`${robot.name}.${name}`), pose: compose(place, ALONG_Y) }];
      }),
    );
    return [...ofWorld, ...ofRobots];
  }

  #writeContacts(): void {
    if (!this.#contacts?.isWanted) return;
    const { simulation, clock } = this.#host;
    const contacts = listContacts(simulation.world.physics).map(({ a, b, position, normal, force, normalForce }) => ({
      first: surfaceName(a),
      second: surfaceName(b),
      position: vectorData(position),
      normal: vectorData(normal),
      force: vectorData(force),
      normal_force: normalForce,
    }));
    this.#contacts.write({ timestamp: splitTime(clock.timeNs), contacts });
  }
}

const surfaceName = ({ entity, body, solid }: Surface): string => `${entity}/${body}/${solid}`;
