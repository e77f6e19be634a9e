#define register
