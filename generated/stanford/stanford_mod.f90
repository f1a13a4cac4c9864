! stanford_mod.f90 - rigid-body dynamics of stanford, 6 degrees of freedom
!
! Written by: gen-robot stanford --lang f77
! It belongs to whoever generates it: the authors of gen-robot claim no rights in it.
!
! The routines of stanford.f for callers in Fortran 90 and later: nothing but their interfaces, so
! that a compiler checks what they are called with, and names that say what they compute:
!
!     use stanford_mod
!
! SI units, radians. Inputs and outputs may not overlap. info is 0, or the number k (from 1) of the
! joint at which the inertia matrix is not positive definite; the outputs are then zero.

module stanford_mod
  implicit none
  private
  integer, parameter, public :: stanford_nq = 6
  integer, parameter, public :: stanford_nv = 6

  ! inertia matrix M(q)
  ! q: joint positions (6)
  ! M: inertia matrix (6 x 6)
  public :: stanford_inertia_matrix
  public :: stanim
  interface stanford_inertia_matrix
    subroutine stanim(q, M)
      double precision, intent(in) :: q(6)
      double precision, intent(out) :: M(6, 6)
    end subroutine stanim
  end interface stanford_inertia_matrix

  ! bias vector h(q, qd)
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! h: bias: Coriolis, centrifugal, gravity (6)
  public :: stanford_bias
  public :: stanbv
  interface stanford_bias
    subroutine stanbv(q, qd, h)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(out) :: h(6)
    end subroutine stanbv
  end interface stanford_bias

  ! inverse dynamics, tau = M qdd + h
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! qdd: joint accelerations (6)
  ! tau: joint torques or forces (6)
  public :: stanford_inverse_dynamics
  public :: stanid
  interface stanford_inverse_dynamics
    subroutine stanid(q, qd, qdd, tau)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(in) :: qdd(6)
      double precision, intent(out) :: tau(6)
    end subroutine stanid
  end interface stanford_inverse_dynamics

  ! inertia matrix and bias vector together
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! M: inertia matrix (6 x 6)
  ! h: bias: Coriolis, centrifugal, gravity (6)
  public :: stanford_inertia_and_bias
  public :: stanib
  interface stanford_inertia_and_bias
    subroutine stanib(q, qd, M, h)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(out) :: M(6, 6)
      double precision, intent(out) :: h(6)
    end subroutine stanib
  end interface stanford_inertia_and_bias

  ! gravity torques g(q)
  ! q: joint positions (6)
  ! g: gravity torques (6)
  public :: stanford_gravity
  public :: stangv
  interface stanford_gravity
    subroutine stangv(q, g)
      double precision, intent(in) :: q(6)
      double precision, intent(out) :: g(6)
    end subroutine stangv
  end interface stanford_gravity

  ! forward dynamics, qdd = M^-1 (tau - h)
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! tau: joint torques or forces (6)
  ! qdd: joint accelerations (6)
  public :: stanford_forward_dynamics
  public :: stanfd
  interface stanford_forward_dynamics
    subroutine stanfd(q, qd, tau, qdd, info)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(in) :: tau(6)
      double precision, intent(out) :: qdd(6)
      integer, intent(out) :: info
    end subroutine stanfd
  end interface stanford_forward_dynamics

end module stanford_mod
