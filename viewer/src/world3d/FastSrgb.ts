// Replaces three.js's sRGB curve by an approximation within 1/150 that needs no powers. Used where processors draw and
// the cost of each pixel counts.

import { ShaderChunk } from "three";

const CURVE = /* glsl */ `
vec4 sRGBTransferOETF( in vec4 value ) {
  vec3 x = clamp( value.rgb, 0.0, 1.0 );
  return vec4( max( 1.13005 * sqrt( max( x - 0.00228, 0.0 ) ) - 0.13448 * x + 0.005719, vec3( 0.0 ) ), value.a );
}`;

/** Must run before the first shader is compiled. */
export function useFastSrgb(): void {
  ShaderChunk.colorspace_pars_fragment = ShaderChunk.colorspace_pars_fragment.replace(
    /vec4 sRGBTransferOETF\([\s\S]*?\n\}/,
    CURVE,
  );
}
