#include "pace.h"

#include <stdlib.h>
#include <string.h>

#include "proto.h"

struct pace_line {
    struct pace_line *next;
    size_t length;
    size_t user; /* offset of the user's name in text, 0: none */
    uint32_t topic;
    size_t size; /* of text */
    char text[];
};

void pace_init(struct pace *pace, unsigned burst, unsigned rate)
{
    *pace = (struct pace){.line_cost = rate ? 60000U / rate : 0};
    if (rate && pace->line_cost == 0) {
        pace->line_cost = 1;
    }
    pace->ahead = pace->line_cost * (burst ? burst : 1);
}

void pace_clear(struct pace *pace)
{
    for (int class = 0; class < PACE_CLASSES; class ++) {
        struct pace_line *line = pace->first[class];
        while (line) {
            struct pace_line *next = line->next;
            free(line);
            line = next;
        }
        pace->first[class] = pace->last[class] = NULL;
    }
    pace->bytes = 0;
    pace->clock = 0;
}

void pace_forgive(struct pace *pace)
{
    pace->clock = 0;
}

static struct pace_line *line_create(const char *user, uint32_t topic, const char *text,
                                     size_t length)
{
    size_t name = user ? strlen(user) + 1 : 0;
    struct pace_line *line = malloc(sizeof *line + length + name);
    if (!line) {
        return NULL;
    }
    *line = (struct pace_line){.length = length,
                               .user = name ? length : 0,
                               .topic = topic,
                               .size = sizeof *line + length + name};
    memcpy(line->text, text, length);
    if (name) {
        memcpy(line->text + length, user, name);
    }
    return line;
}

static size_t bytes_most(enum pace_class class)
{
    switch (class) {
    case PACE_URGENT:
        return SIZE_MAX;
    case PACE_INFO:
        return PACE_INFO_BYTES;
    default:
        return PACE_BYTES;
    }
}

bool pace_put(struct pace *pace, enum pace_class class, const char *user, uint32_t topic,
              const char *text, size_t length)
{
    if (length == 0 || pace->bytes > bytes_most(class)) {
        return false;
    }
    struct pace_line *line = line_create(user, topic, text, length);
    if (!line) {
        return false;
    }
    if (pace->last[class]) {
        pace->last[class]->next = line;
    } else {
        pace->first[class] = line;
    }
    pace->last[class] = line;
    pace->bytes += line->size;
    return true;
}

static int next_class(const struct pace *pace)
{
    int class = 0;
    while (class < PACE_CLASSES && !pace->first[class]) {
        class ++;
    }
    return class;
}

uint64_t pace_due(const struct pace *pace)
{
    int class = next_class(pace);
    if (class == PACE_CLASSES) {
        return UINT64_MAX;
    }
    if (class == PACE_URGENT || pace->line_cost == 0 || pace->clock < pace->ahead) {
        return 0;
    }
    return pace->clock - pace->ahead + 1;
}

/* The default rate makes it 2 s a line and 1 s for 120 bytes. */
static uint64_t cost(const struct pace *pace, size_t length)
{
    return pace->line_cost + pace->line_cost * length / 240;
}

size_t pace_take(struct pace *pace, uint64_t now, char *out, size_t size)
{
    int class = next_class(pace);
    if (class == PACE_CLASSES || pace_due(pace) > now || pace->first[class]->length > size) {
        return 0;
    }
    struct pace_line *line = pace->first[class];
    size_t length = line->length;
    memcpy(out, line->text, length);
    pace->first[class] = line->next;
    if (!line->next) {
        pace->last[class] = NULL;
    }
    pace->bytes -= line->size;
    pace->clock = (pace->clock > now ? pace->clock : now) + cost(pace, length);
    free(line);
    return length;
}

static bool for_user(const struct pace_line *line, const char *user)
{
    return line->user && strcmp(line->text + line->user, user) == 0;
}

bool pace_waits(const struct pace *pace, const char *user)
{
    for (int class = 0; class < PACE_CLASSES; class ++) {
        for (const struct pace_line *line = pace->first[class]; line; line = line->next) {
            if (for_user(line, user)) {
                return true;
            }
        }
    }
    return false;
}

/* Exchanges the line at `slot` for `fresh`, or takes it out (NULL). */
static void replace(struct pace *pace, struct pace_line **slot, struct pace_line *fresh)
{
    struct pace_line *line = *slot;
    pace->bytes -= line->size;
    if (fresh) {
        fresh->next = line->next;
        pace->bytes += fresh->size;
        *slot = fresh;
    } else {
        *slot = line->next;
    }
    free(line);
}

static void find_last(struct pace *pace, int class)
{
    pace->last[class] = pace->first[class];
    while (pace->last[class] && pace->last[class]->next) {
        pace->last[class] = pace->last[class]->next;
    }
}

/* `topic` 0: of any. */
static unsigned drop(struct pace *pace, const char *user, uint32_t topic)
{
    unsigned dropped = 0;
    for (int class = 0; class < PACE_CLASSES; class ++) {
        unsigned before = dropped;
        for (struct pace_line **slot = &pace->first[class]; *slot;) {
            if (for_user(*slot, user) && (topic == 0 || (*slot)->topic == topic)) {
                replace(pace, slot, NULL);
                dropped++;
            } else {
                slot = &(*slot)->next;
            }
        }
        if (dropped != before) {
            find_last(pace, class);
        }
    }
    return dropped;
}

unsigned pace_forget(struct pace *pace, const char *user)
{
    return drop(pace, user, 0);
}

unsigned pace_supersede(struct pace *pace, const char *user, uint32_t topic)
{
    return topic != 0 ? drop(pace, user, topic) : 0;
}

void pace_rename(struct pace *pace, const char *user, const char *new_user,
                 size_t (*rewrite)(void *arg, const char *line, char *out, size_t size), void *arg)
{
    char old[PROTO_LINE_MOST + 1];
    char new[PROTO_LINE_MOST + 1];
    for (int class = 0; class < PACE_CLASSES; class ++) {
        bool changed = false;
        for (struct pace_line **slot = &pace->first[class]; *slot;) {
            struct pace_line *line = *slot;
            if (!for_user(line, user)) {
                slot = &line->next;
                continue;
            }
            size_t length = line->length < sizeof old ? line->length : sizeof old - 1;
            memcpy(old, line->text, length);
            old[length] = '\0';
            length = rewrite(arg, old, new, sizeof new);
            struct pace_line *fresh =
                length ? line_create(new_user, line->topic, new, length) : NULL;
            replace(pace, slot, fresh);
            changed = true;
            if (fresh) {
                slot = &fresh->next;
            }
        }
        if (changed) {
            find_last(pace, class);
        }
    }
}
