// Arrays of a thread's own, indexed at run time: one that fits registers, one that does not, bytes and 64-bit numbers.
extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x;
    int table[4][5];
    unsigned char bytes[13];
    long long wide[6];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j) table[i][j] = i * t - j * n;
    for (int i = 0; i < 13; ++i) bytes[(i * 5) % 13] = i * 17 + t;
    for (int i = 0; i < 6; ++i) wide[i] = (long long)table[i % 4][(i + t) % 5] << (i * 6);
    long long sum = 0;
    for (int i = 0; i < 6; ++i) sum += wide[(i + n) % 6] ^ bytes[(t + i) % 13];
    out[t] = (int)(sum ^ (sum >> 32)) + table[t % 4][n % 5];
}
