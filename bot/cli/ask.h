/* ask.h: questions to whoever sits at the terminal: on standard output, answered on standard input.
 *
 * A question shows what an empty answer stands for in brackets, and comes again, with the reason,
 * while the answer is refused. */
#ifndef TALON_BOT_CLI_ASK_H
#define TALON_BOT_CLI_ASK_H

#include <stdbool.h>
#include <stddef.h>

enum { ASK_MAX = 1024 }; /* bytes of an answer, NUL included */

struct question {
    const char *text;
    const char *usual; /* what an empty answer stands for; "": nothing, which is taken, too; NULL:
                          there must be an answer */
    bool secret;       /* the terminal does not show what is typed */
    /* Why an answer is refused; NULL: it is taken. Not asked about an empty one. May be NULL. */
    const char *(*check)(void *arg, const char *answer);
    void *arg;
};

/* The answer, without blanks at its ends, in `answer` (ASK_MAX bytes). False: the input has ended.
 */
bool ask(const struct question *question, char *answer);
/* A question for yes or no. False: no, or the input has ended. */
bool ask_whether(const char *text, bool usual);

#endif
