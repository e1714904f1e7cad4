/* The module has no assertions: the native engine's tests have them. */
#ifndef assert
#define assert(condition) ((void)0)
#endif
