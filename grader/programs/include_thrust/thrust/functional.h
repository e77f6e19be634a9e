// Thrust's own, with what its third version has no more and programs for the second still use.
#pragma once
#include_next <thrust/functional.h>
#include <thrust/version.h>

#if THRUST_VERSION >= 300000
THRUST_NAMESPACE_BEGIN
template <class Argument, class Result> struct unary_function {
  typedef Argument argument_type;
  typedef Result result_type;
};
template <class First, class Second, class Result> struct binary_function {
  typedef First first_argument_type;
  typedef Second second_argument_type;
  typedef Result result_type;
};
template <class T = void> struct identity {
  __host__ __device__ const T &operator()(const T &x) const { return x; }
};
template <> struct identity<void> {
  template <class T> __host__ __device__ T &&operator()(T &&x) const { return static_cast<T &&>(x); }
};
template <class Predicate> struct unary_negate {
  Predicate predicate;
  template <class T> __host__ __device__ bool operator()(const T &x) const { return !predicate(x); }
};
template <class Predicate> struct binary_negate {
  Predicate predicate;
  template <class T, class U> __host__ __device__ bool operator()(const T &x, const U &y) const {
    return !predicate(x, y);
  }
};
template <class Predicate> __host__ __device__ unary_negate<Predicate> not1(const Predicate &of) { return {of}; }
template <class Predicate> __host__ __device__ binary_negate<Predicate> not2(const Predicate &of) { return {of}; }
THRUST_NAMESPACE_END
#endif
