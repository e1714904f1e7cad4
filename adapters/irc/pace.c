#include "pace.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "lane.h"
#include "proto.h"

static const char separator[] = " \xc2\xb7 "; /* between lines that go as one */

enum {
    NAME_MOST = PROTO_CHANNEL + 1,
    OVERTAKEN_MOST = 4,
    CURIOUS_MOST = 20000, /* ms; then they have one line in five, too */
    JOIN_AFTER = 3000,    /* ms that a line waits before it goes together with others */
    JOINED = 400,         /* bytes of text that surely go in a line */
    LOOK_MOST = 100,      /* lanes, to find the place of one */
};

void pace_init(struct pace *pace)
{
    *pace = (struct pace){.clock = 0};
}

void pace_limit(struct pace *pace, const struct pace_limits *limits)
{
    pace->limits = *limits;
    pace->ahead = (uint64_t)limits->line_ms * (limits->burst ? limits->burst : 1);
    pace->clock = 0;
    pace->unread = 0;
    window_init(&pace->window, limits->lines, limits->bytes);
}

void pace_time(struct pace *pace, uint64_t now)
{
    pace->now = now > pace->now ? now : pace->now;
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

void pace_clear(struct pace *pace)
{
    for (int class = 0; class < PACE_CLASSES; class ++) {
        struct pace_lane *lane;
        while ((lane = pace->lanes[class].turn)) {
            while (lane->first) {
                free(lane_take(pace, lane));
            }
            lane_close(pace, (enum pace_class) class, lane);
        }
    }
    pace->clock = 0;
    pace->unread = 0;
    window_init(&pace->window, pace->limits.lines, pace->limits.bytes);
}

/* -- in and out -- */

static bool is_full(const struct pace *pace, enum pace_class class)
{
    if (class == PACE_URGENT) {
        return pace->urgent > PACE_URGENT_BYTES;
    }
    return pace->bytes > (class == PACE_INFO ? PACE_INFO_BYTES : PACE_BYTES);
}

/* What a newer line of a channel makes stale goes. */
static void freshen(struct pace *pace, const char *name)
{
    for (int class = PACE_MOVE; class <= PACE_ONE; class ++) {
        struct pace_lane *lane = lane_find(pace, (enum pace_class) class, name);
        if (lane) {
            lane_drop(pace, lane, PACE_STALE);
        }
    }
}

/* A lane goes before those whose lines have not waited for long. */
static void advance(struct pace *pace, struct pace_lane *lane)
{
    struct pace_lane **turn = &pace->lanes[lane->class].turn;
    struct pace_lane *at = *turn;
    for (unsigned i = 0; i < LOOK_MOST && at && at != lane &&
                         (pace->now - at->first->since > JOIN_AFTER || at->ahead);
         i++) {
        at = at->next;
    }
    lane->ahead = true;
    if (at && at != lane) {
        DL_DELETE(*turn, lane);
        DL_PREPEND_ELEM(*turn, at, lane);
    }
}

/* What waits for a channel in later classes goes before a line of its lane: a channel is told in
 * order. */
static void take_along(struct pace *pace, struct pace_lane *to)
{
    for (int class = PACE_TABLE; class <= PACE_ONE; class ++) {
        struct pace_lane *from =
            class > to->class ? lane_find(pace, (enum pace_class) class, to->name) : NULL;
        while (from && from->first) {
            struct pace_line *line = lane_take(pace, from);
            line->late = true;
            lane_put(pace, to, line);
        }
        if (from) {
            lane_close(pace, (enum pace_class) class, from);
        }
    }
}

/* A whisper's older ones on its topic, which their table said in other classes. */
static void supersede(struct pace *pace, enum pace_class but, const char *name, uint32_t topic)
{
    for (int class = PACE_MOVE; topic && class < PACE_CLASSES; class ++) {
        struct pace_lane *lane =
            class != (int)but ? lane_find(pace, (enum pace_class) class, name) : NULL;
        if (lane) {
            lane_drop(pace, lane, topic);
        }
    }
}

bool pace_put(struct pace *pace, enum pace_class class, const struct pace_way *way,
              const char *text, size_t length)
{
    char name[NAME_MOST] = "";
    struct pace_line like = {.since = pace->now,
                             .topic = way ? way->topic : 0,
                             .head = way ? way->head : 0,
                             .most = way ? way->most : 0};
    if (length == 0 || is_full(pace, class) || !name_of(name, way)) {
        return false;
    }
    bool channel = *name == 'c';
    if (channel && class == PACE_ONE && lane_find(pace, PACE_TABLE, name)) {
        class = PACE_TABLE; /* somebody left the table: a channel is told in order */
    }
    struct pace_lane *lane = lane_find(pace, class, name);
    if (class == PACE_INFO && lane && lane->last->length == length &&
        memcmp(lane->last->text, text, length) == 0) {
        return true; /* said once more, it says no more */
    }
    struct pace_line *line = lane_line(&like, text, length);
    if (line && channel && class >= PACE_MOVE && class <= PACE_ONE) {
        freshen(pace, name);
    }
    if (line && way && way->replaces) {
        supersede(pace, class, name, way->topic);
    }
    lane = line ? lane_open(pace, class, name) : NULL;
    if (!lane) {
        free(line);
        return false;
    }
    if (channel && (class == PACE_MOVE || class == PACE_TABLE)) {
        take_along(pace, lane);
    }
    lane_put_on(pace, lane, line, way && way->replaces);
    if (way && way->first && class != PACE_MOVE) {
        advance(pace, lane);
    }
    return true;
}

/* A line of that class goes, past what waits behind it. */
static void overtake(struct pace *pace, int class)
{
    pace->overtaken[class] = 0;
    for (int behind = class + 1; class != PACE_URGENT && behind < PACE_CLASSES; behind++) {
        pace->overtaken[behind] = pace->lanes[behind].turn ? pace->overtaken[behind] + 1 : 0;
    }
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

/* When the server has read enough for so many bytes more: it reads at the rate of the clock. */
static uint64_t room_due(const struct pace *pace, size_t length)
{
    if (pace->unread == 0 || pace->limits.unread == 0 ||
        pace->unread + length <= pace->limits.unread) {
        return 0;
    }
    size_t rest = length < pace->limits.unread ? pace->limits.unread - length : 0;
    return pace->clock - (pace->clock - pace->unread_at) * rest / pace->unread;
}

/* How far the clock may be ahead for lines of that class: the end of the burst is for moves, and
 * half of it not for the curious and private talks. */
static uint64_t ahead_of(const struct pace *pace, int class)
{
    unsigned kept =
        class <= PACE_MOVE ? 0 : (pace->limits.burst + 1) / (class >= PACE_INFO ? 2 : 4);
    uint64_t ahead = pace->ahead - (uint64_t)pace->limits.line_ms * kept;
    return ahead < pace->limits.line_ms ? pace->limits.line_ms : ahead;
}

/* When the first line of that class may go, by the allowance of another one. */
static uint64_t class_due(const struct pace *pace, int class, int allowance)
{
    uint64_t ahead = ahead_of(pace, allowance);
    if (!pace->lanes[class].turn || (class != PACE_MARK && !window_open(&pace->window))) {
        return UINT64_MAX;
    }
    if (pace->limits.line_ms == 0) {
        return 0;
    }
    uint64_t due = room_due(pace, pace->lanes[class].turn->first->length);
    /* Where bytes count, too, a line goes until the sum is reached; else it must fit as a whole. */
    uint64_t need = pace->limits.byte_us ? 1 : pace->limits.line_ms;
    uint64_t clock_due = pace->clock + need < ahead ? 0 : pace->clock + need - ahead;
    return due > clock_due ? due : clock_due;
}

/* When a line goes that was put off for as long as others went on; UINT64_MAX: it was not. */
static uint64_t starved_due(const struct pace *pace, int class)
{
    if (!pace->lanes[class].turn || pace->overtaken[class] < OVERTAKEN_MOST) {
        return UINT64_MAX;
    }
    uint64_t due = class_due(pace, class, PACE_TABLE);
    uint64_t old = class == PACE_INFO ? pace->lanes[class].turn->first->since + CURIOUS_MOST : 0;
    return due > old ? due : old;
}

/* The class whose line goes now; PACE_CLASSES: none may. */
static int next_class(const struct pace *pace, uint64_t now)
{
    if (pace->lanes[PACE_URGENT].turn) {
        return PACE_URGENT;
    }
    for (int class = PACE_CLASSES - 1; class > PACE_MOVE; class --) {
        if (starved_due(pace, class) <= now) {
            return class;
        }
    }
    int class = PACE_MARK;
    while (class < PACE_CLASSES && class_due(pace, class, class) > now) {
        class ++;
    }
    return class;
}

uint64_t pace_due(const struct pace *pace)
{
    uint64_t due = UINT64_MAX;
    if (pace->lanes[PACE_URGENT].turn) {
        return 0;
    }
    for (int class = PACE_MARK; class < PACE_CLASSES; class ++) {
        uint64_t own = class_due(pace, class, class);
        uint64_t starved = starved_due(pace, class);
        own = own < starved ? own : starved;
        due = own < due ? own : due;
    }
    return due;
}

/* How long the oldest of the next lanes has waited. */
static uint64_t age_of(const struct pace *pace, int class)
{
    uint64_t oldest = pace->now;
    const struct pace_lane *lane = pace->lanes[class].turn;
    for (unsigned i = 0; i < LOOK_MOST && lane; i++) {
        oldest = lane->first->since < oldest ? lane->first->since : oldest;
        lane = lane->next;
    }
    return pace->now - oldest;
}

static bool counts(int class, bool alone)
{
    return class >= PACE_MOVE && (class <= PACE_ONE || (alone && class == PACE_ALONE));
}

uint64_t pace_behind(const struct pace *pace, bool alone)
{
    uint64_t lanes = 0;
    uint64_t age = 0;
    for (int class = 0; class < PACE_CLASSES; class ++) {
        uint64_t oldest = counts(class, alone) ? age_of(pace, class) : 0;
        lanes += counts(class, alone) ? HASH_COUNT(pace->lanes[class].named) : 0;
        age = oldest > age ? oldest : age;
    }
    if (lanes == 0 || pace->limits.line_ms == 0) {
        return 0;
    }
    uint64_t waiting = pace->waiting + (alone ? pace->alone : 0);
    uint64_t lines = waiting / JOINED > lanes ? waiting / JOINED : lanes;
    uint64_t behind = lines * pace->limits.line_ms + waiting * pace->limits.byte_us / 1000;
    uint64_t from = pace->now + ahead_of(pace, alone ? PACE_ALONE : PACE_TABLE);
    behind += pace->clock > from ? pace->clock - from : 0;
    behind += window_open(&pace->window) ? 0 : pace->now - pace->window.since;
    return behind > age ? behind : age;
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

/* What may be joined to a line that goes now: how long the whole may be; 0: nothing. */
static size_t joined_most(const struct pace *pace, int class, const struct pace_line *line,
                          size_t size)
{
    size_t most = pace->limits.unread;
    size_t rest = pace->unread < most ? most - pace->unread : 0;
    bool half = pace->clock > pace->now + ahead_of(pace, class) / 2;
    bool old = line->late || pace->now - line->since > JOIN_AFTER;
    if (pace->limits.line_ms == 0 || (!half && !old) || (most && rest <= line->length)) {
        return 0;
    }
    return most && rest < size ? rest : size;
}

size_t pace_take(struct pace *pace, uint64_t now, char *out, size_t size)
{
    pace_time(pace, now);
    int class = next_class(pace, now);
    if (class == PACE_CLASSES || pace->lanes[class].turn->first->length > size) {
        return 0;
    }
    struct pace_class_lanes *lanes = &pace->lanes[class];
    struct pace_lane *lane = lanes->turn;
    struct pace_line *line = lane_take(pace, lane);
    size_t length = line->length;
    memcpy(out, line->text, length);
    add_unread(pace, now, 0);
    size_t most = joined_most(pace, class, line, size);
    if (most > 0) {
        length = join(pace, lane, line, out, length, most);
    }
    free(line);
    if (lane->first) {
        lane->ahead = false;
        DL_DELETE(lanes->turn, lane);
        DL_APPEND(lanes->turn, lane);
    } else {
        lane_close(pace, (enum pace_class) class, lane);
    }
    overtake(pace, class);
    pace->clock = (pace->clock > now ? pace->clock : now) + pace_cost(&pace->limits, out, length);
    pace->unread += length;
    if (class > PACE_MARK) {
        window_sent(&pace->window, length);
    }
    return length;
}

/* -- users -- */

static struct pace_lane *lane_of(const struct pace *pace, int class, const char *user)
{
    char name[NAME_MOST] = "";
    const struct pace_way way = {.to = user, .whisper = true};
    return name_of(name, &way) ? lane_find(pace, (enum pace_class) class, name) : NULL;
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

bool pace_waits_with(const struct pace *pace, const char *user, const char *beginning)
{
    size_t length = strlen(beginning);
    bool found = false;
    for (int class = PACE_HAND; class < PACE_CLASSES; class ++) {
        const struct pace_lane *lane = class != PACE_INFO ? lane_of(pace, class, user) : NULL;
        found = found || (lane && lane->last->length >= length &&
                          memcmp(lane->last->text, beginning, length) == 0);
    }
    return found;
}

bool pace_waits_on(const struct pace *pace, const char *user, uint32_t topic)
{
    bool found = false;
    for (int class = PACE_HAND; class < PACE_CLASSES; class ++) {
        const struct pace_lane *lane = lane_of(pace, class, user);
        found = found || (lane && lane_on(lane, topic));
    }
    return found;
}

unsigned pace_forget(struct pace *pace, const char *user)
{
    unsigned dropped = 0;
    for (int class = 0; class < PACE_CLASSES; class ++) {
        struct pace_lane *lane = lane_of(pace, class, user);
        dropped += lane ? lane_drop(pace, lane, 0) : 0;
    }
    return dropped;
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
    struct pace_line *fresh = length ? lane_line(line, new, length) : NULL;
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
            from && known ? lane_open(pace, (enum pace_class) class, name) : NULL;
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
        lane_close(pace, (enum pace_class) class, from);
        if (to && !to->first) {
            lane_close(pace, (enum pace_class) class, to);
        }
    }
}
