/* The benchmark's scenes in native ODE, for comparison. Reads a scene (OdeScene.ts) from standard input, then one line of commands
 * for each frame; answers each frame with its CPU time, its contacts and the largest speed of a body. Every number is separated by
 * white space. Arguments: "step" (exact solver, dWorldStep) or "quick" (iterative solver, dWorldQuickStep). */

#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOX, SPHERE, CYLINDER, CAPSULE, PLANE };
enum { BALL, HINGE, HINGE2, SLIDER, UNIVERSAL, FIXED };
enum { VEL, FMAX, TARGET };
enum { MAX_POINTS = 8 };

typedef struct {
  int body, entity, material, self_collide, has_axis;
} Solid;

typedef struct {
  int kind, is_servo;
  dJointID id;
  double target, max_speed;
} Joint;

static dWorldID world;
static dSpaceID space;
static dJointGroupID contacts;
static dBodyID *bodies;
static Solid *solids;
static Joint *joints;
static double *pairs; /* friction, second friction (-1: none), restitution, bounce speed of each pair of materials */
static int body_count, joint_count, material_count, contact_count;

static double number(void) {
  double value;
  if (scanf("%lf", &value) != 1) {
    fprintf(stderr, "ode: the scene ends early\n");
    exit(1);
  }
  return value;
}

static int whole(void) { return (int)number(); }

static void vector(double *v) {
  for (int k = 0; k < 3; k++) v[k] = number();
}

static void read_bodies(void) {
  body_count = whole();
  bodies = calloc(body_count, sizeof *bodies);
  for (int i = 0; i < body_count; i++) {
    double at[3], m = number(), t[6];
    vector(at);
    for (int k = 0; k < 6; k++) t[k] = number();
    dMass mass;
    dMassSetParameters(&mass, m, 0, 0, 0, t[0], t[1], t[2], t[3], t[4], t[5]);
    bodies[i] = dBodyCreate(world);
    dBodySetMass(bodies[i], &mass);
    dBodySetPosition(bodies[i], at[0], at[1], at[2]);
  }
}

static dGeomID create_shape(int kind, const double *size, const double *at, const dQuaternion turn) {
  switch (kind) {
    case BOX: return dCreateBox(space, size[0], size[1], size[2]);
    case SPHERE: return dCreateSphere(space, size[0]);
    case CYLINDER: return dCreateCylinder(space, size[0], size[1]);
    case CAPSULE: return dCreateCapsule(space, size[0], size[1]);
    default: break;
  }
  dMatrix3 r;
  dRfromQ(r, turn);
  return dCreatePlane(space, r[2], r[6], r[10], r[2] * at[0] + r[6] * at[1] + r[10] * at[2]);
}

static void read_solids(void) {
  int count = whole();
  solids = calloc(count, sizeof *solids);
  for (int i = 0; i < count; i++) {
    Solid *one = &solids[i];
    double size[3], at[3];
    dQuaternion turn;
    int kind = whole();
    one->body = whole();
    one->entity = whole();
    one->material = whole();
    one->self_collide = whole();
    one->has_axis = whole();
    vector(size);
    vector(at);
    for (int k = 0; k < 4; k++) turn[k] = number();
    dGeomID geom = create_shape(kind, size, at, turn);
    dGeomSetData(geom, one);
    if (kind == PLANE) continue;
    if (one->body < 0) {
      dGeomSetPosition(geom, at[0], at[1], at[2]);
      dGeomSetQuaternion(geom, turn);
    } else {
      dGeomSetBody(geom, bodies[one->body]);
      dGeomSetOffsetWorldPosition(geom, at[0], at[1], at[2]);
      dGeomSetOffsetWorldQuaternion(geom, turn);
    }
  }
}

static void set_parameter(const Joint *joint, int axis, int parameter, double value) {
  int group = parameter + 256 * axis;
  switch (joint->kind) {
    case HINGE: dJointSetHingeParam(joint->id, group, value); break;
    case HINGE2: dJointSetHinge2Param(joint->id, group, value); break;
    case SLIDER: dJointSetSliderParam(joint->id, group, value); break;
    case UNIVERSAL: dJointSetUniversalParam(joint->id, group, value); break;
    default: break;
  }
}

static dJointID create_joint(int kind, dBodyID one, dBodyID two, const double *at, const double *a, const double *b) {
  dJointID id;
  switch (kind) {
    case HINGE:
      id = dJointCreateHinge(world, 0);
      dJointAttach(id, one, two);
      dJointSetHingeAnchor(id, at[0], at[1], at[2]);
      dJointSetHingeAxis(id, a[0], a[1], a[2]);
      return id;
    case HINGE2:
      id = dJointCreateHinge2(world, 0);
      dJointAttach(id, one, two);
      dJointSetHinge2Anchor(id, at[0], at[1], at[2]);
      dJointSetHinge2Axes(id, a, b);
      return id;
    case SLIDER:
      id = dJointCreateSlider(world, 0);
      dJointAttach(id, one, two);
      dJointSetSliderAxis(id, a[0], a[1], a[2]);
      return id;
    case UNIVERSAL:
      id = dJointCreateUniversal(world, 0);
      dJointAttach(id, one, two);
      dJointSetUniversalAnchor(id, at[0], at[1], at[2]);
      dJointSetUniversalAxis1(id, a[0], a[1], a[2]);
      dJointSetUniversalAxis2(id, b[0], b[1], b[2]);
      return id;
    case FIXED:
      id = dJointCreateFixed(world, 0);
      dJointAttach(id, one, two);
      dJointSetFixed(id);
      return id;
    default:
      id = dJointCreateBall(world, 0);
      dJointAttach(id, one, two);
      dJointSetBallAnchor(id, at[0], at[1], at[2]);
      return id;
  }
}

static void read_joints(void) {
  joint_count = whole();
  joints = calloc(joint_count, sizeof *joints);
  for (int i = 0; i < joint_count; i++) {
    Joint *joint = &joints[i];
    double at[3], axes[2][3];
    joint->kind = whole();
    int one = whole(), two = whole(), axis_count = whole();
    joint->is_servo = whole();
    joint->max_speed = number();
    vector(at);
    vector(axes[0]);
    vector(axes[1]);
    joint->id = create_joint(joint->kind, bodies[one], two < 0 ? 0 : bodies[two], at, axes[0], axes[1]);
    for (int axis = 0; axis < axis_count; axis++) {
      double low = number(), high = number(), speed = number(), force = number();
      if (low <= high && low > -1e9 && high < 1e9) {
        set_parameter(joint, axis, dParamLoStop, low);
        set_parameter(joint, axis, dParamHiStop, high);
      }
      set_parameter(joint, axis, dParamVel, speed);
      set_parameter(joint, axis, dParamFMax, force);
    }
  }
}

static void touch(void *unused, dGeomID a, dGeomID b) {
  (void)unused;
  const Solid *one = dGeomGetData(a), *two = dGeomGetData(b);
  dBodyID body1 = dGeomGetBody(a), body2 = dGeomGetBody(b);
  if (!body1 && !body2) return;
  if (one->entity == two->entity && !one->self_collide) return;
  if (body1 && body2 && dAreConnectedExcluding(body1, body2, dJointTypeContact)) return;
  dContact found[MAX_POINTS];
  int count = dCollide(a, b, MAX_POINTS, &found[0].geom, sizeof(dContact));
  const double *pair = pairs + 4 * (one->material * material_count + two->material);
  for (int i = 0; i < count; i++) {
    dSurfaceParameters *surface = &found[i].surface;
    memset(surface, 0, sizeof *surface);
    surface->mode = dContactBounce | dContactApprox1;
    surface->mu = pair[0];
    surface->bounce = pair[2];
    surface->bounce_vel = pair[3];
    const Solid *turned = one->has_axis ? one : two;
    if (pair[1] >= 0 && turned->has_axis) {
      const dReal *r = dGeomGetRotation(turned == one ? a : b);
      double along = r[2] * found[i].geom.normal[0] + r[6] * found[i].geom.normal[1] + r[10] * found[i].geom.normal[2];
      dVector3 t = {r[2] - along * found[i].geom.normal[0], r[6] - along * found[i].geom.normal[1],
                    r[10] - along * found[i].geom.normal[2], 0};
      if (dCalcVectorLengthSquare3(t) > 1e-6) {
        dNormalize3(t);
        memcpy(found[i].fdir1, t, sizeof t);
        surface->mode |= dContactMu2 | dContactFDir1;
        surface->mu = pair[1];
        surface->mu2 = pair[0];
      }
    }
    dJointAttach(dJointCreateContact(world, contacts, &found[i]), body1, body2);
  }
  contact_count += count;
}

/** An ideal servo: the speed that reaches the target in one step, within the maximum. */
static void drive_servos(double step) {
  for (int i = 0; i < joint_count; i++) {
    Joint *joint = &joints[i];
    if (!joint->is_servo) continue;
    double speed = (joint->target - dJointGetHingeAngle(joint->id)) / step;
    if (speed > joint->max_speed) speed = joint->max_speed;
    if (speed < -joint->max_speed) speed = -joint->max_speed;
    dJointSetHingeParam(joint->id, dParamVel, speed);
  }
}

static void read_commands(int count) {
  for (int i = 0; i < count; i++) {
    Joint *joint = &joints[whole()];
    int axis = whole(), what = whole();
    double value = number();
    if (what == TARGET) joint->target = value;
    else set_parameter(joint, axis, what == VEL ? dParamVel : dParamFMax, value);
  }
}

static double max_speed(void) {
  double max = 0;
  for (int i = 0; i < body_count; i++) {
    const dReal *v = dBodyGetLinearVel(bodies[i]);
    double speed = dSqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(speed <= max)) max = speed;
  }
  return max;
}

int main(int count, char **arguments) {
  int quick = count > 1 && strcmp(arguments[1], "quick") == 0;
  dInitODE();
  world = dWorldCreate();
  space = dHashSpaceCreate(0);
  contacts = dJointGroupCreate(0);
  double step = number(), gravity[3];
  int steps_per_frame = whole();
  vector(gravity);
  dWorldSetGravity(world, gravity[0], gravity[1], gravity[2]);
  dWorldSetERP(world, 0.2);
  dWorldSetCFM(world, 1e-5);
  dWorldSetContactSurfaceLayer(world, 1e-4);
  material_count = whole();
  pairs = calloc(4 * material_count * material_count, sizeof *pairs);
  for (int i = 0; i < 4 * material_count * material_count; i++) pairs[i] = number();
  read_bodies();
  read_solids();
  read_joints();
  printf("ready\n");
  fflush(stdout);
  for (double commands; scanf("%lf", &commands) == 1;) {
    read_commands((int)commands);
    contact_count = 0;
    clock_t from = clock();
    for (int i = 0; i < steps_per_frame; i++) {
      dSpaceCollide(space, 0, touch);
      drive_servos(step);
      if (quick) dWorldQuickStep(world, step);
      else dWorldStep(world, step);
      dJointGroupEmpty(contacts);
    }
    printf("%.9f %g %g\n", (double)(clock() - from) / CLOCKS_PER_SEC, (double)contact_count / steps_per_frame, max_speed());
    fflush(stdout);
  }
  dCloseODE();
  return 0;
}
