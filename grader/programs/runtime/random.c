// rand() as the GNU C library has it, so that a program whose numbers are drawn prints what it prints elsewhere: each
// number is the sum of those 3 and 31 before it, without its last bit.
enum { LAGS = 31, SHORT_LAG = 3, THROWN_AWAY = 310 };
static uint32_t drawn[LAGS];
static int oldest, seeded;
static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;

static uint32_t draw(void) {
  uint32_t next = drawn[oldest] += drawn[(oldest + LAGS - SHORT_LAG) % LAGS];
  oldest = (oldest + 1) % LAGS;
  return next >> 1;
}

static void seed_with(unsigned seed) {
  int32_t value = seed ? seed : 1;
  for (int n = 0; n < LAGS; n++) {
    drawn[n] = value;
    int64_t next = 16807LL * (value % 127773) - 2836LL * (value / 127773);
    value = next < 0 ? next + 2147483647 : next;
  }
  oldest = SHORT_LAG, seeded = 1;
  for (int n = 0; n < THROWN_AWAY; n++) draw();
}

void srandom(unsigned seed) {
  pthread_mutex_lock(&drawing);
  seed_with(seed);
  pthread_mutex_unlock(&drawing);
}
long random(void) {
  pthread_mutex_lock(&drawing);
  if (!seeded) seed_with(1);
  long made = draw();
  pthread_mutex_unlock(&drawing);
  return made;
}
void srand(unsigned seed) { srandom(seed); }
int rand(void) { return random(); }
