/* lean.h: the corpus of a fuzzer once more, while memory is out: the n-th allocation fails, for
 * each n there is, or as many as there is time for (tests/torture/run.h).
 *
 * Each in a process of its own, which may end on purpose (abort(), of the program or of what the
 * fuzzer holds it to: with less memory less is done) and must die of nothing else. */
#ifndef TALON_TESTS_FUZZ_LEAN_H
#define TALON_TESTS_FUZZ_LEAN_H

/* 0: it is so. `chosen` ends with NULL; FILE AT LENGTH: that one alone, in this process, for a
 * debugger. */
int lean(const char *folder, char **chosen);

#endif
