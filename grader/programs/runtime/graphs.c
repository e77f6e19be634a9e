// Graphs. A node keeps a call with what it was given; a launch makes the calls again, each after those it depends on.
// What is captured depends on everything captured before it, so that it runs in the order of the program's text.

struct CUgraphNode_st {
  enum cudaGraphNodeType type;
  int line, kernel, value, index, ready;
  const char *file;
  dim3 grid, block;
  size_t bytes, size, to_pitch, from_pitch, width, rows;
  char *parameters;
  void *to, *data;
  const void *from;
  enum cudaMemcpyKind kind;
  void (*call)(void *);
  struct CUgraphNode_st **before;
  size_t edges;
};
struct CUgraph_st {
  struct CUgraphNode_st **nodes;
  size_t count;
};
struct CUgraphExec_st { struct CUgraph_st *graph; };
typedef struct CUgraphNode_st Node;
typedef struct CUgraph_st Graph;

static struct { cudaStream_t stream; Graph *graph; } capturing[MOST_DEPTH];
static struct { cudaEvent_t event; Graph *graph; } captured_events[MOST_GUARDED];
static int captures, event_count;

static void *room(size_t size) {
  void *made = calloc(1, size ? size : 1);
  if (!made) leave("no memory for a graph");
  return made;
}

static void depend(Node *node, const Node *const *before, size_t count) {
  Node **all = room((node->edges + count) * sizeof *all);
  if (node->edges) memcpy(all, node->before, node->edges * sizeof *all);
  if (count) memcpy(all + node->edges, before, count * sizeof *all);
  free(node->before);
  node->before = all, node->edges += count;
}

static Node *add_node(Graph *graph, enum cudaGraphNodeType type, const Node *const *before, size_t count, int line,
                      const char *file) {
  Node *node = room(sizeof *node), **all = room((graph->count + 1) * sizeof *all);
  node->type = type, node->line = line, node->file = file;
  depend(node, before, count);
  if (graph->count) memcpy(all, graph->nodes, graph->count * sizeof *all);
  free(graph->nodes);
  node->index = graph->count;
  graph->nodes = all;
  return graph->nodes[graph->count++] = node;
}

static Graph *captured(cudaStream_t stream) {
  for (int n = 0; n < captures; n++)
    if (capturing[n].stream == stream) return capturing[n].graph;
  return NULL;
}

static Node *capture(Graph *graph, enum cudaGraphNodeType type, int line, const char *file) {
  return add_node(graph, type, (const Node *const *)graph->nodes, graph->count, line, file);
}

static void join(cudaStream_t stream, Graph *graph) {
  if (captured(stream)) return;
  if (captures == MOST_DEPTH) leave("more than 16 streams in a capture");
  capturing[captures].stream = stream, capturing[captures++].graph = graph;
}

// True where the event belongs to a capture: recorded there, or waited for by a stream that comes along.
static int captured_event(cudaEvent_t event, cudaStream_t stream, int records) {
  Graph *graph = captured(stream);
  for (int n = event_count - 1; !records && n >= 0; n--)
    if (captured_events[n].event == event) return join(stream, captured_events[n].graph), 1;
  if (!records || !graph) return 0;
  if (event_count == MOST_GUARDED) leave("more than 64 events in a capture");
  captured_events[event_count].event = event, captured_events[event_count++].graph = graph;
  return 1;
}

static Graph *copy_of(const Graph *from) {
  Graph *graph = room(sizeof *graph);
  for (size_t n = 0; n < from->count; n++) {
    const Node *old = from->nodes[n];
    Node *node = add_node(graph, old->type, NULL, 0, old->line, old->file), **before = node->before;
    *node = *old;
    node->before = before, node->edges = 0;
    node->parameters = room(old->size);
    memcpy(node->parameters, old->parameters ? old->parameters : "", old->parameters ? old->size : 0);
  }
  for (size_t n = 0; n < from->count; n++)
    for (size_t b = 0; b < from->nodes[n]->edges; b++)
      depend(graph->nodes[n], (const Node *const *)&graph->nodes[from->nodes[n]->before[b]->index], 1);
  return graph;
}

static void give_back(Graph *graph) {
  for (size_t n = 0; n < graph->count; n++) free(graph->nodes[n]->parameters), free(graph->nodes[n]->before);
  for (size_t n = 0; n < graph->count; n++) free(graph->nodes[n]);
  free(graph->nodes), free(graph);
}

static void set_kernel(Node *node, int kernel, dim3 grid, dim3 block, size_t bytes, void **arguments) {
  char *parameters = room(MOST_PARAMETER_BYTES);
  node->kernel = kernel, node->grid = grid, node->block = block, node->bytes = bytes;
  free(node->parameters);
  node->size = gather(kernel, arguments, parameters), node->parameters = parameters;
}

static cudaError_t perform(const Node *node, cudaStream_t stream) {
  int line = node->line;
  const char *file = node->file;
  switch (node->type) {
    case cudaGraphNodeTypeKernel:
      return launch(node->kernel, node->grid, node->block, node->bytes, stream, node->parameters, node->size, line, file, 1);
    case cudaGraphNodeTypeMemcpy:
      return cudaMemcpy2DAsync(node->to, node->to_pitch, node->from, node->from_pitch, node->width, node->rows,
                               node->kind, stream, line, file);
    case cudaGraphNodeTypeMemset:
      return cudaMemset2DAsync(node->to, node->to_pitch, node->value, node->width, node->rows, stream, line, file);
    case cudaGraphNodeTypeHost: return cudaLaunchHostFunc(stream, node->call, node->data, line, file);
    default: return 0;
  }
}

cudaError_t cudaGraphCreate(Graph **made, unsigned flags, GRADER_AT) {
  *made = room(sizeof **made);
  return 0;
}
cudaError_t cudaGraphDestroy(Graph *graph, GRADER_AT) { return give_back(graph), 0; }
cudaError_t cudaGraphClone(Graph **made, Graph *graph, GRADER_AT) {
  *made = copy_of(graph);
  return 0;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode, GRADER_AT) {
  if (captured(stream) || !stream) return 900 + (stream != 0);
  join(stream, room(sizeof(Graph)));
  return 0;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, Graph **made, GRADER_AT) {
  Graph *graph = captured(stream);
  if (!graph) return 1;
  int left = 0;
  for (int n = 0; n < captures; n++)
    if (capturing[n].graph != graph) capturing[left++] = capturing[n];
  captures = left, event_count = 0;
  *made = graph;
  return 0;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status, GRADER_AT) {
  *status = captured(stream) != NULL;
  return 0;
}
cudaError_t grader_instantiate(struct CUgraphExec_st **made, Graph *graph, GRADER_AT) {
  *made = room(sizeof **made);
  (*made)->graph = copy_of(graph);
  return 0;
}
cudaError_t cudaGraphExecDestroy(struct CUgraphExec_st *exec, GRADER_AT) {
  give_back(exec->graph), free(exec);
  return 0;
}
cudaError_t grader_update(struct CUgraphExec_st *exec, Graph *graph, GRADER_AT) {
  int same = exec->graph->count == graph->count;
  for (size_t n = 0; same && n < graph->count; n++) same = exec->graph->nodes[n]->type == graph->nodes[n]->type;
  if (!same) return 910;
  give_back(exec->graph), exec->graph = copy_of(graph);
  return 0;
}
cudaError_t cudaGraphUpload(struct CUgraphExec_st *exec, cudaStream_t stream, GRADER_AT) { return 0; }
cudaError_t cudaGraphLaunch(struct CUgraphExec_st *exec, cudaStream_t stream, GRADER_AT) {
  Graph *graph = exec->graph, *into = captured(stream);
  for (size_t n = 0; n < graph->count; n++) graph->nodes[n]->ready = 0;
  for (size_t done = 0, before = -1; done < graph->count && done != before;) {
    before = done;
    for (size_t n = 0; n < graph->count; n++) {
      Node *node = graph->nodes[n];
      int ready = !node->ready;
      for (size_t b = 0; ready && b < node->edges; b++) ready = node->before[b]->ready;
      if (!ready) continue;
      if (into) return refuse("a graph that is launched during a capture", line, file);
      cudaError_t error = perform(node, stream);
      if (error) return error;
      node->ready = 1, done++;
    }
  }
  return 0;
}
cudaError_t cudaGraphGetNodes(Graph *graph, Node **nodes, size_t *count, GRADER_AT) {
  for (size_t n = 0; nodes && n < *count && n < graph->count; n++) nodes[n] = graph->nodes[n];
  if (!nodes || *count > graph->count) *count = graph->count;
  return 0;
}
cudaError_t cudaGraphNodeGetType(Node *node, enum cudaGraphNodeType *type, GRADER_AT) {
  *type = node->type;
  return 0;
}
cudaError_t cudaGraphAddDependencies(Graph *graph, const Node *const *from, const Node *const *to, size_t count,
                                     GRADER_AT) {
  for (size_t n = 0; n < count; n++) depend((Node *)to[n], from + n, 1);
  return 0;
}
cudaError_t cudaGraphAddEmptyNode(Node **made, Graph *graph, const Node *const *before, size_t count, GRADER_AT) {
  *made = add_node(graph, cudaGraphNodeTypeEmpty, before, count, line, file);
  return 0;
}
cudaError_t cudaGraphAddKernelNode(Node **made, Graph *graph, const Node *const *before, size_t count,
                                   const struct cudaKernelNodeParams *given, GRADER_AT) {
  int kernel = kernel_of(given->func);
  if (kernel < 0) return 98;
  *made = add_node(graph, cudaGraphNodeTypeKernel, before, count, line, file);
  set_kernel(*made, kernel, given->gridDim, given->blockDim, given->sharedMemBytes, given->kernelParams);
  return 0;
}
cudaError_t cudaGraphExecKernelNodeSetParams(struct CUgraphExec_st *exec, Node *node,
                                             const struct cudaKernelNodeParams *given, GRADER_AT) {
  int kernel = kernel_of(given->func);
  if (kernel < 0 || (size_t)node->index >= exec->graph->count) return 1;
  set_kernel(exec->graph->nodes[node->index], kernel, given->gridDim, given->blockDim, given->sharedMemBytes,
             given->kernelParams);
  return 0;
}
cudaError_t cudaGraphAddMemsetNode(Node **made, Graph *graph, const Node *const *before, size_t count,
                                   const struct cudaMemsetParams *given, GRADER_AT) {
  unsigned byte = given->value & 255, each = given->elementSize;
  unsigned whole = each == 1 ? byte : each == 2 ? byte * 0x101u : byte * 0x1010101u;
  if (whole != given->value) return refuse("a graph's memset of elements whose bytes differ", line, file);
  Node *node = *made = add_node(graph, cudaGraphNodeTypeMemset, before, count, line, file);
  node->to = given->dst, node->to_pitch = given->pitch, node->value = byte;
  node->width = given->width * each, node->rows = given->height;
  if (node->rows == 1) node->to_pitch = node->width;
  return 0;
}
cudaError_t cudaGraphAddMemcpyNode1D(Node **made, Graph *graph, const Node *const *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind, GRADER_AT) {
  Node *node = *made = add_node(graph, cudaGraphNodeTypeMemcpy, before, count, line, file);
  node->to = to, node->from = from, node->to_pitch = node->from_pitch = node->width = bytes, node->rows = 1;
  node->kind = kind;
  return 0;
}
cudaError_t cudaGraphAddMemcpyNode(Node **made, Graph *graph, const Node *const *before, size_t count,
                                   const struct cudaMemcpy3DParms *given, GRADER_AT) {
  struct cudaPos from = given->srcPos, to = given->dstPos;
  if (given->srcArray || given->dstArray || given->extent.depth > 1 || from.z || to.z)
    return refuse("a graph's copy of an array or of more than rows", line, file);
  Node *node = *made = add_node(graph, cudaGraphNodeTypeMemcpy, before, count, line, file);
  node->to = (char *)given->dstPtr.ptr + to.y * given->dstPtr.pitch + to.x, node->to_pitch = given->dstPtr.pitch;
  node->from = (char *)given->srcPtr.ptr + from.y * given->srcPtr.pitch + from.x, node->from_pitch = given->srcPtr.pitch;
  node->width = given->extent.width, node->rows = given->extent.height, node->kind = given->kind;
  if (node->rows == 1) node->to_pitch = node->from_pitch = node->width;
  return 0;
}
cudaError_t cudaGraphAddHostNode(Node **made, Graph *graph, const Node *const *before, size_t count,
                                 const struct cudaHostNodeParams *given, GRADER_AT) {
  Node *node = *made = add_node(graph, cudaGraphNodeTypeHost, before, count, line, file);
  node->call = given->fn, node->data = given->userData;
  return 0;
}
