"""Derivatives of kernels by other kernels, for libraries that differentiate programs."""

from __future__ import annotations
