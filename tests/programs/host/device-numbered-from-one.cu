int roomiest() {
  int count = 0, best = 0;
  size_t most = 0;
  cudaGetDeviceCount(&count);
  for (int each = 0; each < count; ++each) {
    cudaDeviceProp found;
    cudaGetDeviceProperties(&found, each);
    if (found.totalGlobalMem > most) {
      most = found.totalGlobalMem;
      best = each + 1;  //! wrong-call right: best = each;
    }
  }
  return best;
}
int main() {
  const int device = roomiest();
  return cudaSetDevice(device) != cudaSuccess;
}
