"""How long kernels take, beside others that compute the same: `gen-robot bench`."""
