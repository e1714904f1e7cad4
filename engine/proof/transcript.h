/* transcript.h: a log of a channel as lines and tokens.
 *
 * A log is any text: lines of a client's log, pasted or saved. transcript_begin() removes control
 * characters, colours and signs that nobody sees. It makes no-break spaces plain blanks. It changes
 * nothing else: a name with a joiner or an emoji stays another name.
 *
 * A client puts words before each line, and the last of them names the speaker ("[12:34] <talon>").
 * transcript_learn() finds out how many words there are and how they name the bot.
 * transcript_said() uses that to tell the bot's lines from those of others. */
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
    unsigned words;                   /* words that the client puts before a line of the bot */
    char speaker[TRANSCRIPT_SPEAKER]; /* the letters of the last of these words */
};

/* Cleans `size` bytes of `text` in place. The log uses `text` from then on. `text` needs room for
 * size + 1 bytes. */
void transcript_begin(struct transcript *log, char *text, size_t size);
/* The first line, and the line after `line`. NULL: there is none. */
const char *transcript_first(const struct transcript *log);
const char *transcript_next(const struct transcript *log, const char *line);

/* Learns what the client puts before lines of the bot. For that it finds the first line, from
 * `line` on, in which somebody of the setup opens the table or sits down. */
void transcript_learn(struct transcript *log, const char *line, const struct setup *setup);
/* The text that the bot says in that line. NULL: the line is not the bot's. */
const char *transcript_said(const struct transcript *log, const char *line);

/* A token is a letter, the number of a shuffle, = and a value without blanks. It may stand anywhere
 * in a line.
 *
 * - s0=... (22 letters) binds the shuffles of a table: the first 128 bits of the end of its chain,
 *   in base64url.
 * - s3=... (64 digits) is the third secret.
 * - c3.1=alice.bananas is the first cut for the third shuffle.
 * - t3.1/2=... and m3.1/4=... are parts of the setup and of the moves. */
struct token {
    char kind;
    unsigned number;
    unsigned part, parts; /* 0: it has none */
    const char *value;    /* not NUL-ended */
    size_t length;
};

/* The next token of a line from `at` on. Returns where to go on; NULL: there is none. */
const char *token_next(const char *line, const char *at, struct token *token);
/* Reads the token at `at`; false: there is none. */
bool token_read(const char *at, struct token *token);
/* The value of a whole secret; false: it is none. */
bool token_secret(const struct token *token, uint8_t secret[32]);

#endif
