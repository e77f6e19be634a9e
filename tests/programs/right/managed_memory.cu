// Managed memory, with a linked structure that both sides follow.
#include <stdio.h>
struct Node { int value; Node *next; };

__global__ void sum(const Node *list, int *total) {
  int s = 0;
  for (; list; list = list->next) s += list->value;
  *total = s;
}

int main() {
  Node *nodes;
  int *total;
  cudaError_t e = cudaMallocManaged(&nodes, 10 * sizeof(Node));
  if (e == cudaSuccess) e = cudaMallocManaged(&total, sizeof(int));
  if (e != cudaSuccess) return 2;
  for (int i = 0; i < 10; i++) nodes[i].value = i, nodes[i].next = i < 9 ? nodes + i + 1 : NULL;
  *total = -1;
  sum<<<1, 1>>>(nodes, total);
  e = cudaDeviceSynchronize();
  puts(e == cudaSuccess && *total == 45 ? "right" : "wrong");
  e = cudaFree(nodes);
  e = cudaFree(total);
  return 0;
}
