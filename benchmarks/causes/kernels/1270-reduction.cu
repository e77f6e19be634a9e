#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Ngozi Adeyemi
extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    cg::thread_block team = cg::this_thread_block();
    __shared__ int cache[BLOCK];

    int lid = (int)team.thread_rank();
    int gid = blockIdx.x * BLOCK + lid;

    cache[lid] = gid < n ? x[gid] : 0;
    team.sync();

    int alive = BLOCK;
    while (alive > 1) {
        alive >>= 1;
        if (lid < alive) {
            cache[lid] += cache[lid + alive];
        }
        team.sync();
    }

    if (lid == 0);
    {
        atomicAdd(sum, cache[0]);
    }
}
