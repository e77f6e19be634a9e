__device__ __forceinline__ void ziehen(float4 &summe, const float4 ich, const float4 andere, float weich2) {
    const float dx = andere.x - ich.x;
    const float dy = andere.y - ich.y;
    const float dz = andere.z - ich.z;
    const float nah = rsqrtf(dx * dx + dy * dy + dz * dz + weich2);
    const float potential = andere.w * nah;
    const float zug = potential * nah * nah;
    summe.x += zug * dx;
    summe.y += zug * dy;
    summe.z += zug * dz;
    summe.w += potential;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 gruppe[BLOCK];
    const float4 nichts = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 ich = i < n ? pos[i] : nichts;
    float4 summe = nichts;

    for (int anfang = 0; anfang < n; anfang += BLOCK) {
        const int j = anfang + threadIdx.x;
        gruppe[threadIdx.x] = i < n ? pos[j] : nichts;
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < BLOCK; ++k)
            ziehen(summe, ich, gruppe[k], softening * softening);
        __syncthreads();
    }

    if (i < n)
        acc[i] = summe;
}
