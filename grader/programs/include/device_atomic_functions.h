#include "grader_cuda.h"
