// Bit fields, unions, 64-bit and mixed widths, every shift, division and remainder by variables of either sign.
union Bits { float f; unsigned u; unsigned char b[4]; };
struct Fields { unsigned a : 3, b : 7; int c : 9; };
extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x;
    Bits bits; bits.f = t * 1.5f + n;
    Fields f; f.a = t; f.b = t * 5; f.c = t * 9 - 200;
    long long x = (long long)t * 0x123456789ll - n;
    unsigned long long u = (unsigned long long)x >> (t % 40);
    short h = (short)(x >> 3); signed char c = (signed char)(t * 5);
    int divisor = t % 9 - 4; if (divisor == 0) divisor = 3;
    int r = (int)(x / divisor) + (int)(x % divisor) + t / divisor + t % divisor + (h >> 2) + (c << 3);
    r += __popc(bits.u) + __clz(t) + __ffs(t) + (int)__brev(t) + (int)__byte_perm(t, n, 0x5140);
    out[t] = r + (int)u + (f.a | f.b << 4) + f.c + bits.b[3] + (t > 3 ? -(t >> 1) : ~t);
}
