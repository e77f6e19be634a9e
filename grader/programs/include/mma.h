// For the host half, which names the namespace and the types that fragments hold.
#pragma once
#include "cuda_fp16.h"
namespace nvcuda { namespace wmma {} }
