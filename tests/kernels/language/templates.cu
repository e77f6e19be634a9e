// Templates, lambdas, overloading, references, a class with operators, constexpr.
template <typename T, int N> struct Vec {
    T v[N];
    __device__ Vec() { for (int i = 0; i < N; ++i) v[i] = T(i); }
    __device__ Vec operator+(const Vec &o) const { Vec r; for (int i = 0; i < N; ++i) r.v[i] = v[i] + o.v[i]; return r; }
    __device__ T &operator[](int i) { return v[i]; }
};
template <typename F> __device__ int apply(F f, int n) { int s = 0; for (int i = 0; i < n; ++i) s += f(i); return s; }
__device__ int twice(int x) { return 2 * x; }
__device__ long long twice(long long x) { return x * 2 + 1; }
__device__ void exchange(int &a, int &b) { int c = a; a = b; b = c; }
__device__ constexpr int square(int x) { return x * x; }

extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x, u = n;
    Vec<int, 5> a, b;
    a[t % 5] = t;
    Vec<int, 5> c = a + b;
    exchange(t, u);
    int s = apply([&](int i) { return c[i % 5] * u + t; }, 7);
    out[threadIdx.x] = s + twice(t) + (int)twice((long long)u) + square(3);
}
