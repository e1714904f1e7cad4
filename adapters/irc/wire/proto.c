#include "proto.h"

#include <string.h>

void proto_input_init(struct proto_input *input)
{
    input->length = 0;
    input->skip = false;
}

/* Ends the collected line. Returns true if it may be parsed. */
static bool input_end(struct proto_input *input)
{
    bool skip = input->skip;
    input->skip = false;
    if (skip)
        return false;
    if (input->length > 0 && input->bytes[input->length - 1] == '\r')
        input->length--;
    input->bytes[input->length] = '\0';
    return input->length > 0 && strlen(input->bytes) == input->length &&
           memchr(input->bytes, '\r', input->length) == NULL;
}

void proto_input_feed(struct proto_input *input, const char *bytes, size_t length,
                      bool (*line)(void *arg, char *text, size_t length), void *arg)
{
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        size_t part = end != NULL ? (size_t)(end - bytes) : length;
        if (input->skip || part > PROTO_INPUT - input->length) {
            input->skip = true;
            input->length = 0;
        } else {
            memcpy(input->bytes + input->length, bytes, part);
            input->length += part;
        }
        if (end == NULL)
            return;
        bytes += part + 1;
        length -= part + 1;
        bool good = input_end(input);
        size_t whole = input->length;
        input->length = 0;
        if (good && !line(arg, input->bytes, whole))
            return;
    }
}

/* Ends the word at `text` with a NUL and returns what follows its blanks. */
static char *word_end(char *text)
{
    text += strcspn(text, " ");
    if (*text != '\0')
        *text++ = '\0';
    return text + strspn(text, " ");
}

static void parse_source(struct proto_line *line, char *source)
{
    line->nick = source;
    char *at = strrchr(source, '@');
    if (at != NULL) {
        *at = '\0';
        line->host = at + 1;
    }
    char *bang = strchr(source, '!');
    if (bang != NULL) {
        *bang = '\0';
        line->user = bang + 1;
    }
}

bool proto_parse(struct proto_line *line, char *text, size_t length)
{
    *line = (struct proto_line){.tags = "", .nick = "", .user = "", .host = "", .command = ""};
    if (length == 0 || length > PROTO_INPUT || strlen(text) != length)
        return false;
    char *at = text;
    if (*at == '@') {
        char *tags = at + 1;
        at = word_end(tags);
        if (strlen(tags) > PROTO_TAGS)
            return false;
        line->tags = tags;
    }
    at += strspn(at, " ");
    if (*at == ':') {
        char *source = at + 1;
        at = word_end(source);
        parse_source(line, source);
    }
    char *command = at;
    at = word_end(command);
    for (char *c = command; *c != '\0'; c++) {
        *c = proto_fold_char(PROTO_ASCII, *c);
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9'))
            return false;
        if (*c >= 'a')
            *c = (char)(*c - 'a' + 'A');
    }
    line->command = command;
    while (*at != '\0' && line->count < PROTO_PARAMS) {
        if (*at == ':') {
            line->params[line->count++] = at + 1;
            break;
        }
        char *param = at;
        at = word_end(param);
        line->params[line->count++] = param;
    }
    return *command != '\0';
}

const char *proto_param(const struct proto_line *line, unsigned n)
{
    return n < line->count ? line->params[n] : "";
}

static char tag_unescape(char c)
{
    switch (c) {
    case ':':
        return ';';
    case 's':
        return ' ';
    case 'r':
        return '\r';
    case 'n':
        return '\n';
    default:
        return c;
    }
}

static bool tag_value(const char *at, size_t length, char *value, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        char c = at[i];
        if (c == '\\') {
            if (++i == length)
                break;
            c = tag_unescape(at[i]);
        }
        if (used + 1 >= size)
            return false;
        value[used++] = c;
    }
    if (size > 0)
        value[used] = '\0';
    return size > 0;
}

/* Finds the value of a tag, `length` bytes as they came; NULL: there is no such tag. If a tag is
 * there twice, the last one counts. */
static const char *find_tag(const struct proto_line *line, const char *key, size_t *length)
{
    const char *found = NULL;
    size_t key_length = strlen(key);
    for (const char *at = line->tags; *at != '\0';) {
        size_t whole = strcspn(at, ";");
        size_t name = strcspn(at, "=;");
        if (name == key_length && memcmp(at, key, name) == 0) {
            bool has = name < whole;
            found = at + name + has;
            *length = whole - name - has;
        }
        at += whole + (at[whole] == ';');
    }
    return found;
}

bool proto_has_tag(const struct proto_line *line, const char *key)
{
    size_t length;
    return find_tag(line, key, &length) != NULL;
}

bool proto_tag(const struct proto_line *line, const char *key, char *value, size_t size)
{
    size_t length;
    const char *found = find_tag(line, key, &length);
    return found != NULL && tag_value(found, length, value, size);
}

static bool is_clean(const char *text)
{
    return text[strcspn(text, "\r\n")] == '\0';
}

static bool append_bytes(char *out, size_t size, size_t *used, const char *text)
{
    size_t length = strlen(text);
    if (length >= size - *used)
        return false;
    memcpy(out + *used, text, length + 1);
    *used += length;
    return true;
}

size_t proto_write(char *out, size_t size, const char *command, const char *const *middles,
                   const char *text)
{
    size_t used = 0;
    if (size == 0 || *command == '\0' || command[strcspn(command, " \r\n:")] != '\0' ||
        !append_bytes(out, size, &used, command))
        return 0;
    for (; *middles != NULL; middles++) {
        const char *middle = *middles;
        if (*middle == '\0' || *middle == ':' || middle[strcspn(middle, " \r\n")] != '\0' ||
            !append_bytes(out, size, &used, " ") || !append_bytes(out, size, &used, middle))
            return 0;
    }
    if (text != NULL && (!is_clean(text) || !append_bytes(out, size, &used, " :") ||
                         !append_bytes(out, size, &used, text)))
        return 0;
    return append_bytes(out, size, &used, "\r\n") ? used : 0;
}

char proto_fold_char(enum proto_casemap map, char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    if (map == PROTO_ASCII)
        return c;
    if (c >= '[' && c <= ']')
        return (char)(c - '[' + '{');
    return map == PROTO_RFC1459 && c == '^' ? '~' : c;
}

bool proto_fold(enum proto_casemap map, const char *text, char *out, size_t size)
{
    size_t i = 0;
    for (; text[i] != '\0' && i + 1 < size; i++)
        out[i] = proto_fold_char(map, text[i]);
    if (size > 0)
        out[i] = '\0';
    return size > 0 && text[i] == '\0';
}

bool proto_same(enum proto_casemap map, const char *a, const char *b)
{
    while (*a != '\0' && proto_fold_char(map, *a) == proto_fold_char(map, *b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* On a mismatch the last '*' takes one more byte. Earlier ones need no new try: the last one can
 * match all that they could. */
bool proto_mask(enum proto_casemap map, const char *mask, const char *text)
{
    const char *star = NULL;
    const char *from = NULL;
    while (*text != '\0') {
        if (*mask == '*') {
            star = mask++;
            from = text;
        } else if (*mask != '\0' &&
                   (*mask == '?' || proto_fold_char(map, *mask) == proto_fold_char(map, *text))) {
            mask++;
            text++;
        } else if (star != NULL) {
            mask = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    return mask[strspn(mask, "*")] == '\0';
}

size_t proto_budget(size_t line, size_t source, const char *command, size_t target)
{
    size_t frame = 1 + source + 1 + strlen(command) + 1 + target + 2 + 2;
    return line > frame ? line - frame : 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the length of the colour numbers behind a colour code: "4", "04", "04,12". */
static size_t colour_digits(const char *text)
{
    size_t n = 0;
    while (n < 2 && is_digit(text[n]))
        n++;
    if (n > 0 && text[n] == ',' && is_digit(text[n + 1])) {
        n += 2;
        n += is_digit(text[n]);
    }
    return n;
}

void proto_strip(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        switch (*at) {
        case 0x03:
            at++;
            at += colour_digits(at);
            break;
        case 0x04: {
            size_t hex = strspn(at + 1, "0123456789abcdefABCDEF");
            at += 1 + (hex >= 6 ? 6 : 0);
            break;
        }
        case 0x02: /* bold */
        case 0x0f: /* plain */
        case 0x11: /* monospace */
        case 0x16: /* reverse */
        case 0x1d: /* italic */
        case 0x1e: /* struck */
        case 0x1f: /* underlined */
            at++;
            break;
        default:
            *to++ = *at++;
        }
    }
    *to = '\0';
}

/* Returns the length of a server's name at `text`; 0: there is none. A name has at least two labels
 * of letters, digits, '-' or '*' with dots between. */
static size_t server_name(const char *text)
{
    size_t length = 0;
    size_t label = 0;
    bool dot = false;
    for (;; length++) {
        char c = proto_fold_char(PROTO_ASCII, text[length]);
        if ((c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '*') {
            label++;
        } else if (c == '.' && label > 0) {
            dot = true;
            label = 0;
        } else {
            break;
        }
    }
    return dot && label > 0 ? length : 0;
}

bool proto_netsplit(const char *words)
{
    size_t first = server_name(words);
    if (first == 0 || words[first] != ' ')
        return false;
    size_t second = server_name(words + first + 1);
    return second > 0 && words[first + 1 + second] == '\0';
}
