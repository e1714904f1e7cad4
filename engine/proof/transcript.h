/* transcript.h: a log of a channel as lines and tokens.
 *
 * A log is any text: lines of a client's log, pasted or saved. Control characters, colours and
 * signs that nobody sees are taken out of it, and blanks that no line breaks at become blanks.
 * Nothing else is: a name with a joiner or an emoji stays another name.
 *
 * What the bot says begins behind what the client puts before it: a number of words, the last of
 * which names the speaker ("[12:34] <talon>"). transcript_learn() finds that out, transcript_said()
 * tells it from what others say. */
#ifndef TALON_ENGINE_PROOF_TRANSCRIPT_H
#define TALON_ENGINE_PROOF_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chain.h"

enum { TRANSCRIPT_SPEAKER = 64 };

struct transcript {
    char *text; /* lines, each NUL-ended */
    const char *end;
    unsigned words;                   /* before what the bot says */
    char speaker[TRANSCRIPT_SPEAKER]; /* the letters of the last of them */
};

/* Takes `size` bytes of a text over, and cleans them in their place. One byte behind them must be
 * there, too. */
void transcript_begin(struct transcript *log, char *text, size_t size);
/* Line by line: the first, and the one behind `line`; NULL: there is none. */
const char *transcript_first(const struct transcript *log);
const char *transcript_next(const struct transcript *log, const char *line);

/* Learns what stands before the words of the bot, from the first line that tells how somebody of
 * the setup opened the table or sat down, from `line` on. */
void transcript_learn(struct transcript *log, const char *line, const struct setup *setup);
/* What the bot says in that line; NULL: somebody else does. */
const char *transcript_said(const struct transcript *log, const char *line);

/* A letter, the number of a shuffle, = and a value without blanks, wherever it stands in a line:
 *
 *     s0=22 letters    what binds the shuffles of a table: the first 128 bits of the end of its
 * chain, in base64url s3=64 digits     the third secret c3.1=alice.bananas      the first cut for
 * the third shuffle t3.1/2=... m3.1/4=...   the setup and the moves, in parts */
struct token {
    char kind;
    unsigned number;
    unsigned part, parts; /* 0: it has none */
    const char *value;    /* not NUL-ended */
    size_t length;
};

/* The next token of a line from `at` on; where to go on, NULL: there is none. */
const char *token_next(const char *line, const char *at, struct token *token);
/* What stands at `at`; false: no token. */
bool token_read(const char *at, struct token *token);
/* The value of a whole secret; false: it is none. */
bool token_secret(const struct token *token, uint8_t secret[32]);

#endif
