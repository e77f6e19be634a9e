// Shuffles, votes, matches and reductions of a warp; a scan; lanes that leave the others.
extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x, lane = t & 31, x = t * 7 + n;
    for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(0xffffffff, x, d); if (lane >= d) x += y; }
    unsigned odd = __ballot_sync(0xffffffff, x & 1);
    int same = __popc(__match_any_sync(0xffffffff, x & 3));
    int all = __all_sync(0xffffffff, x > 0), any = __any_sync(0xffffffff, x == 77);
#if __CUDA_ARCH__ >= 800
    int sum = __reduce_add_sync(0xffffffff, lane);
#else
    int sum = 496;
#endif
    if (lane < 8) x += __shfl_sync(0xff, x, 7 - lane, 8);
    __syncwarp();
    double d = __shfl_down_sync(0xffffffff, x * 0.5, 3);
    out[t] = x + (int)odd + same + all + any + sum + (int)d;
}
