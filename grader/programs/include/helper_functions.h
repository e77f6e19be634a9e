// What the CUDA samples include for arguments, timers and comparisons.
#pragma once
#include <math.h>
#include <stdio.h>
#include "helper_string.h"
#include "helper_timer.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// True if the two arrays differ by at most `epsilon`, relative to the first one's length as a vector.
static inline bool sdkCompareL2fe(const float *reference, const float *data, unsigned int length, float epsilon) {
  double error = 0, whole = 0;
  for (unsigned int i = 0; i < length; ++i) {
    double apart = (double)reference[i] - data[i];
    error += apart * apart, whole += (double)reference[i] * reference[i];
  }
  return sqrt(whole) >= 1e-7 && sqrt(error) / sqrt(whole) < epsilon;
}
// True if at most the share `threshold` of the elements differs by more than `epsilon`; with 0, if none does.
template <class T, class S>
inline bool compareData(const T *reference, const T *data, unsigned int length, S epsilon, float threshold) {
  unsigned int wrong = 0;
  for (unsigned int i = 0; i < length; ++i) wrong += !(fabs((double)reference[i] - (double)data[i]) <= (double)epsilon);
  return threshold == 0 ? wrong == 0 : wrong <= length * threshold;
}
