// Cooperative groups: the block, tiles of a warp, lanes that came together.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int *out, int n)
{
    __shared__ int cells[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int t = block.thread_rank(), x = t * 3 + n;
    for (int d = tile.size() / 2; d > 0; d /= 2) x += tile.shfl_down(x, d);
    cells[t] = x;
    block.sync();
    int first = cells[tile.meta_group_rank() * 8];
    if (t % 3 == 0) { cg::coalesced_group some = cg::coalesced_threads(); first += some.size(); }
    out[t] = first + tile.any(t == 9) + (int)tile.ballot(t & 1);
}
