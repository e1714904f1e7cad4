/* ask.h: asks the user at the terminal: prints a question on standard output and reads the answer
 * from standard input. A question shows in brackets what an empty answer means. After a refused
 * answer it prints the reason and asks again. */
#ifndef TALON_BOT_CLI_ASK_H
#define TALON_BOT_CLI_ASK_H

#include <stdbool.h>
#include <stddef.h>

enum { ASK_MAX = 1024 }; /* bytes of an answer, NUL included */

struct question {
    const char *text;
    const char *usual; /* what an empty answer means; "": an empty answer is fine; NULL: there must
                          be an answer */
    bool secret;       /* the terminal does not show what is typed */
    /* Returns why an answer is refused; NULL: it is accepted. Not called for an empty answer. May
     * be NULL. */
    const char *(*check)(void *arg, const char *answer);
    void *arg;
};

/* Asks, and writes the answer to `answer` (ASK_MAX bytes) without the blanks at its ends. Returns
 * false if the input has ended. */
bool ask(const struct question *question, char *answer);
/* Asks a question for yes or no. Returns false for no, and also if the input has ended. */
bool ask_whether(const char *text, bool usual);

#endif
