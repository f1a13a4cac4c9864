// Pinocchio's algorithms on CasADi's symbols, behind plain C functions: a model is built joint by joint, then
// what an algorithm computes is written to a file that CasADi reads. Called by peer_operations.py.

#include <string>

#include <casadi/casadi.hpp>

#include "pinocchio/autodiff/casadi.hpp"

#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/center-of-mass.hpp"
#include "pinocchio/algorithm/frames.hpp"
#include "pinocchio/algorithm/kinematics.hpp"
#include "pinocchio/algorithm/regressor.hpp"
#include "pinocchio/algorithm/rnea-derivatives.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/multibody.hpp"
#include "pinocchio/multibody/joint.hpp"

namespace {

using namespace pinocchio;
using ::casadi::SX;
using Vector3 = Eigen::Vector3d;
using Rows3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using Symbols = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
using SymbolicModel = ModelTpl<SX>;
using SymbolicData = DataTpl<SX>;

const char *const ASKED = "the frame of kinematics";

enum Joint { turn_x, turn_y, turn_z, slide_x, slide_y, slide_z, turn, slide };

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

Symbols symbols(const SX &given) {
  Symbols found(given.size1());
  for (casadi_int i = 0; i < given.size1(); i++) found[i] = given(i);
  return found;
}

template <typename Matrix> SX matrix(const Matrix &given) {
  SX found(given.rows(), given.cols());
  for (Eigen::Index i = 0; i < given.rows(); i++)
    for (Eigen::Index j = 0; j < given.cols(); j++) found(i, j) = given(i, j);
  return SX::sparsify(found);
}

}  // namespace

extern "C" {

void *harness_robot(const double *gravity) {
  Model *model = new Model;
  model->gravity.linear() = vector(gravity);
  return model;
}

long harness_joint(void *robot, long parent, int kind, const double *axis, const double *rotation,
                   const double *origin, const char *name) {
  Model &model = *static_cast<Model *>(robot);
  return long(model.addJoint(JointIndex(parent), joint_model(kind, axis), place(rotation, origin), name));
}

void harness_body(void *robot, long joint, double mass, const double *com, const double *inertia,
                  const double *rotation, const double *origin) {
  const Eigen::Matrix3d tensor = Eigen::Map<const Rows3>(inertia);
  static_cast<Model *>(robot)->appendBodyToJoint(
      JointIndex(joint), Inertia(mass, vector(com), Symmetric3(tensor)), place(rotation, origin));
}

void harness_frame(void *robot, long joint, const double *rotation, const double *origin) {
  static_cast<Model *>(robot)->addFrame(
      Frame(ASKED, JointIndex(joint), place(rotation, origin), OP_FRAME));
}

void harness_ready(void *robot, const double *rotors) {
  Model *model = static_cast<Model *>(robot);
  model->armature = Eigen::Map<const Eigen::VectorXd>(rotors, model->nv);
}

// Write what a function computes of (q, v, a); 0 if there is none of this name.
int harness_write(void *robot, const char *called, const char *path) {
  const SymbolicModel model = static_cast<Model *>(robot)->cast<SX>();
  SymbolicData data(model);
  const SX q = SX::sym("q", model.nq), v = SX::sym("v", model.nv), a = SX::sym("a", model.nv);
  const Symbols qs = symbols(q), vs = symbols(v), as = symbols(a);
  const std::string name = called;
  const FrameIndex frame = model.existFrame(ASKED) ? model.getFrameId(ASKED) : 0;
  ::casadi::SXVector found;
  if (name == "rnea") {
    rnea(model, data, qs, vs, as);
    found = {matrix(data.tau)};
  } else if (name == "computeRNEADerivatives") {
    computeRNEADerivatives(model, data, qs, vs, as);
    found = {matrix(data.dtau_dq), matrix(data.dtau_dv)};
  } else if (name == "computeABADerivatives") {
    computeABADerivatives(model, data, qs, vs, as);
    found = {matrix(data.ddq_dq), matrix(data.ddq_dv)};
  } else if (name == "computeCoriolisMatrix") {
    computeCoriolisMatrix(model, data, qs, vs);
    found = {matrix(data.C)};
  } else if (name == "computeFrameJacobian") {
    SymbolicData::Matrix6x jacobian(6, model.nv);
    jacobian.setZero();
    computeFrameJacobian(model, data, qs, frame, LOCAL_WORLD_ALIGNED, jacobian);
    found = {matrix(jacobian)};
  } else if (name == "forwardKinematics") {
    forwardKinematics(model, data, qs);
    updateFramePlacement(model, data, frame);
    found = {matrix(data.oMf[frame].rotation()), matrix(data.oMf[frame].translation())};
  } else if (name == "centerOfMass") {
    centerOfMass(model, data, qs);
    found = {matrix(data.com[0])};
  } else if (name == "jacobianCenterOfMass") {
    jacobianCenterOfMass(model, data, qs);
    found = {matrix(data.Jcom)};
  } else if (name == "computeJointTorqueRegressor") {
    computeJointTorqueRegressor(model, data, qs, vs, as);
    found = {matrix(data.jointTorqueRegressor)};
  } else {
    return 0;
  }
  ::casadi::Function("f", {q, v, a}, found, ::casadi::Dict{{"cse", true}}).save(path);
  return 1;
}

}  // extern "C"
