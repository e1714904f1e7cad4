/* wordless.h: alice and bob (seated.h) keep their seats, and nobody types a seat word. */
#ifndef TALON_TESTS_MATCH_WORDLESS_H
#define TALON_TESTS_MATCH_WORDLESS_H

/* From now on it is counted how often they are told of seat words. */
void wordless_listen(void);
/* Under these nicks, both ask for their hands, which are what they were, and may play. */
void wordless_expect(const char *alice, const char *bob);
/* The bot comes (again), and says that the table goes on where it was; then the same. */
void wordless_expect_back(const char *alice, const char *bob);
/* Nobody was told of a seat word. */
void wordless_end(void);

#endif
