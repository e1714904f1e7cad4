/* proto.h: the IRC line, without a socket.
 *
 * Parsing, serialising, comparing and measuring lines as modern.ircdocs.horse and the IRCv3 message
 * tags have them. Pure: no allocation, no clock. Nothing a server sends is trusted: every length
 * and count is bounded here, and every parameter is reached through proto_param(). */
#ifndef TALON_ADAPTERS_IRC_PROTO_H
#define TALON_ADAPTERS_IRC_PROTO_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PROTO_TAGS = 8191, /* bytes of tags that a server may put before a line */
    PROTO_BODY = 2048, /* bytes of line taken behind them; 512 is usual, LINELEN may say more */
    PROTO_INPUT = PROTO_TAGS + PROTO_BODY,
    PROTO_LINE = 512,       /* bytes of a line with its CRLF, where no LINELEN says otherwise */
    PROTO_LINE_MOST = 1024, /* we never send longer ones, whatever LINELEN says */
    PROTO_PARAMS = 32,      /* more are dropped */
    PROTO_NICK = 64,        /* bytes of the longest nick taken, with its NUL */
    PROTO_CHANNEL = 256     /* bytes of the longest channel name taken, with its NUL */
};

/* Bytes come in, lines go out: parts at LF, strips one CR, drops lines that hold another CR, a NUL,
 * or more than PROTO_INPUT bytes. */
struct proto_input {
    size_t length; /* of the line so far */
    bool skip;     /* the line is too long: everything up to its LF is dropped */
    char bytes[PROTO_INPUT + 1];
};

void proto_input_init(struct proto_input *input);
/* Calls `line` for each complete line, NUL-ended, which it may change. Stops early when `line`
 * returns false. */
void proto_input_feed(struct proto_input *input, const char *bytes, size_t length,
                      bool (*line)(void *arg, char *text, size_t length), void *arg);

/* A parsed line; the strings lie in the text that was parsed. */
struct proto_line {
    const char *tags;    /* raw, without '@'; "" without tags */
    const char *nick;    /* of the prefix, or the server's name; "" without a prefix */
    const char *user;    /* "" when absent */
    const char *host;    /* "" when absent: then the source is a server (or a very old one) */
    const char *command; /* in capitals */
    unsigned count;
    const char *params[PROTO_PARAMS];
};

/* Parses in place; `text` holds no CR, LF or NUL before `length`. False: not a line. */
bool proto_parse(struct proto_line *line, char *text, size_t length);
/* The n-th parameter from 0; "" when there are fewer. */
const char *proto_param(const struct proto_line *line, unsigned n);
/* Copies the unescaped value of a tag ("" for one without value). False: no such tag, or too long.
 */
bool proto_tag(const struct proto_line *line, const char *key, char *value, size_t size);

/* The one serialiser. Writes `command`, the middle parameters up to a NULL, " :" and `text` (NULL:
 * none) and CRLF into `out`. Returns the length, or 0 when the line would be longer than `size` -
 * 1, a middle parameter is empty, holds a blank or starts with ':', or anything holds CR, LF or
 * NUL. */
size_t proto_write(char *out, size_t size, const char *command, const char *const *middles,
                   const char *text);
#define PROTO_WRITE(out, size, command, text, ...)                                                 \
    proto_write(out, size, command, (const char *const[]){__VA_ARGS__, NULL}, text)

/* How a network compares names (ISUPPORT CASEMAPPING). */
enum proto_casemap { PROTO_RFC1459, PROTO_STRICT, PROTO_ASCII };

char proto_fold_char(enum proto_casemap map, char c);
/* False when `text` does not fit. */
bool proto_fold(enum proto_casemap map, const char *text, char *out, size_t size);
bool proto_same(enum proto_casemap map, const char *a, const char *b);

/* Whether "nick!user@host" fits a mask: '*' stands for any bytes, '?' for one. */
bool proto_mask(enum proto_casemap map, const char *mask, const char *text);

/* Bytes of text that fit one line of `line` bytes as the others get it:
 * ":nick!user@host COMMAND target :" in front, CRLF behind. `source` is the length of
 * "nick!user@host". 0 when nothing fits. */
size_t proto_budget(size_t line, size_t source, const char *command, size_t target);

/* Takes mIRC's formatting codes (with their digits) out of `text`, in place. */
void proto_strip(char *text);

/* Whether a QUIT's words are those of a torn network: "one.server another.server". */
bool proto_netsplit(const char *words);

#endif
