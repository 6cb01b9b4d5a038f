// Where things stand in the memory that the rasteriser's threads share: offsets in bytes from the beginning of each record.
// Read by TypeScript, which writes the records, and by AssemblyScript (assembly/), which works on them: numbers only.

// one instance of a mesh
export const INSTANCE_SIZE = 240;
/** Number of the body whose pose carries it. */
export const INSTANCE_BODY = 0;
/** Address of its levels of detail. */
export const INSTANCE_SHAPE = 4;
export const INSTANCE_FLAGS = 8;
/** Number of its entity in segmentation pictures. */
export const INSTANCE_NUMBER = 12;
/** Address of its texture; 0: none. */
export const INSTANCE_TEXTURE = 16;
/** Radius by which the level of detail is chosen, m. */
export const INSTANCE_ROUND = 20;
/** Radius around its centre that holds all of it, m. */
export const INSTANCE_RADIUS = 24;
/** f32: diffuse red, green, blue. */
export const INSTANCE_DIFFUSE = 32;
/** f32: red, green, blue of what is mirrored head on. */
export const INSTANCE_SPECULAR = 44;
/** f32: roughness. */
export const INSTANCE_ROUGHNESS = 56;
/** f32: tiles along u and v for each of three groups of triangles. */
export const INSTANCE_TILES = 64;
/** f32: added to v where the fourth coordinate is below 0. */
export const INSTANCE_V_SHIFT = 88;
/** f32: x y z of the middle of its bounding sphere, in its own frame after scaling. */
export const INSTANCE_CENTER = 92;
/** f64: x y z and the length by which the fourth coordinate moves along z. */
export const INSTANCE_SCALE = 104;
/** f64: rotation row by row, then position, in the frame of the body. */
export const INSTANCE_POSE = 136;

// flags of an instance
export const FLAG_TWO_SIDED = 1;
/** Neighbouring triangles have one normal along their edge: shaded as one surface. */
export const FLAG_SMOOTH = 2;
export const FLAG_WRAP_U = 4;
export const FLAG_WRAP_V = 8;
/** Covers half of the samples. */
export const FLAG_GLASS = 16;
/** Has no triangles: all points with z <= 0. */
export const FLAG_PLANE = 32;
/** So rough that no highlight is computed. */
export const FLAG_DULL = 64;
export const FLAG_MOVING = 128;

// levels of detail of a shape: how many, then one record each, coarsest first
export const SHAPE_COUNT = 0;
export const SHAPE_LEVELS = 16;
export const LEVEL_SIZE = 32;
/** Corners around: 0 where nothing is round. */
export const LEVEL_CORNERS = 0;
export const LEVEL_VERTICES = 4;
export const LEVEL_TRIANGLES = 8;
/** f32 x of all vertices, then y, z and the fourth coordinate; each padded to whole fours. */
export const LEVEL_POSITIONS = 12;
/** f32 x y z each. */
export const LEVEL_NORMALS = 16;
/** f32 u v each. */
export const LEVEL_UVS = 20;
/** u16 three corners each, then 2 bits for the group of its texture and 14 for the triangle that it is shaded as. */
export const LEVEL_INDEX = 24;

// texture: number of mip levels, then of each width, height, address of its texels (four u16: linear, premultiplied) and of its
// blocks (u8: 1 where 8 x 8 texels and their neighbours are alike)
export const TEXTURE_LEVELS = 0;
export const TEXTURE_FIRST = 16;
export const TEXTURE_LEVEL_SIZE = 16;

// scene
export const SCENE_SIZE = 32;
export const SCENE_INSTANCES = 0;
export const SCENE_INSTANCE_COUNT = 4;
/** Vertices of the largest mesh, padded. */
export const SCENE_MAX_VERTICES = 8;

// moment
export const STATE_SIZE = 256;
export const STATE_SCENE = 0;
/** f64, 7 per body. */
export const STATE_POSES = 4;
/** f64 rotation row by row and position of each instance; written by prepareSceneState. */
export const STATE_WORLD = 8;
export const STATE_SUNS = 12;
export const STATE_LAMPS = 16;
/** Address of the shadow map; its side in pixels; whether it holds anything. */
export const STATE_SHADOW = 20;
export const STATE_SHADOW_SIDE = 24;
export const STATE_SHADOW_USED = 28;
/** f32: ambient rgb level, then rgb per upward part of the normal. */
export const STATE_AMBIENT = 32;
/** f32: three sky colours of 256 steps. */
export const STATE_SKY = 56;
/** Address of the lights: suns, then lamps. */
export const STATE_LIGHTS = 60;
/** f64: axes right, up, to the sun (9), middle (3), pixels per m: written by prepareSceneState. */
export const STATE_SHADOW_FRAME = 64;
export const STATE_PIXELS_PER_M = 160;
/** Address of the linear light to sRGB table, 4096 bytes. */
export const STATE_SRGB = 168;
export const SKY_STEPS = 256;
export const SRGB_STEPS = 4096;

/** f32 x y z to the light, red green blue, then the spot's axis and cosines of its edge and of its bright middle. */
export const LIGHT_SIZE = 48;
export const LIGHT_COLOR = 12;
export const LIGHT_AXIS = 24;
export const LIGHT_EDGE = 36;
export const LIGHT_MIDDLE = 40;

// picture
export const PICTURE_SIZE = 192;
export const PICTURE_STATE = 0;
export const PICTURE_WIDTH = 4;
export const PICTURE_HEIGHT = 8;
export const PICTURE_FIRST_ROW = 12;
export const PICTURE_END_ROW = 16;
/** Addresses of what is wanted; 0: not wanted. */
export const PICTURE_COLOR = 20;
export const PICTURE_DEPTH = 24;
export const PICTURE_SEGMENTATION = 28;
/** f64: focal length, centre x, centre y. */
export const PICTURE_FOCAL = 32;
export const PICTURE_CENTER_X = 40;
export const PICTURE_CENTER_Y = 48;
/** f64: axes right, forward, up as rows (9), then the eye (3). */
export const PICTURE_FRAME = 56;

// scratch of one thread
export const SCRATCH_SIZE = 64;
/** f32 arrays of the largest mesh: three in the view's frame, three in the picture. */
export const SCRATCH_VERTICES = 0;
/** 64 bytes per instance: how it stands in the view, and its level of detail. */
export const SCRATCH_INSTANCES = 4;
/** Four depths and four triangle numbers for each pixel. */
export const SCRATCH_DEPTHS = 8;
export const SCRATCH_NUMBERS = 12;
/** Set-up of triangles that are being shaded. */
export const SCRATCH_CACHE = 16;
/** Colours of one row, and corners of a polygon that is being cut. */
export const SCRATCH_ROW = 20;
export const SCRATCH_POLYGON = 24;

export const VIEWED_SIZE = 64;
export const VIEWED_LEVEL = 60;
export const CACHE_ENTRIES = 1024;
export const CACHE_ENTRY_SIZE = 128;
export const POLYGON_BYTES = 512;

/** Number of a triangle: its instance counted from 1, then 14 bits of its own. */
export const TRIANGLE_BITS = 14;

// shadow map: a byte for each of its tiles, whether anything is in it, then f32 depths row by row
export const SHADOW_SIDE = 1024;
export const SHADOW_TILE = 64;
export const SHADOW_TILE_BYTES = 1024;
