/* proto.h: lines of the IRC protocol, without a socket: parses, writes, compares and measures them,
 * by modern.ircdocs.horse and the IRCv3 message tags. Pure: no allocation, no clock. Nothing from a
 * server is trusted: every length and count has a bound here. */
#ifndef TALON_ADAPTERS_IRC_WIRE_PROTO_H
#define TALON_ADAPTERS_IRC_WIRE_PROTO_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PROTO_TAGS = 8191, /* bytes of tags that may stand before a line */
    PROTO_BODY = 2048, /* bytes of the line behind them; 512 are usual, LINELEN may allow more */
    PROTO_INPUT = PROTO_TAGS + PROTO_BODY,
    PROTO_LINE = 512,      /* bytes of a line with CRLF, unless LINELEN says otherwise */
    PROTO_LINE_MAX = 1024, /* bytes of the longest line that we send, whatever LINELEN says */
    PROTO_PARAMS = 32,     /* parameters of one line; more are dropped */
    PROTO_NICK = 64,       /* bytes of the longest nick, NUL included */
    PROTO_CHANNEL = 256    /* bytes of the longest name of a channel, NUL included */
};

/* Collects bytes to lines. A line ends with LF, and one CR before it is removed. Lines with another
 * CR, a NUL, or more than PROTO_INPUT bytes are dropped. */
struct proto_input {
    size_t length; /* of the line so far */
    bool skip;     /* the line is too long: drop everything up to its LF */
    char bytes[PROTO_INPUT + 1];
};

void proto_input_init(struct proto_input *input);
/* Calls `line` for each complete line. The line ends with a NUL, and `line` may change it. Stops
 * when `line` returns false. */
void proto_input_feed(struct proto_input *input, const char *bytes, size_t length,
                      bool (*line)(void *arg, char *text, size_t length), void *arg);

/* A parsed line. The strings are parts of the text that was parsed. */
struct proto_line {
    const char *tags;    /* tags as they came, without '@'; "": none */
    const char *nick;    /* nick of the source, or the name of a server; "": no source */
    const char *user;    /* "": it is missing */
    const char *host;    /* "": missing; the source is a server, or an old server sent it */
    const char *command; /* in capitals */
    unsigned count;
    const char *params[PROTO_PARAMS];
};

/* Parses a text in place: `length` bytes without CR, LF or NUL. Returns false if it is no line. */
bool proto_parse(struct proto_line *line, char *text, size_t length);
/* Returns the n-th parameter, from 0; "": there are fewer. */
const char *proto_param(const struct proto_line *line, unsigned n);
bool proto_has_tag(const struct proto_line *line, const char *key);
/* Writes the value of a tag, unescaped ("": it has none). Returns false if there is no such tag, or
 * its value is too long. PROTO_TAGS + 1 bytes hold every value. With less room, use proto_has_tag()
 * to tell a long value from a missing tag. */
bool proto_tag(const struct proto_line *line, const char *key, char *value, size_t size);

/* Writes a line: `command`, the middle parameters up to a NULL, " :" and `text` (NULL: none), CRLF
 * and a NUL. No other function writes lines. Returns the length. 0: the line does not fit `size`, a
 * middle parameter is invalid (empty, with a blank, begins with ':'), or something has CR or LF in
 * it. */
size_t proto_write(char *out, size_t size, const char *command, const char *const *middles,
                   const char *text);
#define PROTO_WRITE(out, size, command, text, ...)                                                 \
    proto_write(out, size, command, (const char *const[]){__VA_ARGS__, NULL}, text)

/* How a network compares names (CASEMAPPING of numeric 005). */
enum proto_casemap { PROTO_RFC1459, PROTO_STRICT, PROTO_ASCII };

char proto_fold_char(enum proto_casemap map, char c);
/* Writes the folded text. Returns false if it does not fit. */
bool proto_fold(enum proto_casemap map, const char *text, char *out, size_t size);
bool proto_same(enum proto_casemap map, const char *a, const char *b);

/* True if a text ("nick!user@host") matches a mask: '*' stands for any bytes, '?' for one. */
bool proto_mask(enum proto_casemap map, const char *mask, const char *text);

/* Returns how many bytes of text fit a line of `line` bytes, as others receive it: with
 * ":nick!user@host COMMAND target :" before the text and CRLF behind it. `source` is the length of
 * "nick!user@host", `target` that of the target. */
size_t proto_budget(size_t line, size_t source, const char *command, size_t target);

/* Removes mIRC's formatting codes and their digits from a text, in place. */
void proto_strip(char *text);

/* True if the words of a QUIT mean a netsplit: "one.server another.server". */
bool proto_netsplit(const char *words);

#endif
