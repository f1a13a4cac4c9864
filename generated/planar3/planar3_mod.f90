! planar3_mod.f90 - rigid-body dynamics of planar3, 3 degrees of freedom
!
! Written by: gen-robot planar3 --lang f77
! It belongs to whoever generates it: the authors of gen-robot claim no rights in it.
!
! The routines of planar3.f for callers in Fortran 90 and later: nothing but their interfaces, so
! that a compiler checks what they are called with, and names that say what they compute:
!
!     use planar3_mod
!
! SI units, radians. Inputs and outputs may not overlap. info is 0, or the number k (from 1) of the
! joint at which the inertia matrix is not positive definite; the outputs are then zero.

module planar3_mod
  implicit none
  private
  integer, parameter, public :: planar3_nq = 3
  integer, parameter, public :: planar3_nv = 3

  ! inertia matrix M(q)
  ! q: joint positions (3)
  ! M: inertia matrix (3 x 3)
  public :: planar3_inertia_matrix
  public :: pla3im
  interface planar3_inertia_matrix
    subroutine pla3im(q, M)
      double precision, intent(in) :: q(3)
      double precision, intent(out) :: M(3, 3)
    end subroutine pla3im
  end interface planar3_inertia_matrix

  ! bias vector h(q, qd)
  ! q: joint positions (3)
  ! qd: joint velocities (3)
  ! h: bias: Coriolis, centrifugal, gravity (3)
  public :: planar3_bias
  public :: pla3bv
  interface planar3_bias
    subroutine pla3bv(q, qd, h)
      double precision, intent(in) :: q(3)
      double precision, intent(in) :: qd(3)
      double precision, intent(out) :: h(3)
    end subroutine pla3bv
  end interface planar3_bias

  ! inverse dynamics, tau = M qdd + h
  ! q: joint positions (3)
  ! qd: joint velocities (3)
  ! qdd: joint accelerations (3)
  ! tau: joint torques or forces (3)
  public :: planar3_inverse_dynamics
  public :: pla3id
  interface planar3_inverse_dynamics
    subroutine pla3id(q, qd, qdd, tau)
      double precision, intent(in) :: q(3)
      double precision, intent(in) :: qd(3)
      double precision, intent(in) :: qdd(3)
      double precision, intent(out) :: tau(3)
    end subroutine pla3id
  end interface planar3_inverse_dynamics

  ! inertia matrix and bias vector together
  ! q: joint positions (3)
  ! qd: joint velocities (3)
  ! M: inertia matrix (3 x 3)
  ! h: bias: Coriolis, centrifugal, gravity (3)
  public :: planar3_inertia_and_bias
  public :: pla3ib
  interface planar3_inertia_and_bias
    subroutine pla3ib(q, qd, M, h)
      double precision, intent(in) :: q(3)
      double precision, intent(in) :: qd(3)
      double precision, intent(out) :: M(3, 3)
      double precision, intent(out) :: h(3)
    end subroutine pla3ib
  end interface planar3_inertia_and_bias

  ! gravity torques g(q)
  ! q: joint positions (3)
  ! g: gravity torques (3)
  public :: planar3_gravity
  public :: pla3gv
  interface planar3_gravity
    subroutine pla3gv(q, g)
      double precision, intent(in) :: q(3)
      double precision, intent(out) :: g(3)
    end subroutine pla3gv
  end interface planar3_gravity

  ! forward dynamics, qdd = M^-1 (tau - h)
  ! q: joint positions (3)
  ! qd: joint velocities (3)
  ! tau: joint torques or forces (3)
  ! qdd: joint accelerations (3)
  public :: planar3_forward_dynamics
  public :: pla3fd
  interface planar3_forward_dynamics
    subroutine pla3fd(q, qd, tau, qdd, info)
      double precision, intent(in) :: q(3)
      double precision, intent(in) :: qd(3)
      double precision, intent(in) :: tau(3)
      double precision, intent(out) :: qdd(3)
      integer, intent(out) :: info
    end subroutine pla3fd
  end interface planar3_forward_dynamics

end module planar3_mod
