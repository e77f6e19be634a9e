// A dense switch, falling through, loops with break and continue, goto.
__device__ int step(int op, int x)
{
    switch (op) {
    case 0: return x + 1;
    case 1: x *= 3;
    case 2: return x - 7;
    case 3: return x ^ 0x55;
    case 4: return x << 2;
    case 5: x += 9; break;
    case 6: return -x;
    case 9: return x % 11;
    default: return x / 2;
    }
    return x * 2;
}

extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x, x = t + n;
    for (int i = 0; i < 30; ++i) {
        if ((x & 31) == 13) continue;
        if (x > 5000 || x < -5000) break;
        x = step((x + i * t) % 11, x);
    }
    int again = 0;
more:
    x += again;
    if (++again < t % 5) goto more;
    do { x -= 3; } while (x > 100 && x % 4);
    out[t] = x;
}
