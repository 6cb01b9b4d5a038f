// A camera's calibration in geometry packets (F3). Lengths are in mm; t is the field's origin in the camera's frame, so that the camera
// is at -R⁻¹ t, which is sent too. All numbers are consistent with each other and with the pixels of detections.

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
