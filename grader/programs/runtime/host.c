// What the program does without the runtime, and what a copy or a launch must fit: its own memory, and its clocks.

// Blocks of the heap that the program has: a copy must not go past their end. Of more than there is room for nothing is
// known.
enum { MOST_BLOCKS = 1 << 15 };
static struct { char *start; size_t size; } blocks[2 * MOST_BLOCKS];
static int block_count;
static pthread_mutex_t blocks_turn = PTHREAD_MUTEX_INITIALIZER;

static unsigned block_slot(const void *start) {
  unsigned slot = (uintptr_t)start / 16 * 2654435761u % (2 * MOST_BLOCKS);
  while (blocks[slot].start && blocks[slot].start != start) slot = (slot + 1) % (2 * MOST_BLOCKS);
  return slot;
}

static void *keep_block(void *start, size_t size) {
  if (!start) return start;
  pthread_mutex_lock(&blocks_turn);
  unsigned slot = block_slot(start);
  if (blocks[slot].start || block_count < MOST_BLOCKS) {
    block_count += !blocks[slot].start;
    blocks[slot].start = start, blocks[slot].size = size;
  }
  pthread_mutex_unlock(&blocks_turn);
  return start;
}

static void drop_block(void *start) {
  if (!start) return;
  pthread_mutex_lock(&blocks_turn);
  unsigned slot = block_slot(start), next = slot;
  if (blocks[slot].start) {
    blocks[slot].start = NULL, block_count--;
    // those behind it are found from where they belong
    while (blocks[next = (next + 1) % (2 * MOST_BLOCKS)].start) {
      char *moved = blocks[next].start;
      size_t size = blocks[next].size;
      blocks[next].start = NULL;
      unsigned to = block_slot(moved);
      blocks[to].start = moved, blocks[to].size = size;
    }
  }
  pthread_mutex_unlock(&blocks_turn);
}

// The address and the size of the block that a pointer is in; 0 and 0 where it is in none.
static void block_of(const void *pointer, int64_t *block) {
  block[0] = block[1] = 0;
  pthread_mutex_lock(&blocks_turn);
  for (int n = 0; n < 2 * MOST_BLOCKS && !block[0]; n++)
    if ((char *)pointer >= blocks[n].start && (char *)pointer < blocks[n].start + blocks[n].size)
      block[0] = (int64_t)blocks[n].start, block[1] = blocks[n].size;
  pthread_mutex_unlock(&blocks_turn);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) { return keep_block(__real_malloc(size), size); }

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) { return keep_block(__real_calloc(count, size), count * size); }

void *__real_aligned_alloc(size_t boundary, size_t size);
void *__wrap_aligned_alloc(size_t boundary, size_t size) { return keep_block(__real_aligned_alloc(boundary, size), size); }

void __real_free(void *start);
void __wrap_free(void *start) {
  drop_block(start);
  __real_free(start);
}

void *__real_realloc(void *start, size_t size);
void *__wrap_realloc(void *start, size_t size) {
  drop_block(start);
  return keep_block(__real_realloc(start, size), size);
}

// A clock that is read after a launch, and before anything waits for it, tells nothing of the kernel. It is of interest
// only after a call of the runtime: a loop that waits by the clock sends no messages.
static volatile int called;

static void look_at_clock(const void *caller, const void *frame) {
  if (!called || in_file || !begun) return;
  called = 0;
  int64_t numbers[12];
  struct reply reply;
  char answer[1];
  int count = standing_at((int64_t)caller - 1, (int64_t)frame, numbers, 12);
  pthread_mutex_lock(&turn);
  exchange("clock", 0, NULL, numbers, count, NULL, 0, &reply, answer, 1);
  pthread_mutex_unlock(&turn);
}
#define LOOK look_at_clock(__builtin_return_address(0), __builtin_frame_address(0))

int __real_clock_gettime(int clock, void *time);
int __wrap_clock_gettime(int clock, void *time) {
  LOOK;
  return __real_clock_gettime(clock, time);
}

long __real_clock(void);
long __wrap_clock(void) {
  LOOK;
  return __real_clock();
}

int __real_gettimeofday(void *time, void *zone);
int __wrap_gettimeofday(void *time, void *zone) {
  LOOK;
  return __real_gettimeofday(time, zone);
}
