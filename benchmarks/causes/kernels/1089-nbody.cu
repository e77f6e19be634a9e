struct Gaya {
    float x, y, z, w;
};

// tarikan benda b pada benda a
__device__ void tarik(Gaya &g, float4 a, float4 b, float eps2) {
    float dx = b.x - a.x;
    float dy = b.y - a.y;
    float dz = b.z - a.z;
    float dekat = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float m = b.w * dekat;
    float f = m * dekat * dekat;
    g.x += f * dx;
    g.y += f * dy;
    g.z += f * dz;
    g.w += m;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 benda[BLOCK];
    const float4 kosong = make_float4(0.f, 0.f, 0.f, 0.f);
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 saya = i < n ? pos[i] : kosong;
    Gaya g = {0.f, 0.f, 0.f, 0.f};
    if (i >= n) return;

    for (int awal = 0; awal < n; awal += BLOCK) {
        const int j = awal + threadIdx.x;
        benda[threadIdx.x] = j < n ? pos[j] : kosong;
        __syncthreads();
        for (int k = 0; k < BLOCK; k++)
            tarik(g, saya, benda[k], softening * softening);
        __syncthreads();
    }

    acc[i] = make_float4(g.x, g.y, g.z, g.w);
}
