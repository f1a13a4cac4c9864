C     SIMULATION.F - THE PUMA 560 FALLS, AND IS BRAKED: A SIMULATION
C     WITH TORQUES FROM A SUBROUTINE.
C
C     gen-robot puma560 --integrators --lang f77 -o out
C
C     WRITES KERNELS AND INTEGRATORS; THEN, FROM THE ROOT OF THE
C     REPOSITORY:
C
C     gfortran -O2 examples/fortran/simulation.f \
C         out/puma560/puma560_simulate.f out/puma560/puma560.f \
C         -o out/sim
C     out/sim
C
      PROGRAM FALL
      DOUBLE PRECISION Q(6), QD(6), SET(5), PAR(1), W(118)
      INTEGER IW(9), INFO, I, K
      EXTERNAL BRAKE
      DO 10 I = 1, 6
         Q(I) = 0.1D0*I
         QD(I) = 0.0D0
   10 CONTINUE
C
C     DORMAND AND PRINCE'S METHOD CHOOSES ITS STEPS.
      SET(1) = 1.0D-9
      SET(2) = 1.0D-9
      SET(3) = 0.0D0
      SET(4) = 0.0D0
      SET(5) = 0.0D0
C
C     WHAT THE BRAKE HAS TO KNOW.
      PAR(1) = 8.0D0
      CALL PUMASB(2, SET, 0.0D0, Q, QD, BRAKE, PAR, W, IW, INFO)
      DO 20 K = 1, 5
         IF (INFO .EQ. 0) THEN
            CALL PUMASR(0.2D0*K, BRAKE, PAR, W, IW, INFO)
         END IF
         WRITE (*, 100) W(1), (W(10+I), I = 1, 6)
   20 CONTINUE
      IF (INFO .NE. 0) THEN
         WRITE (*, *) 'ENDED EARLY, BY', INFO
      END IF
      WRITE (*, *) IW(2), IW(3), IW(4)
  100 FORMAT (1X, F4.1, 6F10.5)
      END
      SUBROUTINE BRAKE(T, Q, QD, TAU, PAR, INFO)
C
C     TORQUES AGAINST THE MOTION.
C
      DOUBLE PRECISION T, Q(6), QD(6), TAU(6), PAR(*)
      INTEGER INFO
      INTEGER I
      DO 10 I = 1, 6
         TAU(I) = -PAR(1)*QD(I)
   10 CONTINUE
      INFO = 0
      END
