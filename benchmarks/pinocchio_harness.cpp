// Pinocchio's algorithms behind plain C functions: a model is built joint by joint, then passes over
// many states are timed. Called by pinocchio_native.py, which says what the numbers mean.

#include <ctime>

#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/crba.hpp"
#include "pinocchio/algorithm/frames.hpp"
#include "pinocchio/algorithm/kinematics.hpp"
#include "pinocchio/algorithm/regressor.hpp"
#include "pinocchio/algorithm/rnea-derivatives.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/multibody.hpp"
#include "pinocchio/multibody/joint.hpp"

namespace {

using namespace pinocchio;
using Vector3 = Eigen::Vector3d;
using Rows3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using State = Eigen::Map<const Eigen::VectorXd>;
using Input = Eigen::VectorXd;  // what the wheel's own code was compiled for

struct Robot {
  Model model;
  Data data;
  FrameIndex frame = 0;  // the one that kinematics are asked of
  Data::Matrix6x jacobian;
};

enum Joint { turn_x, turn_y, turn_z, slide_x, slide_y, slide_z, turn, slide };
enum Function {
  crba_local, crba_world, rnea_, bias_, aba_local, aba_world,
  rnea_derivatives, aba_derivatives, coriolis, frame_placement, frame_jacobian, regressor
};

Vector3 vector(const double *v) { return Vector3(v[0], v[1], v[2]); }

SE3 place(const double *rotation, const double *origin) {
  return SE3(Eigen::Map<const Rows3>(rotation), vector(origin));
}

JointModel joint_model(int kind, const double *axis) {
  switch (kind) {
  case turn_x: return JointModelRX();
  case turn_y: return JointModelRY();
  case turn_z: return JointModelRZ();
  case slide_x: return JointModelPX();
  case slide_y: return JointModelPY();
  case slide_z: return JointModelPZ();
  case turn: return JointModelRevoluteUnaligned(vector(axis));
  default: return JointModelPrismaticUnaligned(vector(axis));
  }
}

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * double(t.tv_sec) + double(t.tv_nsec);
}

// Results stay in Data, where Pinocchio's users read them.
void compute(Robot &r, int function, const Input &q, const Input &v, const Input &a) {
  switch (function) {
  case crba_local: crba(r.model, r.data, q, Convention::LOCAL); break;
  case crba_world: crba(r.model, r.data, q, Convention::WORLD); break;
  case rnea_: rnea(r.model, r.data, q, v, a); break;
  case bias_: nonLinearEffects(r.model, r.data, q, v); break;
  case aba_local: aba(r.model, r.data, q, v, a, Convention::LOCAL); break;
  case aba_world: aba(r.model, r.data, q, v, a, Convention::WORLD); break;
  case rnea_derivatives: computeRNEADerivatives(r.model, r.data, q, v, a); break;
  case aba_derivatives: computeABADerivatives(r.model, r.data, q, v, a); break;
  case coriolis: computeCoriolisMatrix(r.model, r.data, q, v); break;
  case frame_placement:
    forwardKinematics(r.model, r.data, q);
    updateFramePlacement(r.model, r.data, r.frame);
    break;
  case frame_jacobian:
    computeFrameJacobian(r.model, r.data, q, r.frame, LOCAL_WORLD_ALIGNED, r.jacobian);
    break;
  case regressor: computeJointTorqueRegressor(r.model, r.data, q, v, a); break;
  }
}

}  // namespace

extern "C" {

void *harness_robot(const double *gravity) {
  Robot *robot = new Robot;
  robot->model.gravity.linear() = vector(gravity);
  return robot;
}

long harness_joint(void *robot, long parent, int kind, const double *axis, const double *rotation,
                   const double *origin, const char *name) {
  Model &model = static_cast<Robot *>(robot)->model;
  return long(model.addJoint(JointIndex(parent), joint_model(kind, axis), place(rotation, origin), name));
}

void harness_body(void *robot, long joint, double mass, const double *com, const double *inertia,
                  const double *rotation, const double *origin) {
  const Eigen::Matrix3d tensor = Eigen::Map<const Rows3>(inertia);
  static_cast<Robot *>(robot)->model.appendBodyToJoint(
      JointIndex(joint), Inertia(mass, vector(com), Symmetric3(tensor)), place(rotation, origin));
}

// The frame of kinematics; before harness_ready.
void harness_frame(void *robot, long joint, const double *rotation, const double *origin) {
  Robot *r = static_cast<Robot *>(robot);
  r->frame = r->model.addFrame(Frame("asked", JointIndex(joint), place(rotation, origin), OP_FRAME));
}

void harness_ready(void *robot, const double *rotors) {
  Robot *r = static_cast<Robot *>(robot);
  r->jacobian = Data::Matrix6x::Zero(6, r->model.nv);
  r->model.armature = State(rotors, r->model.nv);
  r->data = Data(r->model);
  r->data.M.setZero();
}

// One pass: nanoseconds of processor time of this thread. The arrays hold a row of n numbers a state.
double harness_pass(void *robot, int function, const double *q, const double *v, const double *a, long count) {
  Robot &r = *static_cast<Robot *>(robot);
  const long n = r.model.nv;
  Input qi(n), vi(n), ai(n);
  const double start = now();
  for (long i = 0; i < count; i++) {
    qi = State(q + i * n, n);
    vi = State(v + i * n, n);
    ai = State(a + i * n, n);
    compute(r, function, qi, vi, ai);
  }
  return now() - start;
}

// What the last state of a pass gave, one array after the other, matrices by rows.
void harness_result(void *robot, int function, double *out) {
  Robot &r = *static_cast<Robot *>(robot);
  const auto put = [&out](const auto &array) {
    Eigen::Map<Rows>(out, array.rows(), array.cols()) = array;
    out += array.size();
  };
  const auto put_symmetric = [&put](const auto &upper) {
    const Eigen::MatrixXd whole = upper.template selfadjointView<Eigen::Upper>();
    put(whole);
  };
  switch (function) {
  case crba_local:
  case crba_world: put_symmetric(r.data.M); break;
  case rnea_: put(r.data.tau); break;
  case bias_: put(r.data.nle); break;
  case aba_local:
  case aba_world: put(r.data.ddq); break;
  case rnea_derivatives:
    put(r.data.tau);
    put_symmetric(r.data.M);
    put(r.data.dtau_dq);
    put(r.data.dtau_dv);
    break;
  case aba_derivatives:
    put(r.data.ddq);
    put(r.data.ddq_dq);
    put(r.data.ddq_dv);
    put_symmetric(r.data.Minv);
    break;
  case coriolis: put(r.data.C); break;
  case frame_placement: put(r.data.oMf[r.frame].toHomogeneousMatrix()); break;
  case frame_jacobian: put(r.jacobian); break;
  case regressor: put(r.data.jointTorqueRegressor); break;
  }
}

}  // extern "C"
