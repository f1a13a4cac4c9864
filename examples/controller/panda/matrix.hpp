// matrix.hpp - the few products that a control law needs, on arrays of fixed size: nothing is allocated.

#pragma once

#include <array>
#include <cstddef>

template <std::size_t Size>
using Vector = std::array<double, Size>;

// By rows, as kernels give them.
template <std::size_t Rows, std::size_t Columns>
using Matrix = std::array<double, Rows * Columns>;

// A x, whose length says how many columns A has.
template <std::size_t Elements, std::size_t Columns>
Vector<Elements / Columns> times(const std::array<double, Elements>& A, const Vector<Columns>& x)
{
    Vector<Elements / Columns> y {};
    for (std::size_t i = 0; i < y.size(); i++) {
        for (std::size_t j = 0; j < Columns; j++) {
            y[i] += A[i * Columns + j] * x[j];
        }
    }
    return y;
}

// A^T x, whose length says how many rows A has.
template <std::size_t Elements, std::size_t Rows>
Vector<Elements / Rows> transposed_times(const std::array<double, Elements>& A, const Vector<Rows>& x)
{
    Vector<Elements / Rows> y {};
    for (std::size_t i = 0; i < Rows; i++) {
        for (std::size_t j = 0; j < y.size(); j++) {
            y[j] += A[i * y.size() + j] * x[i];
        }
    }
    return y;
}

template <std::size_t Size>
Vector<Size> operator+(Vector<Size> x, const Vector<Size>& y)
{
    for (std::size_t i = 0; i < Size; i++) {
        x[i] += y[i];
    }
    return x;
}

template <std::size_t Size>
Vector<Size> operator-(Vector<Size> x, const Vector<Size>& y)
{
    for (std::size_t i = 0; i < Size; i++) {
        x[i] -= y[i];
    }
    return x;
}

template <std::size_t Size>
Vector<Size> operator*(double factor, Vector<Size> x)
{
    for (double& each : x) {
        each *= factor;
    }
    return x;
}
