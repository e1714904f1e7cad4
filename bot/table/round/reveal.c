#include "reveal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/message.h"
#include "engine/notation.h"

static void add_parts(struct message *message, char kind, unsigned number, const char *value)
{
    size_t length = strlen(value);
    unsigned parts = (unsigned)((length + REVEAL_PART - 1) / REVEAL_PART);
    for (unsigned part = 1; part <= parts; part++, value += REVEAL_PART) {
        char line[REVEAL_PART + 32];
        snprintf(line, sizeof(line), "\n%c%u.%u/%u=%.*s", kind, number, part, parts, REVEAL_PART,
                 value);
        message_text(message, line);
    }
}

/* Returns the moves as the value of an m-token, for the caller to free; NULL when memory is out. */
static char *encode_moves(const char *actions)
{
    size_t size = 3 * strlen(actions) + 1;
    char *text = malloc(size);
    struct buf buf;
    if (text == NULL)
        return NULL;
    buf_init(&buf, text, size);
    for (const char *at = actions; *at != '\0';) {
        char word[ACTION_TEXT];
        char encoded[3 * ACTION_TEXT];
        size_t length = strcspn(at, " \n");
        snprintf(word, sizeof(word), "%.*s", (int)length, at);
        if (setup_encode(word, encoded, sizeof(encoded)))
            buf_add(&buf, encoded);
        at += length;
        if (*at == ' ' || (*at == '\n' && at[1] != '\0'))
            buf_add_char(&buf, *at == ' ' ? '.' : ',');
        at += *at != '\0';
    }
    return text;
}

void reveal_add(struct message *message, const struct setup_kept *kept, const char *actions)
{
    char *moves = encode_moves(actions);
    add_parts(message, 't', kept->shuffle, kept->text);
    if (moves != NULL)
        add_parts(message, 'm', kept->shuffle, moves);
    free(moves);
}
