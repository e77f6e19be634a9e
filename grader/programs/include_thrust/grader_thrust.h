// What Thrust needs here: its algorithms run on the host, by its own backend for a CPU. Device memory that they use is
// lent (runtime/lent.c).
#pragma once
#define GRADER_HD_ __attribute__((device)) __attribute__((host))  // what __device__ is in a program with Thrust

// Functions of the device that its headers name.
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ long long __mul64hi(long long, long long);
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
__device__ void *__cvta_shared_to_generic(size_t);
__device__ void *__cvta_global_to_generic(size_t);
__device__ void __trap();
