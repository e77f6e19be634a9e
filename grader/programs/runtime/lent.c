// Device memory that Thrust uses: its algorithms run on the host here. A use of an array faults, as no device memory is
// mapped; the server lends a copy of it if the code is Thrust's. The next call of the runtime gives back what has changed.
enum { MOST_LENT = 256 };
static struct { char *start; int64_t size; int changed, closed; } lent[MOST_LENT];
static int lents;
// Of Thrust's algorithms, one inside the other, and where the outermost was called: the stack is deep later on.
static __thread int algorithms, called_places;
static __thread int64_t called_at[10];

static int64_t pages(int64_t size) { return (size + PAGE - 1) / PAGE * PAGE; }

static void take_pieces(char *start, int64_t total, int to_server) {
  for (int64_t at = 0; at < total; at += WINDOW) {
    struct reply piece;
    int64_t numbers[2] = {at, total - at < WINDOW ? total - at : WINDOW};
    if (to_server) memcpy(window, start + at, numbers[1]);
    exchange("piece", 0, NULL, numbers, 2, NULL, 0, &piece, NULL, 0);
    if (!to_server) memcpy(start + at, window, numbers[1]);
  }
}

// An instruction, and what has called it.
static int called_from(struct site site, int64_t *places, int most) {
  int count = standing_at(site, places, algorithms ? 1 : most);
  for (int n = 0; algorithms && n < called_places && count < most; n++) places[count++] = called_at[n];
  return count;
}

static int opened(int n) {
  lent[n].closed = 0;
  return !mprotect(lent[n].start, pages(lent[n].size), lent[n].changed ? PROT_READ | PROT_WRITE : PROT_READ);
}

static int lend(char *address, const ucontext_t *context) {
  int known = 0;
  while (known < lents && (address < lent[known].start || address >= lent[known].start + pages(lent[known].size))) known++;
  if (known < lents && !lent[known].closed) {
    lent[known].changed = 1;  // it is written: what is only read has no fault
    return opened(known);
  }
  if (!begun || known == MOST_LENT || pthread_mutex_trylock(&turn)) return 0;
  int64_t numbers[12] = {(int64_t)address};
  struct reply reply;
  int count = 1 + called_from(site_of(context), numbers + 1, 11);
  exchange("lend", 0, NULL, numbers, count, NULL, 0, &reply, NULL, 0);
  char *start = (char *)reply.numbers[0];
  int64_t size = reply.code ? 0 : reply.numbers[1];
  if (size > 0 && known < lents) {
    opened(known);
  } else if (size > 0) {
    if (mmap(start, pages(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      leave("no memory for what Thrust uses");
    take_pieces(start, size, 0);
    mprotect(start, pages(size), PROT_READ);
    lent[lents].start = start, lent[lents].size = size;
    lent[lents].changed = lent[lents].closed = 0, lents++;
  }
  pthread_mutex_unlock(&turn);
  return size > 0;
}

static void repay(void) {
  while (lents) {
    char *start = lent[--lents].start;
    int64_t numbers[2] = {(int64_t)start, lent[lents].size};
    struct reply reply;
    opened(lents);
    if (lent[lents].changed) {
      exchange("repay", 0, NULL, numbers, 2, NULL, 0, &reply, NULL, 0);
      if (!reply.code) take_pieces(start, lent[lents].size, 1);
    }
    munmap(start, pages(lent[lents].size));
  }
}

// An algorithm begins (1) or ends (-1). Behind it the program's own code may touch nothing of what was lent.
void grader_thrust_works(int more) {
  if (!algorithms) called_places = standing_at(SITE, called_at, 10);
  algorithms += more;
  for (int n = 0; !algorithms && n < lents; n++)
    lent[n].closed = !mprotect(lent[n].start, pages(lent[n].size), PROT_NONE);
}
