// Compactacion: cada bloque reserva de una vez el sitio que necesita.
extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int suma[BLOCK];
    __shared__ int inicio;

    const int hilo = threadIdx.x;
    const int pos  = hilo + blockIdx.x * BLOCK;

    const int  dato   = pos < n ? x[pos] : -1;
    const bool guarda = dato > 0;

    suma[hilo] = guarda ? 1 : 0;
    __syncthreads();

    for (int salto = 1; salto < BLOCK / 2; salto <<= 1)
    {
        const int anterior = hilo >= salto ? suma[hilo - salto] : 0;
        __syncthreads();
        suma[hilo] += anterior;
        __syncthreads();
    }

    // un solo hilo pide sitio
    if (hilo == 0)
    {
        const int total = suma[BLOCK - 1];
        inicio = *count;
        atomicAdd(count, total);
    }
    __syncthreads();

    if (guarda)
    {
        int *destino = out + inicio;
        destino[suma[hilo] - 1] = dato;
    }
}
