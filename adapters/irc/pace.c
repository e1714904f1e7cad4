#include "pace.h"

#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include <utlist.h>

#include "proto.h"

static const char separator[] = " \xc2\xb7 "; /* between lines that go as one */

struct pace_line {
    struct pace_line *next;
    size_t length;
    uint32_t topic;
    size_t head, most; /* as in struct pace_way */
    char text[];
};

struct pace_lane {
    UT_hash_handle hh;
    struct pace_lane *prev, *next; /* in the ring */
    struct pace_line *first, *last;
    char name[]; /* 'u' and a user, 'c' and a channel, or nothing: the server */
};

enum {
    NAME_MOST = PROTO_CHANNEL + 1,
    OVERTAKEN_MOST = 4,
    UNREAD_MOST = 1024, /* bytes, with the usual */
    BURST_USUAL = 5
};

void pace_init(struct pace *pace, unsigned burst, unsigned rate)
{
    *pace = (struct pace){.line_cost = rate ? 60000U / rate : 0};
    if (rate && pace->line_cost == 0) {
        pace->line_cost = 1;
    }
    pace->ahead = pace->line_cost * (burst ? burst : 1);
    pace->unread_most = UNREAD_MOST;
    if (burst > BURST_USUAL) {
        pace->unread_most = (size_t)UNREAD_MOST * burst / BURST_USUAL;
    }
}

void pace_forgive(struct pace *pace)
{
    pace->clock = 0;
    pace->unread = 0;
}

/* -- lanes -- */

static bool name_of(char name[NAME_MOST], const struct pace_way *way)
{
    size_t length = way && way->to ? strlen(way->to) : 0;
    name[0] = '\0';
    if (length + 2 > NAME_MOST) {
        return false;
    }
    if (length > 0) {
        name[0] = way->whisper ? 'u' : 'c';
        memcpy(name + 1, way->to, length + 1);
    }
    return true;
}

static struct pace_lane *find_lane(const struct pace *pace, enum pace_class class, const char *name)
{
    struct pace_lane *lane;
    HASH_FIND_STR(pace->lanes[class].named, name, lane);
    return lane;
}

/* Finds or makes a lane, which waits for its turn behind all others; NULL: memory is out. */
static struct pace_lane *open_lane(struct pace *pace, enum pace_class class, const char *name)
{
    struct pace_class_lanes *lanes = &pace->lanes[class];
    struct pace_lane *lane = find_lane(pace, class, name);
    if (lane) {
        return lane;
    }
    size_t length = strlen(name);
    lane = calloc(1, sizeof *lane + length + 1);
    if (!lane) {
        return NULL;
    }
    memcpy(lane->name, name, length);
    HASH_ADD_STR(lanes->named, name, lane);
    if (!lane->hh.tbl) {
        free(lane);
        return NULL;
    }
    DL_APPEND(lanes->turn, lane);
    return lane;
}

static void close_lane(struct pace *pace, enum pace_class class, struct pace_lane *lane)
{
    struct pace_class_lanes *lanes = &pace->lanes[class];
    HASH_DEL(lanes->named, lane); /* NOLINT(clang-analyzer-*): of uthash's making */
    DL_DELETE(lanes->turn, lane);
    free(lane);
}

static size_t size_of(const struct pace_line *line)
{
    return sizeof *line + line->length;
}

static void lane_put(struct pace *pace, struct pace_lane *lane, struct pace_line *line)
{
    line->next = NULL;
    if (lane->last) {
        lane->last->next = line;
    } else {
        lane->first = line;
    }
    lane->last = line;
    pace->bytes += size_of(line);
}

static struct pace_line *lane_take(struct pace *pace, struct pace_lane *lane)
{
    struct pace_line *line = lane->first;
    lane->first = line->next;
    if (!line->next) {
        lane->last = NULL;
    }
    pace->bytes -= size_of(line);
    return line;
}

void pace_clear(struct pace *pace)
{
    for (int class = 0; class < PACE_CLASSES; class ++) {
        struct pace_lane *lane;
        while ((lane = pace->lanes[class].turn)) {
            while (lane->first) {
                free(lane_take(pace, lane));
            }
            close_lane(pace, (enum pace_class) class, lane);
        }
    }
    pace->clock = 0;
    pace->unread = 0;
}

/* -- in and out -- */

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

static struct pace_line *line_create(const struct pace_line *like, const char *text, size_t length)
{
    struct pace_line *line = malloc(sizeof *line + length);
    if (line) {
        *line = *like;
        line->length = length;
        memcpy(line->text, text, length);
    }
    return line;
}

bool pace_put(struct pace *pace, enum pace_class class, const struct pace_way *way,
              const char *text, size_t length)
{
    char name[NAME_MOST] = "";
    struct pace_line like = {
        .topic = way ? way->topic : 0, .head = way ? way->head : 0, .most = way ? way->most : 0};
    if (length == 0 || pace->bytes > bytes_most(class) || !name_of(name, way)) {
        return false;
    }
    struct pace_lane *lane = find_lane(pace, class, name);
    if (class == PACE_INFO && lane && lane->last->length == length &&
        memcmp(lane->last->text, text, length) == 0) {
        return true; /* said once more, it says no more */
    }
    struct pace_line *line = line_create(&like, text, length);
    lane = line ? open_lane(pace, class, name) : NULL;
    if (!lane) {
        free(line);
        return false;
    }
    lane_put(pace, lane, line);
    return true;
}

/* The most urgent class that waits; but none is put off for as long as the others go on. */
static int next_class(const struct pace *pace)
{
    int next = PACE_CLASSES;
    for (int class = PACE_CLASSES - 1; class >= 0; class --) {
        if (pace->lanes[class].turn && (next == PACE_CLASSES || class == PACE_URGENT ||
                                        pace->overtaken[next] < OVERTAKEN_MOST)) {
            next = class;
        }
    }
    return next;
}

/* A line of that class goes, past what waits behind it. */
static void overtake(struct pace *pace, int class)
{
    pace->overtaken[class] = 0;
    for (int behind = class + 1; class != PACE_URGENT && behind < PACE_CLASSES; behind++) {
        pace->overtaken[behind] = pace->lanes[behind].turn ? pace->overtaken[behind] + 1 : 0;
    }
}

/* When the server has read enough for so many bytes more: it reads at the rate of the clock. */
static uint64_t room_due(const struct pace *pace, size_t length)
{
    if (pace->unread == 0 || pace->unread + length <= pace->unread_most) {
        return 0;
    }
    size_t rest = length < pace->unread_most ? pace->unread_most - length : 0;
    return pace->clock - (pace->clock - pace->unread_at) * rest / pace->unread;
}

static void add_unread(struct pace *pace, uint64_t now, size_t length)
{
    if (now >= pace->clock) {
        pace->unread = 0;
    } else if (now > pace->unread_at) {
        uint64_t left = pace->unread * (pace->clock - now);
        pace->unread = (size_t)(left / (pace->clock - pace->unread_at));
    }
    pace->unread_at = now;
    pace->unread += length;
}

uint64_t pace_due(const struct pace *pace)
{
    int class = next_class(pace);
    if (class == PACE_CLASSES) {
        return UINT64_MAX;
    }
    if (class == PACE_URGENT || pace->line_cost == 0) {
        return 0;
    }
    uint64_t clock_due = pace->clock < pace->ahead ? 0 : pace->clock - pace->ahead + 1;
    uint64_t due = room_due(pace, pace->lanes[class].turn->first->length);
    return due > clock_due ? due : clock_due;
}

/* The default rate makes it 2 s a line and 1 s for 120 bytes. */
static uint64_t cost(const struct pace *pace, size_t length)
{
    return pace->line_cost + pace->line_cost * length / 240;
}

/* Joins what waits next in the lane to the line of `length` bytes in `out`; gives the new length.
 */
static size_t join(struct pace *pace, struct pace_lane *lane, const struct pace_line *line,
                   char *out, size_t length, size_t size)
{
    size_t most = line->most < size ? line->most : size, between = sizeof separator - 1;
    while (lane->first && line->head > 2 && lane->first->head == line->head &&
           memcmp(lane->first->text, out, line->head) == 0 &&
           length - 2 + between + lane->first->length - line->head <= most) {
        struct pace_line *more = lane_take(pace, lane);
        length -= 2; /* CRLF */
        memcpy(out + length, separator, between);
        length += between;
        memcpy(out + length, more->text + more->head, more->length - more->head);
        length += more->length - more->head;
        free(more);
    }
    return length;
}

size_t pace_take(struct pace *pace, uint64_t now, char *out, size_t size)
{
    int class = next_class(pace);
    if (class == PACE_CLASSES || pace_due(pace) > now ||
        pace->lanes[class].turn->first->length > size) {
        return 0;
    }
    struct pace_class_lanes *lanes = &pace->lanes[class];
    struct pace_lane *lane = lanes->turn;
    struct pace_line *line = lane_take(pace, lane);
    size_t length = line->length;
    memcpy(out, line->text, length);
    if (pace->line_cost > 0) {
        add_unread(pace, now, 0);
    }
    size_t rest = pace->unread < pace->unread_most ? pace->unread_most - pace->unread : 0;
    if (pace->clock > now + pace->ahead / 2 && rest > length) { /* half of the burst is used up */
        size = size < rest ? size : rest;
        length = join(pace, lane, line, out, length, size);
    }
    free(line);
    if (lane->first) {
        DL_DELETE(lanes->turn, lane);
        DL_APPEND(lanes->turn, lane);
    } else {
        close_lane(pace, (enum pace_class) class, lane);
    }
    overtake(pace, class);
    pace->clock = (pace->clock > now ? pace->clock : now) + cost(pace, length);
    pace->unread += length;
    return length;
}

/* -- users -- */

static struct pace_lane *lane_of(const struct pace *pace, int class, const char *user)
{
    char name[NAME_MOST] = "";
    const struct pace_way way = {.to = user, .whisper = true};
    return name_of(name, &way) ? find_lane(pace, (enum pace_class) class, name) : NULL;
}

bool pace_waits(const struct pace *pace, const char *user)
{
    for (int class = 0; class < PACE_CLASSES; class ++) {
        if (lane_of(pace, class, user)) {
            return true;
        }
    }
    return false;
}

/* `topic` 0: of any. */
static unsigned drop(struct pace *pace, const char *user, uint32_t topic)
{
    unsigned dropped = 0;
    for (int class = 0; class < PACE_CLASSES; class ++) {
        struct pace_lane *lane = lane_of(pace, class, user);
        struct pace_line *line = lane ? lane->first : NULL;
        if (!lane) {
            continue;
        }
        lane->first = lane->last = NULL;
        while (line) {
            struct pace_line *next = line->next;
            pace->bytes -= size_of(line);
            if (topic == 0 || line->topic == topic) {
                free(line);
                dropped++;
            } else {
                lane_put(pace, lane, line);
            }
            line = next;
        }
        if (!lane->first) {
            close_lane(pace, (enum pace_class) class, lane);
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

/* Moves a line to another lane, rewritten; the bytes of its text that are its head change with the
 * length of the name in it. */
static void readdress(struct pace *pace, struct pace_lane *to, const struct pace_line *line,
                      size_t longer,
                      size_t (*rewrite)(void *arg, const char *line, char *out, size_t size),
                      void *arg)
{
    char old[PROTO_LINE_MOST + 1];
    char new[PROTO_LINE_MOST + 1];
    size_t length = line->length < sizeof old ? line->length : sizeof old - 1;
    memcpy(old, line->text, length);
    old[length] = '\0';
    length = rewrite(arg, old, new, sizeof new);
    struct pace_line *fresh = length ? line_create(line, new, length) : NULL;
    if (fresh) {
        fresh->head += fresh->head ? longer : 0;
        lane_put(pace, to, fresh);
    }
}

void pace_rename(struct pace *pace, const char *user, const char *new_user,
                 size_t (*rewrite)(void *arg, const char *line, char *out, size_t size), void *arg)
{
    char name[NAME_MOST] = "";
    const struct pace_way way = {.to = new_user, .whisper = true};
    bool known = name_of(name, &way);
    for (int class = 0; class < PACE_CLASSES; class ++) {
        struct pace_lane *from = lane_of(pace, class, user);
        struct pace_lane *to =
            from && known ? open_lane(pace, (enum pace_class) class, name) : NULL;
        if (!from || from == to) {
            continue;
        }
        while (from->first) {
            struct pace_line *line = lane_take(pace, from);
            if (to) {
                readdress(pace, to, line, strlen(new_user) - strlen(user), rewrite, arg);
            }
            free(line);
        }
        close_lane(pace, (enum pace_class) class, from);
        if (to && !to->first) {
            close_lane(pace, (enum pace_class) class, to);
        }
    }
}
