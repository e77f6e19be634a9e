// In the place of libcu++'s own: each of Thrust's algorithms says when it ends. From then on the memory that it was lent
// may not be touched, until more of Thrust's code does so.
#pragma once
#define _CCCL_HAS_NVTX3() 0
extern "C" __host__ void grader_thrust_works(int more);
struct GraderAlgorithm {
  __host__ __device__ GraderAlgorithm() { grader_thrust_works(1); }
  __host__ __device__ ~GraderAlgorithm() { grader_thrust_works(-1); }
};
#define _CCCL_NVTX_RANGE_SCOPE_IF(condition, name) GraderAlgorithm grader_algorithm
#define _CCCL_NVTX_RANGE_SCOPE(name) GraderAlgorithm grader_algorithm
