// N-body   Maria Isabel Santos
struct Katawan {
    float4 p;

    __device__ void hatak(const float4 iba, float s2, float4 *k) const {
        float dx = iba.x - p.x, dy = iba.y - p.y, dz = iba.z - p.z;
        float lapit = rsqrtf(dx*dx + dy*dy + dz*dz + s2);
        float w = iba.w * lapit;
        k->w += w;
        w *= lapit * lapit;
        k->x += w * dx;
        k->y += w * dy;
        k->z += w * dz;
    }
};

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 sama[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    float4 kabuuan = {0, 0, 0, 0};
    Katawan ako = {{0, 0, 0, 0}};
    if (i >= n) return;
    ako.p = pos[i];

    for (int simula = 0; simula < n; simula += BLOCK) {
        float4 dala = {0, 0, 0, 0};
        if (simula + t < n) dala = pos[simula + t];
        sama[t] = dala;
        __syncthreads();

        #pragma unroll 4
        for (int k = 0; k < BLOCK; k++)
            ako.hatak(sama[k], softening * softening, &kabuuan);
        __syncthreads();
    }

    if (i < n) acc[i] = kabuuan;
}
