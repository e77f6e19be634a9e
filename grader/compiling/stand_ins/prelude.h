#line 1 "grader-prelude"
#undef __CUDACC_DEBUG__
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
namespace std {}
