// Thrust's own, and policies by their CUDA names.
#pragma once
#include_next <thrust/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>
