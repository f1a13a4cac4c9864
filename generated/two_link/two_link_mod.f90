! two_link_mod.f90 - rigid-body dynamics of two_link, 2 degrees of freedom
!
! Written by: gen-robot two_link --lang f77
! It belongs to whoever generates it: the authors of gen-robot claim no rights in it.
!
! The routines of two_link.f for callers in Fortran 90 and later: nothing but their interfaces, so
! that a compiler checks what they are called with, and names that say what they compute:
!
!     use two_link_mod
!
! SI units, radians. Inputs and outputs may not overlap. info is 0, or the number k (from 1) of the
! joint at which the inertia matrix is not positive definite; the outputs are then zero.

module two_link_mod
  implicit none
  private
  integer, parameter, public :: two_link_nq = 2
  integer, parameter, public :: two_link_nv = 2

  ! inertia matrix M(q)
  ! q: joint positions (2)
  ! M: inertia matrix (2 x 2)
  public :: two_link_inertia_matrix
  public :: twolim
  interface two_link_inertia_matrix
    subroutine twolim(q, M)
      double precision, intent(in) :: q(2)
      double precision, intent(out) :: M(2, 2)
    end subroutine twolim
  end interface two_link_inertia_matrix

  ! bias vector h(q, qd)
  ! q: joint positions (2)
  ! qd: joint velocities (2)
  ! h: bias: Coriolis, centrifugal, gravity (2)
  public :: two_link_bias
  public :: twolbv
  interface two_link_bias
    subroutine twolbv(q, qd, h)
      double precision, intent(in) :: q(2)
      double precision, intent(in) :: qd(2)
      double precision, intent(out) :: h(2)
    end subroutine twolbv
  end interface two_link_bias

  ! inverse dynamics, tau = M qdd + h
  ! q: joint positions (2)
  ! qd: joint velocities (2)
  ! qdd: joint accelerations (2)
  ! tau: joint torques or forces (2)
  public :: two_link_inverse_dynamics
  public :: twolid
  interface two_link_inverse_dynamics
    subroutine twolid(q, qd, qdd, tau)
      double precision, intent(in) :: q(2)
      double precision, intent(in) :: qd(2)
      double precision, intent(in) :: qdd(2)
      double precision, intent(out) :: tau(2)
    end subroutine twolid
  end interface two_link_inverse_dynamics

  ! inertia matrix and bias vector together
  ! q: joint positions (2)
  ! qd: joint velocities (2)
  ! M: inertia matrix (2 x 2)
  ! h: bias: Coriolis, centrifugal, gravity (2)
  public :: two_link_inertia_and_bias
  public :: twolib
  interface two_link_inertia_and_bias
    subroutine twolib(q, qd, M, h)
      double precision, intent(in) :: q(2)
      double precision, intent(in) :: qd(2)
      double precision, intent(out) :: M(2, 2)
      double precision, intent(out) :: h(2)
    end subroutine twolib
  end interface two_link_inertia_and_bias

  ! gravity torques g(q)
  ! q: joint positions (2)
  ! g: gravity torques (2)
  public :: two_link_gravity
  public :: twolgv
  interface two_link_gravity
    subroutine twolgv(q, g)
      double precision, intent(in) :: q(2)
      double precision, intent(out) :: g(2)
    end subroutine twolgv
  end interface two_link_gravity

  ! forward dynamics, qdd = M^-1 (tau - h)
  ! q: joint positions (2)
  ! qd: joint velocities (2)
  ! tau: joint torques or forces (2)
  ! qdd: joint accelerations (2)
  public :: two_link_forward_dynamics
  public :: twolfd
  interface two_link_forward_dynamics
    subroutine twolfd(q, qd, tau, qdd, info)
      double precision, intent(in) :: q(2)
      double precision, intent(in) :: qd(2)
      double precision, intent(in) :: tau(2)
      double precision, intent(out) :: qdd(2)
      integer, intent(out) :: info
    end subroutine twolfd
  end interface two_link_forward_dynamics

end module two_link_mod
