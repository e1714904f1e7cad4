/* proto.h: lines of the IRC protocol, without a socket.
 *
 * Lines are parsed, written, compared and measured here, by modern.ircdocs.horse and the IRCv3
 * message tags. Pure: nothing is allocated, and there is no clock. Nothing that a server sends is
 * trusted: every length and count is bounded here. */
#ifndef TALON_ADAPTERS_IRC_WIRE_PROTO_H
#define TALON_ADAPTERS_IRC_WIRE_PROTO_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PROTO_TAGS = 8191, /* bytes of tags that may stand before a line */
    PROTO_BODY = 2048, /* bytes of the line behind them; 512 are usual, LINELEN may allow more */
    PROTO_INPUT = PROTO_TAGS + PROTO_BODY,
    PROTO_LINE = 512,      /* bytes of a line with its CRLF, unless LINELEN tells otherwise */
    PROTO_LINE_MAX = 1024, /* bytes of the longest line that we send, whatever LINELEN tells */
    PROTO_PARAMS = 32,     /* of one line; more are dropped */
    PROTO_NICK = 64,       /* bytes of the longest nick, NUL included */
    PROTO_CHANNEL = 256    /* bytes of the longest name of a channel, NUL included */
};

/* Bytes come in, lines go out. Lines end with LF, and one CR before it is taken away. Lines with
 * another CR, a NUL, or more than PROTO_INPUT bytes are dropped. */
struct proto_input {
    size_t length; /* of the line so far */
    bool skip;     /* the line is too long: all up to its LF is dropped */
    char bytes[PROTO_INPUT + 1];
};

void proto_input_init(struct proto_input *input);
/* Calls `line` for each complete line, which has a NUL at its end and may be changed. Stops when
 * `line` returns false. */
void proto_input_feed(struct proto_input *input, const char *bytes, size_t length,
                      bool (*line)(void *arg, char *text, size_t length), void *arg);

/* A parsed line. The strings are parts of the text that was parsed. */
struct proto_line {
    const char *tags;    /* as they came, without '@'; "": there are none */
    const char *nick;    /* of the source, or the name of a server; "": there is no source */
    const char *user;    /* "": it is missing */
    const char *host;    /* "": it is missing: the source is a server, or comes from an old one */
    const char *command; /* in capitals */
    unsigned count;
    const char *params[PROTO_PARAMS];
};

/* Parses a text in place, of `length` bytes without CR, LF or NUL. False: it is no line. */
bool proto_parse(struct proto_line *line, char *text, size_t length);
/* The n-th parameter, from 0; "": there are fewer. */
const char *proto_param(const struct proto_line *line, unsigned n);
bool proto_has_tag(const struct proto_line *line, const char *key);
/* Writes the value of a tag, unescaped ("": it has none). False: there is no such tag, or its value
 * is too long. PROTO_TAGS + 1 bytes hold every value. With less room, ask proto_has_tag() before
 * you take the line for one without the tag. */
bool proto_tag(const struct proto_line *line, const char *key, char *value, size_t size);

/* Writes a line: `command`, the middle parameters up to a NULL, " :" and `text` (NULL: none), CRLF
 * and a NUL. Nothing else writes lines. Returns the length; 0: the line does not fit `size`, or a
 * middle parameter is empty, has a blank or begins with ':', or something has CR or LF in it. */
size_t proto_write(char *out, size_t size, const char *command, const char *const *middles,
                   const char *text);
#define PROTO_WRITE(out, size, command, text, ...)                                                 \
    proto_write(out, size, command, (const char *const[]){__VA_ARGS__, NULL}, text)

/* How a network compares names (CASEMAPPING of numeric 005). */
enum proto_casemap { PROTO_RFC1459, PROTO_STRICT, PROTO_ASCII };

char proto_fold_char(enum proto_casemap map, char c);
/* Writes the folded text; false: it does not fit. */
bool proto_fold(enum proto_casemap map, const char *text, char *out, size_t size);
bool proto_same(enum proto_casemap map, const char *a, const char *b);

/* Whether a text ("nick!user@host") matches a mask: '*' stands for any bytes, '?' for one. */
bool proto_mask(enum proto_casemap map, const char *mask, const char *text);

/* How many bytes of text fit a line of `line` bytes as others receive it, with
 * ":nick!user@host COMMAND target :" before it and CRLF behind it. `source` is the length of
 * "nick!user@host", `target` that of the target. */
size_t proto_budget(size_t line, size_t source, const char *command, size_t target);

/* Takes mIRC's formatting codes and their digits out of a text, in place. */
void proto_strip(char *text);

/* Whether the words of a QUIT tell of a netsplit: "one.server another.server". */
bool proto_netsplit(const char *words);

#endif
