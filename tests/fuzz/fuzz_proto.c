/* Any bytes as lines: what is parsed and written again means the same, and nothing that takes codes
 * away or compares ever makes text longer. */
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/wire/proto.h"
#include "adapters/irc/wire/sts.h"
#include "base/array.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* A parameter that can stand in the middle of a line. */
static bool is_middle(const char *text)
{
    return *text != '\0' && *text != ':' && !strchr(text, ' ');
}

static void write_again(const struct proto_line *line)
{
    static char out[PROTO_INPUT + PROTO_PARAMS + 8];
    const char *middles[PROTO_PARAMS + 1] = {NULL};
    unsigned last = line->count > 0 ? line->count - 1 : 0;
    for (unsigned i = 0; i < last; i++) {
        check(is_middle(line->params[i]));
        middles[i] = line->params[i];
    }
    size_t length = proto_write(out, sizeof(out), line->command, middles,
                                line->count > 0 ? line->params[last] : NULL);
    check(length > 2 && strcmp(out + length - 2, "\r\n") == 0);
    out[length - 2] = '\0';
    struct proto_line again;
    check(proto_parse(&again, out, length - 2));
    check(again.count == line->count && strcmp(again.command, line->command) == 0);
    for (unsigned i = 0; i < line->count; i++)
        check(strcmp(again.params[i], line->params[i]) == 0);
}

static void compare(const char *text)
{
    static char copy[PROTO_INPUT + 1];
    static char folded[PROTO_INPUT + 1];
    size_t length = strlen(text);
    memcpy(copy, text, length + 1);
    proto_strip(copy);
    check(strlen(copy) <= length);
    for (enum proto_casemap map = PROTO_RFC1459; map <= PROTO_ASCII; map++) {
        check(proto_fold(map, text, folded, sizeof(folded)) && strlen(folded) == length);
        check(proto_same(map, text, folded) && proto_mask(map, "*", text));
        check(strpbrk(text, "*?") || proto_mask(map, folded, text));
    }
    struct sts_offer offer;
    sts_parse(&offer, text, length);
    check(offer.port <= 65535);
    (void)proto_netsplit(text);
}

static bool on_line(void *arg, char *text, size_t length)
{
    static char value[PROTO_TAGS + 1];
    static const char *const keys[] = {"account", "batch", "bot", "label", "time", ""};
    struct proto_line line;
    unsigned *lines = arg;
    if (!proto_parse(&line, text, length))
        return true;
    check(line.count <= PROTO_PARAMS);
    for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
        if (proto_tag(&line, keys[i], value, sizeof(value)))
            check(strlen(value) <= strlen(line.tags));
    }
    write_again(&line);
    compare(proto_param(&line, line.count - 1));
    compare(line.nick);
    return ++*lines < 1000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct proto_input input;
    unsigned lines = 0;
    proto_input_init(&input);
    size_t half = size / 2; /* in two pieces, wherever that parts a line */
    proto_input_feed(&input, (const char *)data, half, on_line, &lines);
    proto_input_feed(&input, (const char *)data + half, size - half, on_line, &lines);
    return 0;
}
