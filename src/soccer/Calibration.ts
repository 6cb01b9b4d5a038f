// A camera's calibration as geometry packets tell it (F3), and back. Lengths are in mm there; t is the field's origin as the camera
// sees it, so that the camera stands at -R⁻¹ t, which is sent as well. Simulators are known to send a t and a turning that mean
// nothing beside a place that is right: then the place counts.

import { create } from "@bufbuild/protobuf";
import type { FieldGeometry } from "../describe/FieldGeometry.js";
import { conjugate, normalizeQuat, rotate } from "../math/Quat.js";
import { distance, scale, type Vec3 } from "../math/Vec3.js";
import { downwards } from "./CameraLayout.js";
import { VisionCamera } from "./VisionCamera.js";
import { type SSL_GeometryCameraCalibration, SSL_GeometryCameraCalibrationSchema } from "./wire/SslVision_pb.js";

const MM = 1000;

export function calibrationOf(cameraId: number, camera: VisionCamera): SSL_GeometryCameraCalibration {
  const { position, orientation, focalPx, centerX, centerY, distortion, width, height } = camera.settings;
  const [q0, q1, q2, q3] = orientation;
  const [tx, ty, tz] = scale(rotate(orientation, position), -MM);
  return create(SSL_GeometryCameraCalibrationSchema, {
    cameraId,
    focalLength: focalPx,
    principalPointX: centerX,
    principalPointY: centerY,
    distortion,
    q0,
    q1,
    q2,
    q3,
    tx,
    ty,
    tz,
    derivedCameraWorldTx: position[0] * MM,
    derivedCameraWorldTy: position[1] * MM,
    derivedCameraWorldTz: position[2] * MM,
    pixelImageWidth: width,
    pixelImageHeight: height,
  });
}

/** m: how far t and the place may be apart to be taken for the same. */
const SAME = 0.02;

/** A camera that somebody else describes; one that makes no sense hangs above its place and looks down on a quarter of the field. */
export function cameraFromCalibration(sent: SSL_GeometryCameraCalibration, field: FieldGeometry): VisionCamera {
  const orientation = normalizeQuat([sent.q0, sent.q1, sent.q2, sent.q3]);
  const fromT = rotate(conjugate(orientation), [-sent.tx / MM, -sent.ty / MM, -sent.tz / MM]);
  const told: Vec3 = [sent.derivedCameraWorldTx / MM, sent.derivedCameraWorldTy / MM, sent.derivedCameraWorldTz / MM];
  if (told[2] > 0 && !(distance(fromT, told) < SAME)) {
    const quarter = downwards(told[0], told[1], field, [field.fieldLength / 4, field.fieldWidth / 4]);
    const { position, focalPx } = quarter.settings;
    return new VisionCamera({ ...quarter.settings, position: told, focalPx: (focalPx * told[2]) / position[2] });
  }
  return new VisionCamera({
    position: fromT,
    orientation,
    focalPx: sent.focalLength,
    centerX: sent.principalPointX,
    centerY: sent.principalPointY,
    distortion: sent.distortion,
    width: sent.pixelImageWidth || Math.round(2 * sent.principalPointX),
    height: sent.pixelImageHeight || Math.round(2 * sent.principalPointY),
  });
}
