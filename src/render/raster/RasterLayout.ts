// Layout of the memory shared by the rasteriser's threads: byte offsets from the start of each record. Used by
// TypeScript, which writes the records, and by AssemblyScript (assembly/raster), which reads them: numbers only.

// one instance of a mesh
export const INSTANCE_SIZE = 248;
/** Index of the body that carries the instance. */
export const INSTANCE_BODY = 0;
/** Address of the levels of detail. */
export const INSTANCE_SHAPE = 4;
export const INSTANCE_FLAGS = 8;
/** Number of the entity in segmentation pictures. */
export const INSTANCE_NUMBER = 12;
/** Address of the texture; 0 for none. */
export const INSTANCE_TEXTURE = 16;
/** Radius that selects the level of detail, m. */
export const INSTANCE_ROUND = 20;
/** Radius of the bounding sphere, m. */
export const INSTANCE_RADIUS = 24;
/** f32: diffuse red, green, blue. */
export const INSTANCE_DIFFUSE = 32;
/** f32: red, green, blue of the reflectance at normal incidence. */
export const INSTANCE_SPECULAR = 44;
/** f32: roughness. */
export const INSTANCE_ROUGHNESS = 56;
/** f32: tiles along u and v for each of three groups of triangles. */
export const INSTANCE_TILES = 64;
/** f32: added to v where the fourth coordinate is below 0. */
export const INSTANCE_V_SHIFT = 88;
/** f32: x y z of the centre of the bounding sphere, in the instance's frame after scaling. */
export const INSTANCE_CENTER = 92;
/** f64: x y z and the length by which the fourth coordinate moves along z. */
export const INSTANCE_SCALE = 104;
/** f64: rotation row by row, then position, in the frame of the body. */
export const INSTANCE_POSE = 136;
/** f32: half lengths of a ball along x, y and z; 0 for other shapes. */
export const INSTANCE_BALL = 232;

// flags of an instance
export const FLAG_TWO_SIDED = 1;
/** Neighbouring triangles have one normal along their edge: shaded as one surface. */
export const FLAG_SMOOTH = 2;
export const FLAG_WRAP_U = 4;
export const FLAG_WRAP_V = 8;
/** Covers half of the samples of a pixel. */
export const FLAG_GLASS = 16;
/** A plane without triangles: all points with z <= 0. */
export const FLAG_PLANE = 32;
/** Rough: no highlight is computed. */
export const FLAG_DULL = 64;
export const FLAG_MOVING = 128;

// levels of detail of a shape: how many, then one record each, coarsest first
export const SHAPE_COUNT = 0;
export const SHAPE_LEVELS = 16;
export const LEVEL_SIZE = 32;
/** Corners of a circle; 0 for shapes without curves. */
export const LEVEL_CORNERS = 0;
export const LEVEL_VERTICES = 4;
export const LEVEL_TRIANGLES = 8;
/** f32 x of all vertices, then y, z and the fourth coordinate; each padded to whole fours. */
export const LEVEL_POSITIONS = 12;
/** f32 x y z each. */
export const LEVEL_NORMALS = 16;
/** f32 u v each. */
export const LEVEL_UVS = 20;
/** u16: three corners, then 2 bits for the texture group and 14 for the triangle that gives the shading. */
export const LEVEL_INDEX = 24;

// texture: number of mip levels, then for each its width, height, address of texels (four u16: linear, premultiplied) and of
// blocks (u8: 1 if 8 x 8 texels and their neighbours are equal)
export const TEXTURE_LEVELS = 0;
/** Address of the counts of blocks above and left of each corner of the first level's blocks that are not equal (u32). */
export const TEXTURE_COUNTS = 4;
export const TEXTURE_FIRST = 16;
export const TEXTURE_LEVEL_SIZE = 16;

// scene
export const SCENE_SIZE = 32;
export const SCENE_INSTANCES = 0;
export const SCENE_INSTANCE_COUNT = 4;
/** Vertices of the largest mesh, padded. */
export const SCENE_MAX_VERTICES = 8;

// scene state
export const STATE_SIZE = 256;
export const STATE_SCENE = 0;
/** f64, 7 per body. */
export const STATE_POSES = 4;
/** f64: rotation row by row and position of each instance; written by prepareSceneState. */
export const STATE_WORLD = 8;
export const STATE_SUNS = 12;
export const STATE_LAMPS = 16;
/** Address of the shadow map, its side in pixels, and whether it is used. */
export const STATE_SHADOW = 20;
export const STATE_SHADOW_SIDE = 24;
export const STATE_SHADOW_USED = 28;
/** f32: ambient rgb, then rgb per upward component of the normal. */
export const STATE_AMBIENT = 32;
/** f32: three sky colours of 256 steps. */
export const STATE_SKY = 56;
/** Address of the lights: suns, then lamps. */
export const STATE_LIGHTS = 60;
/** f64: axes right, up, to the sun (9), centre (3); with the pixels per m written by prepareSceneState. */
export const STATE_SHADOW_FRAME = 64;
export const STATE_PIXELS_PER_M = 160;
/** Address of the table from linear light to sRGB, 4096 bytes. */
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
/** Addresses of the wanted channels; 0 for an unwanted one. */
export const PICTURE_COLOR = 20;
export const PICTURE_DEPTH = 24;
export const PICTURE_SEGMENTATION = 28;
/** f64: focal length, centre x, centre y. */
export const PICTURE_FOCAL = 32;
export const PICTURE_CENTER_X = 40;
export const PICTURE_CENTER_Y = 48;
/** f64: axes right, forward, up as rows (9), then the camera position (3). */
export const PICTURE_FRAME = 56;

// scratch of one thread
export const SCRATCH_SIZE = 64;
/** f32 arrays of the largest mesh: three in the view's frame, three in the picture. */
export const SCRATCH_VERTICES = 0;
/** 64 bytes per instance: its pose in the view, and its level of detail. */
export const SCRATCH_INSTANCES = 4;
/** Four depths and four triangle numbers for each pixel. */
export const SCRATCH_DEPTHS = 8;
export const SCRATCH_NUMBERS = 12;
/** Cached set-up of triangles for shading. */
export const SCRATCH_CACHE = 16;
/** Colours of one row, and corners of a polygon that is being clipped. */
export const SCRATCH_ROW = 20;
export const SCRATCH_POLYGON = 24;

export const VIEWED_SIZE = 64;
export const VIEWED_LEVEL = 60;
export const CACHE_ENTRIES = 1024;
export const CACHE_ENTRY_SIZE = 128;
export const POLYGON_BYTES = 512;

/** Number of a triangle: its instance counted from 1, then 14 bits for its index in the instance. */
export const TRIANGLE_BITS = 14;

// shadow map: one byte per tile (1 if it contains anything), then f32 depths row by row
export const SHADOW_SIDE = 1024;
export const SHADOW_TILE = 64;
export const SHADOW_TILE_BYTES = 1024;
