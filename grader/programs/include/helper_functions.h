// What the CUDA samples include for arguments, timers and comparisons.
#pragma once
#include <math.h>
#include <stdio.h>
#include "helper_image.h"
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
