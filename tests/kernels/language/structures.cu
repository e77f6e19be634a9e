// Structures with holes between their members, copied, passed and returned by value, in arrays and in one another.
struct Pixel { char tag; int value; short weight; };
struct Pair { Pixel first; double scale; Pixel second; };

__device__ Pixel make(int n) { Pixel p; p.tag = n % 7; p.value = n * 3; p.weight = n - 5; return p; }
__device__ Pair swapped(Pair p) { Pair q = p; q.first = p.second; q.second = p.first; q.scale = -p.scale; return q; }

extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x;
    Pixel row[4];
    for (int i = 0; i < 4; ++i) row[i] = make(t + i * n);
    Pair pair = {row[t % 4], 0.5 * t, row[(t + 1) % 4]};
    Pair other = n > 1 ? swapped(pair) : pair;
    Pair copies[2] = {pair, other};
    Pair last = copies[t & 1];
    out[t] = last.first.value * 10 + last.first.tag + last.second.weight + (int)(last.scale * 4);
}
