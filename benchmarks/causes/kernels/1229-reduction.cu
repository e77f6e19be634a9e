#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int work[BLOCK];

    cg::thread_block team = cg::this_thread_block();
    const unsigned rank = team.thread_rank();
    const unsigned element = blockIdx.x * BLOCK + rank;

    int value = 0;
    if (element < (unsigned)n)
        value = x[element];
    work[rank] = value;
    team.sync();

    for (unsigned active = BLOCK / 2; active > 1; active /= 2) {
        if (rank < active)
            work[rank] += work[rank + active];
        team.sync();
    }

    if (rank == 0)
        atomicAdd(sum, work[0]);
}
