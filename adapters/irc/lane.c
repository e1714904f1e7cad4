#include "lane.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

static size_t size_of(const struct pace_line *line)
{
    return sizeof *line + line->length;
}

static size_t lane_size(const struct pace_lane *lane)
{
    return sizeof *lane + strlen(lane->name) + 1;
}

static void add_bytes(struct pace *pace, const struct pace_lane *lane, size_t size)
{
    pace->bytes += size;
    pace->urgent += lane->class == PACE_URGENT ? size : 0;
}

static void remove_bytes(struct pace *pace, const struct pace_lane *lane, size_t size)
{
    pace->bytes -= size;
    pace->urgent -= lane->class == PACE_URGENT ? size : 0;
}

struct pace_lane *lane_find(const struct pace *pace, enum pace_class class, const char *name)
{
    struct pace_lane *lane;
    HASH_FIND_STR(pace->lanes[class].named, name, lane);
    return lane;
}

struct pace_lane *lane_open(struct pace *pace, enum pace_class class, const char *name)
{
    struct pace_class_lanes *lanes = &pace->lanes[class];
    struct pace_lane *lane = lane_find(pace, class, name);
    if (lane) {
        return lane;
    }
    size_t length = strlen(name);
    lane = calloc(1, sizeof *lane + length + 1);
    if (!lane) {
        return NULL;
    }
    lane->class = (uint8_t) class;
    memcpy(lane->name, name, length);
    HASH_ADD_STR(lanes->named, name, lane);
    if (!lane->hh.tbl) {
        free(lane);
        return NULL;
    }
    DL_APPEND(lanes->turn, lane);
    add_bytes(pace, lane, lane_size(lane));
    return lane;
}

void lane_close(struct pace *pace, enum pace_class class, struct pace_lane *lane)
{
    struct pace_class_lanes *lanes = &pace->lanes[class];
    HASH_DEL(lanes->named, lane); /* NOLINT(clang-analyzer-*): of uthash's making */
    DL_DELETE(lanes->turn, lane);
    remove_bytes(pace, lane, lane_size(lane));
    free(lane);
}

/* Counts what of it is a table's, `more` or less of it. */
static void count_text(struct pace *pace, const struct pace_lane *lane,
                       const struct pace_line *line, bool more)
{
    size_t text = line->length - line->head;
    size_t *sum = lane->class == PACE_ALONE                              ? &pace->alone
                  : lane->class >= PACE_MOVE && lane->class != PACE_INFO ? &pace->waiting
                                                                         : NULL;
    if (sum) {
        *sum += more ? text : -text;
    }
}

void lane_put(struct pace *pace, struct pace_lane *lane, struct pace_line *line)
{
    line->next = NULL;
    if (lane->last) {
        lane->last->next = line;
    } else {
        lane->first = line;
    }
    lane->last = line;
    add_bytes(pace, lane, size_of(line));
    count_text(pace, lane, line, true);
}

struct pace_line *lane_take(struct pace *pace, struct pace_lane *lane)
{
    struct pace_line *line = lane->first;
    lane->first = line->next;
    if (!line->next) {
        lane->last = NULL;
    }
    remove_bytes(pace, lane, size_of(line));
    count_text(pace, lane, line, false);
    return line;
}

struct pace_line *lane_line(const struct pace_line *like, const char *text, size_t length)
{
    struct pace_line *line = malloc(sizeof *line + length);
    if (line) {
        *line = *like;
        line->length = length;
        memcpy(line->text, text, length);
    }
    return line;
}

unsigned lane_drop(struct pace *pace, struct pace_lane *lane, uint32_t topic)
{
    struct pace_line *rest = lane->first;
    unsigned dropped = 0;
    lane->first = lane->last = NULL;
    while (rest) {
        struct pace_line *line = rest;
        rest = line->next;
        remove_bytes(pace, lane, size_of(line));
        count_text(pace, lane, line, false);
        if (topic == 0 || line->topic == topic) {
            free(line);
            dropped++;
        } else {
            lane_put(pace, lane, line);
        }
    }
    if (!lane->first) {
        lane_close(pace, (enum pace_class)lane->class, lane);
    }
    return dropped;
}

const struct pace_line *lane_on(const struct pace_lane *lane, uint32_t topic)
{
    const struct pace_line *line = topic ? lane->first : NULL;
    while (line && line->topic != topic) {
        line = line->next;
    }
    return line;
}

void lane_put_on(struct pace *pace, struct pace_lane *lane, struct pace_line *line, bool replaces)
{
    const struct pace_line *old = lane_on(lane, line->topic);
    uint32_t topic = line->topic;
    line->since = old ? old->since : line->since;
    line->topic = old && replaces ? 0 : topic; /* it stays */
    lane_put(pace, lane, line);
    if (old && replaces) {
        lane_drop(pace, lane, topic);
        line->topic = topic;
    }
}
