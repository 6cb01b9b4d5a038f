// Where processors draw, what every pixel costs counts: the curve of sRGB within one part in 150, without three powers.

import { ShaderChunk } from "three";

const CURVE = /* glsl */ `
vec4 sRGBTransferOETF( in vec4 value ) {
  vec3 x = clamp( value.rgb, 0.0, 1.0 );
  return vec4( max( 1.13005 * sqrt( max( x - 0.00228, 0.0 ) ) - 0.13448 * x + 0.005719, vec3( 0.0 ) ), value.a );
}`;

/** Before anything is drawn. */
export function useFastSrgb(): void {
  ShaderChunk.colorspace_pars_fragment = ShaderChunk.colorspace_pars_fragment.replace(
    /vec4 sRGBTransferOETF\([\s\S]*?\n\}/,
    CURVE,
  );
}
