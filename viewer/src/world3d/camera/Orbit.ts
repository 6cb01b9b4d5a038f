// A camera that looks at a target from a yaw, pitch and distance, and glides to its goal.

import { type PerspectiveCamera, Vector3 } from "three";

const MIN_PITCH = 0.02;
const MAX_PITCH = 1.5705;
const MIN_DISTANCE_M = 0.15;
const MAX_DISTANCE_M = 400;
/** Time constant of gliding, s. */
const GLIDE_SEC = 0.09;
const AT_REST = 1e-4;

export interface OrbitPose {
  readonly target: Vector3;
  /** Direction from the target to the camera, about z from +x, rad. */
  yaw: number;
  /** Elevation above the horizon, rad. */
  pitch: number;
  distance: number;
}

export class Orbit {
  readonly goal: OrbitPose = { target: new Vector3(), yaw: -2, pitch: 0.5, distance: 8 };
  readonly shown: OrbitPose = { target: new Vector3(), yaw: -2, pitch: 0.5, distance: 8 };

  turn(yaw: number, pitch: number): void {
    this.goal.yaw += yaw;
    this.goal.pitch = Math.min(MAX_PITCH, Math.max(MIN_PITCH, this.goal.pitch + pitch));
  }

  /** `factor` below 1 moves nearer, towards `point` if given. */
  zoom(factor: number, point?: Vector3): void {
    const before = this.goal.distance;
    this.goal.distance = Math.min(MAX_DISTANCE_M, Math.max(MIN_DISTANCE_M, before * factor));
    if (point && point.distanceTo(this.goal.target) < 3 * before)
      this.goal.target.lerp(point, Math.min(0.5, Math.max(-0.5, 1 - this.goal.distance / before)));
  }

  /** Moves the target right and away on the ground, in units of the distance. */
  pan(right: number, away: number): void {
    const { yaw, distance, target } = this.goal;
    target.x += distance * (-Math.sin(yaw) * right - Math.cos(yaw) * away);
    target.y += distance * (Math.cos(yaw) * right - Math.sin(yaw) * away);
  }

  /** Moves with a followed body at once: translation, and rotation about z, rad. */
  carry(by: Vector3, turned: number): void {
    for (const orbitPose of [this.goal, this.shown]) {
      orbitPose.target.add(by);
      orbitPose.yaw += turned;
    }
  }

  jump(): void {
    this.shown.target.copy(this.goal.target);
    Object.assign(this.shown, { yaw: this.goal.yaw, pitch: this.goal.pitch, distance: this.goal.distance });
  }

  /** Returns whether it moved. */
  glide(seconds: number): boolean {
    const { goal, shown } = this;
    const away =
      shown.target.distanceTo(goal.target) / goal.distance +
      Math.abs(shown.yaw - goal.yaw) +
      Math.abs(shown.pitch - goal.pitch) +
      Math.abs(Math.log(shown.distance / goal.distance));
    if (away === 0) return false;
    if (away < AT_REST) {
      this.jump();
      return true;
    }
    const share = 1 - Math.exp(-seconds / GLIDE_SEC);
    shown.target.lerp(goal.target, share);
    shown.yaw += share * (goal.yaw - shown.yaw);
    shown.pitch += share * (goal.pitch - shown.pitch);
    shown.distance *= (goal.distance / shown.distance) ** share;
    return true;
  }

  /** `stretch`: factor on the distance. */
  place(camera: PerspectiveCamera, stretch = 1): void {
    camera.position.copy(this.eye(stretch));
    camera.up.set(0, 0, 1);
    camera.lookAt(this.shown.target);
  }

  /** Position of the camera. */
  eye(stretch = 1): Vector3 {
    const { target, yaw, pitch, distance } = this.shown;
    const flat = stretch * distance * Math.cos(pitch);
    return new Vector3(
      target.x + flat * Math.cos(yaw),
      target.y + flat * Math.sin(yaw),
      target.z + stretch * distance * Math.sin(pitch),
    );
  }

  /** Turns to a direction the shorter way round. */
  face(yaw: number, pitch: number): void {
    const turn = yaw - this.goal.yaw;
    this.goal.yaw += Math.atan2(Math.sin(turn), Math.cos(turn));
    this.goal.pitch = Math.min(MAX_PITCH, Math.max(MIN_PITCH, pitch));
  }
}
