"""Closed forms of the planar robot of three bars (Saha 1999, section 6).

Each bar is uniform, of mass m_i and length l_i. The paper's misprints are put right: U^-1 carries
-alpha', eq. 48 has squares on its diagonal, alpha'_13 is alpha_13 - alpha_12 alpha_23, and rho_23
uses theta_12.
"""

from __future__ import annotations

import numpy as np

from arrays import Array


def planar3_inertia_matrix(m: Array, length: Array, theta: Array) -> Array:
    """Return I(theta), eqs. 43a-f."""
    (m1, m2, m3), (l1, l2, l3), (_, t2, t3) = m, length, theta
    C2, C3, C23 = np.cos(t2), np.cos(t3), np.cos(t2 + t3)
    i11 = (
        m1 * l1**2 / 3
        + m2 * (l1**2 + l2**2 / 3 + l1 * l2 * C2)
        + m3 * (l1**2 + l2**2 + l3**2 / 3 + 2 * l1 * l2 * C2 + l1 * l3 * C23 + l2 * l3 * C3)
    )
    i21 = m2 * (l2**2 / 3 + l1 * l2 * C2 / 2) + m3 * (
        l1 * l2 * C2 + l2**2 + l2 * l3 * C3 + l1 * l3 * C23 / 2 + l3**2 / 3
    )
    i22 = m2 * l2**2 / 3 + m3 * (l2**2 + l3**2 / 3 + l2 * l3 * C3)
    i31 = m3 * (l1 * l3 * C23 / 2 + l2 * l3 * C3 / 2 + l3**2 / 3)
    i32 = m3 * (l2 * l3 * C3 / 2 + l3**2 / 3)
    i33 = m3 * l3**2 / 3
    return np.array([[i11, i21, i31], [i21, i22, i32], [i31, i32, i33]])


def planar3_udut(m: Array, length: Array, theta: Array) -> tuple[Array, Array]:
    """Return U and the diagonal of D, eq. 45."""
    m1, m2, m3 = m
    I1, I2, I3 = m * length**2 / 12
    angle = np.cumsum(theta)  # theta_1, theta_12, theta_13
    bar1, bar2, bar3 = length[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    d1, d2, d3 = bar1 / 2, bar2 / 2, bar3 / 2
    rho12, rho23, rho13 = bar1 + d2, bar2 + d3, bar1 + bar2 + d3

    m_hat3 = I3 + m3 * d3 @ d3
    alpha13 = (I3 + m3 * d3 @ rho13) / m_hat3
    alpha23 = (I3 + m3 * d3 @ rho23) / m_hat3
    m_hat2 = I2 + m2 * d2 @ d2 + I3 + m3 * rho23 @ rho23 - m_hat3 * alpha23**2
    coupling = I2 + m2 * d2 @ rho12 + I3 + m3 * rho13 @ rho23
    alpha12 = (coupling - m_hat3 * alpha13 * alpha23) / m_hat2
    m_hat1 = I1 + m1 * d1 @ d1 + I2 + m2 * rho12 @ rho12 + I3 + m3 * rho13 @ rho13
    m_hat1 = m_hat1 - m_hat3 * alpha13**2 - m_hat2 * alpha12**2
    U = np.array([[1, alpha12, alpha13], [0, 1, alpha23], [0, 0, 1]])
    return U, np.array([m_hat1, m_hat2, m_hat3])


def planar3_inertia_inverse(m: Array, length: Array, theta: Array) -> Array:
    """Return I(theta)^-1, eqs. 47, 48."""
    U, (m1, m2, m3) = planar3_udut(m, length, theta)
    a12, a23 = U[0, 1], U[1, 2]
    a13 = U[0, 2] - a12 * a23
    i21, i31, i32 = -a12 / m1, -a13 / m1, a12 * a13 / m1 - a23 / m2
    i22, i33 = a12**2 / m1 + 1 / m2, a13**2 / m1 + a23**2 / m2 + 1 / m3
    return np.array([[1 / m1, i21, i31], [i21, i22, i32], [i31, i32, i33]])
