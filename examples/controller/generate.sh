#!/bin/sh
# generate.sh DIR PANDA: write the kernels of both arms into DIR/puma560 and DIR/panda.
# PANDA is the arm's URDF file; `python3 run_controllers.py --panda` finds that of example-robot-data.
# A load is an input of every kernel, so it can be picked up while the controller runs.
set -eu

gen-robot puma560 --payload link6 --kernels inertia_matrix,gravity,inverse_dynamics --quiet -o "$1"

# The tool is the point between the fingers, which stay shut. All that a cycle needs is one kernel, `together`.
TOOL=panda_hand_tcp
gen-robot "$2" --name panda --lock panda_finger_joint1=0 --payload panda_hand --frames $TOOL --kernels gravity \
    --together M,h,placement_$TOOL,jacobian_$TOOL,drift_$TOOL,task_inertia_$TOOL --quiet -o "$1"
