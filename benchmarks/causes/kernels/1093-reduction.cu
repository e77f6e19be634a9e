#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Dimitris Papadopoulos
extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int koino[BLOCK];
    cg::thread_block omada = cg::this_thread_block();
    const unsigned t = omada.thread_rank();
    const unsigned thesi = omada.group_index().x * omada.size() + t;

    koino[t] = 0;
    if (thesi < (unsigned)n)
        koino[t] = x[thesi];
    omada.sync();

    for (unsigned miso = omada.size() / 2; miso != 0; miso >>= 1)
    {
        if (t < miso)
        {
            koino[t] += koino[t + miso];
            omada.sync();
        }
    }

    if (t == 0)
        atomicAdd(sum, koino[0]);
}
