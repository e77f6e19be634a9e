#ifndef __FLT_MAX__
#define __FLT_MAX__ 3.402823466e+38F
#define __FLT_MIN__ 1.175494351e-38F
#define __FLT_EPSILON__ 1.192092896e-07F
#define __DBL_MAX__ 1.7976931348623157e+308
#define __DBL_MIN__ 2.2250738585072014e-308
#define __DBL_EPSILON__ 2.2204460492503131e-16
#endif
#ifndef __INT_MAX__
#define __INT_MAX__ 2147483647
#endif
#ifndef __linux__
#define __linux__ 1
#endif
