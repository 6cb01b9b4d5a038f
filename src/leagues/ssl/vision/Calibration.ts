// A camera's calibration as geometry packets tell it (F3). Lengths are in mm there; t is the field's origin as the camera sees it,
// so that the camera stands at -R⁻¹ t, which is sent as well. All numbers fit each other and the pixels of detections.

import { create } from "@bufbuild/protobuf";
import { rotate } from "../../../math/Quat.js";
import { scale } from "../../../math/Vec3.js";
import { type SSL_GeometryCameraCalibration, SSL_GeometryCameraCalibrationSchema } from "../wire/SslVision_pb.js";
import type { VisionCamera } from "./VisionCamera.js";

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
