! puma560_mod.f90 - rigid-body dynamics of puma560, 6 degrees of freedom
!
! Written by: gen-robot puma560 --lang f77
! It belongs to whoever generates it: the authors of gen-robot claim no rights in it.
!
! The routines of puma560.f for callers in Fortran 90 and later: nothing but their interfaces, so
! that a compiler checks what they are called with, and names that say what they compute:
!
!     use puma560_mod
!
! SI units, radians. Inputs and outputs may not overlap. info is 0, or the number k (from 1) of the
! joint at which the inertia matrix is not positive definite; the outputs are then zero.

module puma560_mod
  implicit none
  private
  integer, parameter, public :: puma560_nq = 6
  integer, parameter, public :: puma560_nv = 6

  ! inertia matrix M(q)
  ! q: joint positions (6)
  ! M: inertia matrix (6 x 6)
  public :: puma560_inertia_matrix
  public :: pumaim
  interface puma560_inertia_matrix
    subroutine pumaim(q, M)
      double precision, intent(in) :: q(6)
      double precision, intent(out) :: M(6, 6)
    end subroutine pumaim
  end interface puma560_inertia_matrix

  ! bias vector h(q, qd)
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! h: bias: Coriolis, centrifugal, gravity (6)
  public :: puma560_bias
  public :: pumabv
  interface puma560_bias
    subroutine pumabv(q, qd, h)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(out) :: h(6)
    end subroutine pumabv
  end interface puma560_bias

  ! inverse dynamics, tau = M qdd + h
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! qdd: joint accelerations (6)
  ! tau: joint torques or forces (6)
  public :: puma560_inverse_dynamics
  public :: pumaid
  interface puma560_inverse_dynamics
    subroutine pumaid(q, qd, qdd, tau)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(in) :: qdd(6)
      double precision, intent(out) :: tau(6)
    end subroutine pumaid
  end interface puma560_inverse_dynamics

  ! inertia matrix and bias vector together
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! M: inertia matrix (6 x 6)
  ! h: bias: Coriolis, centrifugal, gravity (6)
  public :: puma560_inertia_and_bias
  public :: pumaib
  interface puma560_inertia_and_bias
    subroutine pumaib(q, qd, M, h)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(out) :: M(6, 6)
      double precision, intent(out) :: h(6)
    end subroutine pumaib
  end interface puma560_inertia_and_bias

  ! gravity torques g(q)
  ! q: joint positions (6)
  ! g: gravity torques (6)
  public :: puma560_gravity
  public :: pumagv
  interface puma560_gravity
    subroutine pumagv(q, g)
      double precision, intent(in) :: q(6)
      double precision, intent(out) :: g(6)
    end subroutine pumagv
  end interface puma560_gravity

  ! forward dynamics, qdd = M^-1 (tau - h)
  ! q: joint positions (6)
  ! qd: joint velocities (6)
  ! tau: joint torques or forces (6)
  ! qdd: joint accelerations (6)
  public :: puma560_forward_dynamics
  public :: pumafd
  interface puma560_forward_dynamics
    subroutine pumafd(q, qd, tau, qdd, info)
      double precision, intent(in) :: q(6)
      double precision, intent(in) :: qd(6)
      double precision, intent(in) :: tau(6)
      double precision, intent(out) :: qdd(6)
      integer, intent(out) :: info
    end subroutine pumafd
  end interface puma560_forward_dynamics

end module puma560_mod
