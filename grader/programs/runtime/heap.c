// The program's heap. A block ends where a page begins that may not be touched, so that a use past its end is told on
// its line; a freed one stays where it was for a while, and may not be touched at all. Of many blocks, the later small
// ones are of the C library's heap, with bytes behind them that nothing may change.
enum {
  MOST_BLOCKS = 1 << 15,  // of more than these nothing is known
  MOST_FENCED = 512,      // so many blocks of any size have a fence; a large one always has one
  LARGE = 1 << 17,
  MOST_FREED = 128,
  LEAST_FENCE = 1 << 16,
  MOST_FENCE = 1 << 26,
  TAIL = 16,
  UNCHANGED = 0xa7,
  MOST_MADE = 4,
  MOST_TOLD = 16,
};
enum { NEW = 0, ZEROED = 1, GROWN = 2 };

// A block with a fence has its own pages, from `map` on. Around it are bytes that do not change. `made` and `gone` are
// addresses in the program's text.
struct block {
  char *start, *map;
  size_t size, mapped;
  uint32_t before, behind, made[MOST_MADE], gone[MOST_MADE];
  int told;
};
static struct block blocks[MOST_BLOCKS], freed[MOST_FREED];
static uint16_t slots[2 * MOST_BLOCKS];  // by address: where a block is in the table, from 1
static int block_count, promised, freed_count, fenced, too_many;  // `promised`: those known and those on their way
static pthread_mutex_t blocks_turn = PTHREAD_MUTEX_INITIALIZER;

// What is told of a block, in the order of `Misuse` in grader/programs/calls.py.
enum { USED_PAST_END, CHANGED_AROUND, FREED_TWICE, FREED_WRONGLY, USED_AFTER_FREE, DIED_FREEING, REGISTERED_WHEN_FREED };

void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t boundary, size_t size);
void *__real_realloc(void *start, size_t size);
void __real_free(void *start);
size_t __real_malloc_usable_size(void *start);

// --- the table; whoever uses it has its turn

static unsigned slot_of(const char *start) {
  unsigned slot = (uintptr_t)start / 16 * 2654435761u % (2 * MOST_BLOCKS);
  while (slots[slot] && blocks[slots[slot] - 1].start != start) slot = (slot + 1) % (2 * MOST_BLOCKS);
  return slot;
}

static struct block *known(const char *start) {
  unsigned slot = slot_of(start);
  return slots[slot] ? &blocks[slots[slot] - 1] : NULL;
}

static void keep(const struct block *block) {
  unsigned slot = slot_of(block->start);
  if (!slots[slot]) slots[slot] = ++block_count;
  blocks[slots[slot] - 1] = *block;
}

static void drop(const char *start) {
  unsigned slot = slot_of(start), next = slot;
  int hole = slots[slot] - 1;
  slots[slot] = 0;
  while (slots[next = (next + 1) % (2 * MOST_BLOCKS)]) {  // those behind it are found from where they belong
    int moved = slots[next];
    slots[next] = 0;
    slots[slot_of(blocks[moved - 1].start)] = moved;
  }
  if (hole == --block_count) return;
  slots[slot_of(blocks[block_count].start)] = hole + 1;
  blocks[hole] = blocks[block_count];
}

static int inside(const struct block *block, const char *pointer) {
  return pointer >= block->start && pointer < block->start + block->size;
}

// --- what is told

// Where the runtime itself uses the block, the place is that of its call.
static void tell_block(int what, const char *address, int writes, const struct block *block, int64_t amount,
                       struct site site, int line, const char *file) {
  int64_t numbers[] = {what, (int64_t)address, writes, (int64_t)block->start, block->size, amount};
  int64_t places[2 * MOST_MADE + 9];
  for (int n = 0; n < MOST_MADE; n++) places[n] = block->made[n], places[MOST_MADE + n] = block->gone[n];
  int count = 2 * MOST_MADE + (site.at ? standing_at(site, places + 2 * MOST_MADE, 9) : 0), outside = !in_file;
  struct reply reply;
  char answer[1];
  if (outside) pthread_mutex_lock(&turn);
  else line = in_line, file = in_file;
  exchange("heap", line, file, numbers, 6, places, 8 * count, &reply, answer, 1);
  if (outside) pthread_mutex_unlock(&turn);
}

static int64_t changed(const char *from, size_t size) {
  int64_t count = 0;
  for (size_t n = 0; n < size; n++) count += (unsigned char)from[n] != UNCHANGED;
  return count;
}

static int is_changed(const struct block *block) {
  return changed(block->start - block->before, block->before) || changed(block->start + block->size, block->behind);
}

static void tell_changed(const struct block *block, struct site site, int line, const char *file) {
  int64_t behind = changed(block->start + block->size, block->behind);
  int64_t amount = behind ? behind : changed(block->start - block->before, block->before);
  tell_block(CHANGED_AROUND, block->start + (behind ? block->size : -1), 1, block, amount, site, line, file);
}

// The block that a pointer is in; one of size 0 where it is in none.
static struct block block_of(const char *pointer, int line, const char *file) {
  struct block found = {0};
  pthread_mutex_lock(&blocks_turn);
  struct block *block = known(pointer);
  for (int n = 0; n < block_count && !block; n++)
    if (inside(&blocks[n], pointer)) block = &blocks[n];
  if (block) found = *block, block->told |= is_changed(block);
  int tells = block && block->told > found.told;
  pthread_mutex_unlock(&blocks_turn);
  if (tells) tell_changed(&found, (struct site){0}, line, file);
  return found;
}

// The block that began at a pointer and is freed; one of size 0 where there is none.
static struct block freed_block(const char *pointer) {
  struct block found = {0};
  pthread_mutex_lock(&blocks_turn);
  for (int n = 0; n < MOST_FREED; n++)
    if (pointer && freed[n].start == pointer && !known(pointer)) found = freed[n];
  pthread_mutex_unlock(&blocks_turn);
  return found;
}

__attribute__((destructor(101))) static void look_at_all_blocks(void) {
  for (int n = 0, told = 0; n < block_count && told < MOST_TOLD; n++)
    if (!blocks[n].told && is_changed(&blocks[n])) told++, tell_changed(&blocks[n], (struct site){0}, 0, NULL);
}

// What the system does with a block, from its beginning, makes no fault: open the fence before, and tell of it after.
static void open_fence(const char *start, size_t size) {
  pthread_mutex_lock(&blocks_turn);
  struct block *block = known(start);
  if (block && block->map && size > block->size) mprotect(block->map, block->mapped, PROT_READ | PROT_WRITE);
  pthread_mutex_unlock(&blocks_turn);
}

static void look_at_use(const char *start, size_t size, int writes, struct site site) {
  struct block found = {0};
  pthread_mutex_lock(&blocks_turn);
  struct block *block = known(start);
  if (block && size > block->size && !block->told) found = *block, block->told = 1;
  pthread_mutex_unlock(&blocks_turn);
  if (found.start) tell_block(USED_PAST_END, found.start + found.size, writes, &found, 0, site, 0, NULL);
}

// A fault: 1 past a block's end, told once, and the program goes on; -1 in a freed block; 0 in none.
static int in_fence(const char *address, int writes, struct site site) {
  struct block found = {0};
  int what = -1;
  pthread_mutex_lock(&blocks_turn);
  for (int n = 0; n < block_count && what < 0; n++)
    if (blocks[n].map && address >= blocks[n].start + blocks[n].size && address < blocks[n].map + blocks[n].mapped)
      found = blocks[n], blocks[n].told = 1, what = USED_PAST_END;
  for (int n = 0; n < MOST_FREED && what < 0; n++)
    if (freed[n].map && address >= freed[n].map && address < freed[n].map + freed[n].mapped)
      found = freed[n], what = USED_AFTER_FREE;
  pthread_mutex_unlock(&blocks_turn);
  if (what == USED_PAST_END) mprotect(found.map, found.mapped, PROT_READ | PROT_WRITE);
  if (what >= 0) tell_block(what, address, writes, &found, 0, site, 0, NULL);
  return what < 0 ? 0 : what == USED_PAST_END ? 1 : -1;
}

// What the C library is given to free and nothing is known of. Where it dies of that, it was no block, unless there are
// too many to know them all: memory of the device, say, wherever that lies.
static __thread struct { char *start; struct site site; } freeing;

static void end_of_wrong_free(int what, char *start, const struct block *block, struct site site) {
  tell_block(what, start, 1, block, 0, site, 0, NULL);
  fflush(NULL);
  abort();
}

static void in_free(void) {
  struct block none = {0};
  int what = too_many ? DIED_FREEING : FREED_WRONGLY;
  if (freeing.start) end_of_wrong_free(what, freeing.start, &none, freeing.site);
}

// Tell of a pointer that cannot be freed, and end as with most C libraries. Of those that only may be wrong, return.
static void refuse_to_free(char *start, struct site site) {
  extern char __executable_start, end;
  struct block found = {0};
  int what = -1;
  pthread_mutex_lock(&blocks_turn);
  for (int n = 0; n < MOST_FREED; n++)
    if (freed[n].start == start) found = freed[n], what = FREED_TWICE;
  for (int n = 0; n < block_count && what < 0 && !too_many; n++)
    if (inside(&blocks[n], start)) found = blocks[n], what = FREED_WRONGLY;
  pthread_mutex_unlock(&blocks_turn);
  int on_stack = gettid() == getpid() && (int64_t)start > site.stack && start < (char *)environ;
  int on_both = start >= shared_from && start < shared_end;  // what lies before it may pass for the C library's
  if (on_stack || on_both || (start >= &__executable_start && start < &end)) what = FREED_WRONGLY;
  if (what >= 0) end_of_wrong_free(what, start, &found, site);
  freeing.start = start, freeing.site = site;
}

// --- blocks

static int with_fence(struct block *block, size_t boundary) {
  size_t room = (block->size + boundary - 1) / boundary * boundary, pages = room ? (room + PAGE - 1) / PAGE * PAGE : PAGE;
  size_t fence = pages < LEAST_FENCE ? LEAST_FENCE : pages < MOST_FENCE ? pages : MOST_FENCE;
  char *map = mmap(NULL, pages + fence, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return 0;
  if (mprotect(map, pages, PROT_READ | PROT_WRITE)) return munmap(map, pages + fence), 0;
  block->map = map, block->mapped = pages + fence, block->start = map + pages - room;
  block->before = block->start - map, block->behind = room - block->size;
  memset(map, UNCHANGED, block->before);
  return 1;
}

static void *give(size_t size, size_t boundary, int how, struct site site) {
  struct block block = {.size = size};
  pthread_mutex_lock(&blocks_turn);
  int room = promised < MOST_BLOCKS && size < PTRDIFF_MAX / 2, few = fenced < MOST_FENCED;
  int fence = room && boundary <= PAGE && (few || (size >= LARGE && how != GROWN));
  fenced += fence && few, too_many |= !room, promised += room;
  pthread_mutex_unlock(&blocks_turn);
  if (!fence || !with_fence(&block, boundary)) {
    block.behind = room ? TAIL : 0;
    block.start = boundary > 16 ? __real_aligned_alloc(boundary, size + block.behind) : __real_malloc(size + block.behind);
    if (block.start && how == ZEROED) memset(block.start, 0, size);
  }
  if (!room) return block.start;
  if (block.start) memset(block.start + size, UNCHANGED, block.behind);
  int64_t made[MOST_MADE];
  for (int n = standing_at(site, made, block.map ? MOST_MADE : 1); n--;) block.made[n] = made[n];
  pthread_mutex_lock(&blocks_turn);
  if (block.start) keep(&block);
  else promised--;
  pthread_mutex_unlock(&blocks_turn);
  return block.start;
}

static void take_back(char *start, struct site site) {
  if (!start) return;
  struct block block = {0}, oldest = {0};
  int64_t gone[MOST_MADE];
  pthread_mutex_lock(&blocks_turn);
  struct block *found = known(start);
  if (found) block = *found, drop(start), promised--;
  pthread_mutex_unlock(&blocks_turn);
  if (!found) refuse_to_free(start, site);
  else if (!block.told && is_changed(&block)) tell_changed(&block, site, 0, NULL);
  if (!block.map) {
    __real_free(start);
    freeing.start = NULL;
    return;
  }
  for (int n = standing_at(site, gone, MOST_MADE); n--;) block.gone[n] = gone[n];
  mmap(block.map, block.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  pthread_mutex_lock(&blocks_turn);
  struct block *place = &freed[freed_count++ % MOST_FREED];
  oldest = *place, *place = block;
  pthread_mutex_unlock(&blocks_turn);
  if (oldest.map) munmap(oldest.map, oldest.mapped);
}

static void *resize(char *start, size_t size, struct site site) {
  if (!start) return give(size, 16, NEW, site);
  if (!size) return take_back(start, site), NULL;
  struct block block = {0};
  pthread_mutex_lock(&blocks_turn);
  struct block *found = known(start);
  if (found) block = *found;
  pthread_mutex_unlock(&blocks_turn);
  if (!found) {
    refuse_to_free(start, site);
    char *made = __real_realloc(start, size);
    freeing.start = NULL;
    return made;
  }
  if (block.map || size > PTRDIFF_MAX / 2) {
    char *made = give(size, 16, GROWN, site);
    if (made) memcpy(made, start, size < block.size ? size : block.size), take_back(start, site);
    return made;
  }
  if (!block.told && is_changed(&block)) block.told = 1, tell_changed(&block, site, 0, NULL);
  pthread_mutex_lock(&blocks_turn);
  drop(start);  // before another thread gets this address
  pthread_mutex_unlock(&blocks_turn);
  char *made = __real_realloc(start, size + TAIL);
  if (made) block.start = made, block.size = size, memset(made + size, UNCHANGED, TAIL);
  pthread_mutex_lock(&blocks_turn);
  keep(&block);
  pthread_mutex_unlock(&blocks_turn);
  return made;
}

void *__wrap_malloc(size_t size) { return give(size, 16, NEW, SITE); }
void *__wrap_calloc(size_t count, size_t size) {
  return give(size && count > SIZE_MAX / size ? SIZE_MAX : count * size, 16, ZEROED, SITE);
}
void *__wrap_aligned_alloc(size_t boundary, size_t size) { return give(size, boundary > 16 ? boundary : 16, NEW, SITE); }
void *__wrap_memalign(size_t boundary, size_t size) { return give(size, boundary > 16 ? boundary : 16, NEW, SITE); }
int __wrap_posix_memalign(void **made, size_t boundary, size_t size) {
  if (boundary < sizeof(void *) || boundary & (boundary - 1)) return EINVAL;
  void *start = give(size, boundary > 16 ? boundary : 16, NEW, SITE);
  if (start) *made = start;
  return start ? 0 : ENOMEM;
}
void *__wrap_realloc(void *start, size_t size) { return resize(start, size, SITE); }
void *__wrap_reallocarray(void *start, size_t count, size_t size) {
  return resize(start, size && count > SIZE_MAX / size ? SIZE_MAX : count * size, SITE);
}
void __wrap_free(void *start) { take_back(start, SITE); }
size_t __wrap_malloc_usable_size(void *start) {
  pthread_mutex_lock(&blocks_turn);
  struct block *found = known(start);
  size_t size = found ? found->size : 0;
  pthread_mutex_unlock(&blocks_turn);
  return found || !start ? size : __real_malloc_usable_size(start);
}
