// Errors in the content of a description: names, numbers, solids, joints, textures. Both the readers of documents and
// programs that build a description by hand can cause them.

import type { ErrorRow } from "./ErrorRow.js";

export const DESCRIPTION_ERRORS = {
  NAME_EMPTY: {
    what: "the name is missing",
    allowed: "a name with at least one character that is not a space",
    advice: "Give it a name.",
  },
  NAME_MALFORMED: {
    what: "the name contains a character that is not allowed",
    allowed: "any characters except / and control characters",
    advice: "Use only letters, digits, spaces, dashes and underscores.",
  },
  NAME_TAKEN: {
    what: "two parts have the same name",
    allowed: "unique names",
    advice: "Rename one of the two.",
  },
  TYPE_WRONG: {
    what: "a value is missing or has the wrong type",
    allowed: "a value of the expected type",
    advice: "Give a value of the expected type, or leave out an optional property.",
  },
  LENGTH_WRONG: {
    what: "a list has the wrong number of entries",
    allowed: "the expected number of entries",
    advice: "Count the entries and correct their number.",
  },
  PROPERTY_UNKNOWN: {
    what: "the property does not exist",
    allowed: "one of the known properties",
    advice: "Check the spelling (names are case-sensitive), or remove the property.",
  },
  PROPERTY_MISPLACED: {
    what: "a property does not fit the rest of the description",
    allowed: "properties that can be combined",
    advice: "Remove the property, or change the one that it conflicts with.",
  },
  KIND_UNKNOWN: {
    what: "the kind is unknown",
    allowed: "one of the known kinds",
    advice: "Use one of the allowed kinds.",
  },
  NUMBER_NOT_FINITE: {
    what: "the number is not finite",
    allowed: "a finite number",
    advice: "Look for NaN, infinity or a division by zero where the number comes from.",
  },
  VALUE_OUT_OF_RANGE: {
    what: "the value is out of range",
    allowed: "a value in the permitted range",
    advice: "Choose a value in the allowed range, and check its unit.",
  },
  MASS_NOT_POSITIVE: {
    what: "the mass is not positive",
    allowed: "a mass above 0 kg",
    advice: "Give a mass above 0, in kilograms.",
  },
  MASS_MISSING: {
    what: "a moving body has no mass or no inertia",
    allowed: "a Mass on the body or on one of its solids; a body without solids also needs an Inertia",
    advice: "Add a solid with a Mass to the body.",
  },
  INERTIA_NOT_PHYSICAL: {
    what: "no real body can have this inertia tensor",
    allowed: "a symmetric, positive definite tensor whose principal moments satisfy a + b >= c",
    advice: "Correct the tensor, or leave Inertia out: then it is computed from the solids.",
  },
  SIZE_NOT_POSITIVE: {
    what: "a size is not positive, or too large",
    allowed: "above 0 and below 1e6 m",
    advice: "Give every size above 0, in metres.",
  },
  AXIS_ZERO: {
    what: "the direction is a zero vector",
    allowed: "a vector that is not zero",
    advice: "Give at least one component that is not 0, for example 0 0 1.",
  },
  AXES_PARALLEL: {
    what: "two axes of a joint are parallel",
    allowed: "axes with different directions",
    advice: "Turn one of the axes, ideally to a right angle with the other.",
  },
  AXIS_MISSING: {
    what: "the joint has the wrong number of axes",
    allowed: "the number of axes of this kind of joint",
    advice: "Give as many axes as this kind of joint has, or choose another kind.",
  },
  BODY_UNKNOWN: {
    what: "a joint or rope names a body that does not exist",
    allowed: "the name of a body of the same entity",
    advice: "Check the spelling of the name; names are case-sensitive.",
  },
  SOLID_UNKNOWN: {
    what: "a device names a solid that does not exist",
    allowed: "the name of a solid of the same robot",
    advice: "Check the spelling of the name; names are case-sensitive.",
  },
  JOINT_TO_ITSELF: {
    what: "a joint connects a body to itself",
    allowed: "two different bodies, or Body1 alone",
    advice: "Name another body as Body2, or leave Body2 out to attach Body1 to the world.",
  },
  JOINT_UNKNOWN: {
    what: "there is no joint of this name",
    allowed: "the name of a joint of the same entity",
    advice: "Check the spelling of the name; names are case-sensitive.",
  },
  GEAR_AXIS_MISSING: {
    what: "a gear names an axis that the joint does not have",
    allowed: "an axis of a hinge, servo, slider, hinge-2 or universal joint",
    advice: "Name a joint of these kinds; only JointHinge2 and JointUniversal have an axis 2.",
  },
  GEAR_TO_ITSELF: {
    what: "a gear connects an axis to itself",
    allowed: "two different axes",
    advice: "Name another joint as Joint2, or another axis of the same joint.",
  },
  ROPE_TO_ITSELF: {
    what: "all points of a rope are on the same body",
    allowed: "points of at least two bodies, or of a body and the world",
    advice: "Give one of the points another body, or no body to fix it in the world.",
  },
  MATERIAL_UNKNOWN: {
    what: "the material does not exist",
    allowed: "the name of a known material",
    advice: "Use a known material, or define this one in <Materials> of the world.",
  },
  MESH_MALFORMED: {
    what: "the mesh is malformed",
    allowed: "3 numbers for each vertex and 3 vertex numbers for each triangle",
    advice: "Check the numbers of the mesh, or export its file again as triangles.",
  },
  MESH_WITHOUT_VOLUME: {
    what: "a mesh of a moving body has no volume",
    allowed: "a closed mesh that is not flat",
    advice: "Close the mesh and give it thickness, or use a Box.",
  },
  HEIGHTFIELD_MALFORMED: {
    what: "the heightfield is malformed",
    allowed: "at least 2 rows and 2 columns, with rows x columns heights",
    advice: "Give exactly one height for each point of the grid.",
  },
  TEXTURE_TOO_LARGE: {
    what: "the texture is empty or too large",
    allowed: "1 to 2048 pixels in width and in height",
    advice: "Scale the image to at most 2048 x 2048 pixels.",
  },
  TEXTURE_UNMAPPED: {
    what: "this solid cannot have a texture",
    allowed: "a texture on any solid except a Mesh, which has no texture coordinates",
    advice: "Give the mesh a Color, or put the texture on a thin Box over the mesh.",
  },
  TEXTURE_UNREADABLE: {
    what: "the image of a texture cannot be read",
    allowed: "a complete PNG without interlacing",
    advice: "Export the image again as a PNG without interlacing.",
  },
  TOO_MANY_TEXELS: {
    what: "the textures have too many pixels in total",
    allowed: "a total within the limit",
    advice: "Scale the images down, or use a small image that repeats (TileSize).",
  },
  LENS_FOLDS: {
    what: "the lens distortion is too strong",
    allowed: "distortion that grows steadily from the centre of the picture to its corners",
    advice: "Use smaller values of K1, K2, K3, P1 and P2, or a smaller Fov.",
  },
  SOLID_ONLY_STATIC: {
    what: "this solid cannot be part of a moving body",
    allowed: "Plane and Heightfield only in static bodies",
    advice: "Move the solid to a <Static> of the world, or use a Box.",
  },
  BODIES_MISSING: {
    what: "the entity has no body",
    allowed: "at least one body",
    advice: "Add a body with a solid.",
  },
  PATH_MALFORMED: {
    what: "the way points of a path are wrong",
    allowed: "at least 2 way points in the order of time, the first at 0 s",
    advice: "Give every Point an At, or give the Path a Speed.",
  },
  PATH_OPEN: {
    what: "a path that loops does not return to its start",
    allowed: "a last way point with the offset and the orientation of the first",
    advice: "Add a last way point like the first one, or use the mode back-and-forth.",
  },
  PATH_JOINTED: {
    what: "an entity with joints or ropes cannot move along a path",
    allowed: "an entity that is one rigid thing",
    advice: "Give the path to a part without joints, or move the joint with a motor.",
  },
  PATH_MISSING: {
    what: "the entity has no path",
    allowed: "an entity with a <Path>",
    advice: "Add a <Path> to the entity.",
  },
} as const satisfies Record<string, ErrorRow>;
