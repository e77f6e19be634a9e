// N tel, po ploščicah
#define KVADRAT(v) (v * v)

__device__ float4 potegni(const float4 jaz, const float4 drugi, const float mehko2, float4 vsota) {
    const float r2 = KVADRAT(drugi.x - jaz.x) + KVADRAT(drugi.y - jaz.y) + KVADRAT(drugi.z - jaz.z);
    const float blizu = rsqrtf(r2 + mehko2);
    const float u = drugi.w * blizu;
    const float sila = u * blizu * blizu;
    vsota.x += sila * (drugi.x - jaz.x);
    vsota.y += sila * (drugi.y - jaz.y);
    vsota.z += sila * (drugi.z - jaz.z);
    vsota.w += u;
    return vsota;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 telesa[BLOCK];
    const float4 nic = make_float4(0.f, 0.f, 0.f, 0.f);
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 jaz = i < n ? pos[i] : nic;
    const float mehko2 = KVADRAT(softening);
    float4 vsota = nic;

    for (int od = 0; od < n; od += BLOCK) {
        const int j = od + threadIdx.x;
        telesa[threadIdx.x] = j < n ? pos[j] : nic;
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k) vsota = potegni(jaz, telesa[k], mehko2, vsota);
        __syncthreads();
    }
    if (i < n) acc[i] = vsota;
}
