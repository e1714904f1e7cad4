#include "sendq.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "adapters/irc/wire/proto.h"
#include "base/count.h"
#include "targetq.h"

static const char separator[] = " \xc2\xb7 "; /* between lines that are joined */

enum {
    TARGET_NAME_MAX = PROTO_CHANNEL + 1,
    OVERTAKEN_MAX = 4,
    INFO_WAIT_MAX = 20000, /* ms that a line of SENDQ_INFO waits before this class, too, gets one
                              line in five */
    JOIN_AFTER = 3000,     /* ms of waiting after which lines are joined */
    JOINED = 400,          /* bytes of text that fit a joined line to any target */
    LOOK_MAX = 100,        /* queues of a ring that we look at */
};

void sendq_init(struct sendq *sendq)
{
    *sendq = (struct sendq){.clock = 0};
}

void sendq_limit(struct sendq *sendq, const struct flood_limits *limits)
{
    sendq->limits = *limits;
    sendq->ahead = (uint64_t)limits->line_ms * (limits->burst ? limits->burst : 1);
    sendq->clock = 0;
    sendq->unread = 0;
    inflight_init(&sendq->inflight, limits->lines, limits->bytes);
}

void sendq_time(struct sendq *sendq, uint64_t now)
{
    sendq->now = now > sendq->now ? now : sendq->now;
}

/* -- names of queues -- */

static bool name_of(char name[TARGET_NAME_MAX], const struct sendq_target *target)
{
    size_t length = target != NULL && target->name != NULL ? strlen(target->name) : 0;
    name[0] = '\0';
    if (length + 2 > TARGET_NAME_MAX)
        return false;
    if (length > 0) {
        name[0] = target->whisper ? 'u' : 'c';
        memcpy(name + 1, target->name, length + 1);
    }
    return true;
}

void sendq_clear(struct sendq *sendq)
{
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        struct targetq *queue;
        while ((queue = sendq->queues[class].turn) != NULL) {
            while (queue->first != NULL)
                free(targetq_take(sendq, queue));
            targetq_close(sendq, (enum sendq_class) class, queue);
        }
    }
    sendq->clock = 0;
    sendq->unread = 0;
    sendq->stale_count = 0;
    inflight_init(&sendq->inflight, sendq->limits.lines, sendq->limits.bytes);
}

/* -- in and out -- */

static bool is_full(const struct sendq *sendq, enum sendq_class class)
{
    if (class == SENDQ_URGENT)
        return sendq->urgent > SENDQ_URGENT_BYTES_MAX;
    return sendq->bytes > (class == SENDQ_INFO ? SENDQ_INFO_BYTES_MAX : SENDQ_BYTES_MAX);
}

/* Drops the waiting lines of a channel that its next line makes outdated (SENDQ_STALE). */
static void drop_outdated(struct sendq *sendq, const char *name)
{
    for (int class = SENDQ_MOVE; class <= SENDQ_SOLO; class ++) {
        struct targetq *queue = targetq_find(sendq, (enum sendq_class) class, name);
        if (queue != NULL)
            targetq_drop(sendq, queue, SENDQ_STALE);
    }
}

/* Moves a queue ahead of the queues whose lines have waited for less than JOIN_AFTER. */
static void advance_queue(struct sendq *sendq, struct targetq *queue)
{
    struct targetq **turn = &sendq->queues[queue->class].turn;
    struct targetq *at = *turn;
    for (unsigned i = 0; i < LOOK_MAX && at != NULL && at != queue &&
                         (sendq->now - at->first->since > JOIN_AFTER || at->ahead);
         i++)
        at = at->next;
    queue->ahead = true;
    if (at != NULL && at != queue) {
        DL_DELETE(*turn, queue);
        DL_PREPEND_ELEM(*turn, at, queue);
    }
}

/* Moves a channel's lines from later classes to this queue, so that the channel gets them in
 * order. */
static void take_along(struct sendq *sendq, struct targetq *to)
{
    for (int class = SENDQ_TABLE; class <= SENDQ_SOLO; class ++) {
        struct targetq *from =
            class > to->class ? targetq_find(sendq, (enum sendq_class) class, to->name) : NULL;
        while (from != NULL && from->first != NULL) {
            struct sendq_line *line = targetq_take(sendq, from);
            line->late = true;
            targetq_put(sendq, to, line);
        }
        if (from != NULL)
            targetq_close(sendq, (enum sendq_class) class, from);
    }
}

/* Returns the class for a channel's next line. If lines of the channel still wait in a lower class,
 * it is that one: else the next line might overtake them. */
static enum sendq_class class_in_order(struct sendq *sendq, enum sendq_class class,
                                       const char *name)
{
    for (int lower = SENDQ_MOVE; class <= SENDQ_SOLO && lower < (int)class; lower++) {
        if (lower != SENDQ_HAND && targetq_find(sendq, (enum sendq_class)lower, name) != NULL)
            return (enum sendq_class)lower;
    }
    return class;
}

/* Drops the older whispers on a topic in all classes except `but`. */
static void drop_superseded(struct sendq *sendq, enum sendq_class but, const char *name,
                            uint32_t topic)
{
    for (int class = SENDQ_MOVE; topic && class < SENDQ_CLASSES; class ++) {
        struct targetq *queue =
            class != (int)but ? targetq_find(sendq, (enum sendq_class) class, name) : NULL;
        if (queue != NULL)
            targetq_drop(sendq, queue, topic);
    }
}

bool sendq_put(struct sendq *sendq, enum sendq_class class, const struct sendq_target *target,
               const char *text, size_t length)
{
    char name[TARGET_NAME_MAX] = "";
    struct sendq_line like = {.since = sendq->now,
                              .topic = target != NULL ? target->topic : 0,
                              .ticket = target != NULL ? target->ticket : 0,
                              .head = target != NULL ? target->head : 0,
                              .max = target != NULL ? target->max : 0,
                              .mention = target != NULL ? target->mention : 0,
                              .asks = target != NULL ? target->asks : 0};
    if (length == 0 || is_full(sendq, class) || !name_of(name, target))
        return false;
    bool channel = *name == 'c';
    if (channel)
        class = class_in_order(sendq, class, name);
    struct targetq *queue = targetq_find(sendq, class, name);
    if (class == SENDQ_INFO && queue != NULL && queue->last->length == length &&
        memcmp(queue->last->text, text, length) == 0)
        return true; /* the same line twice in a row would say nothing new */
    struct sendq_line *line = targetq_line(&like, text, length);
    if (line != NULL && channel && class >= SENDQ_MOVE && class <= SENDQ_SOLO)
        drop_outdated(sendq, name);
    if (line != NULL && target != NULL && target->replaces)
        drop_superseded(sendq, class, name, target->topic);
    queue = line != NULL ? targetq_open(sendq, class, name) : NULL;
    if (queue == NULL) {
        free(line);
        return false;
    }
    if (channel && (class == SENDQ_MOVE || class == SENDQ_TABLE))
        take_along(sendq, queue);
    targetq_put_topic(sendq, queue, line, target != NULL && target->replaces);
    if (target != NULL && target->first && class != SENDQ_MOVE)
        advance_queue(sendq, queue);
    return true;
}

/* Counts that a line of this class overtakes the lines of later classes. */
static void count_overtaking(struct sendq *sendq, int class)
{
    sendq->overtaken[class] = 0;
    for (int behind = class + 1; class != SENDQ_URGENT && behind < SENDQ_CLASSES; behind++) {
        sendq->overtaken[behind] =
            sendq->queues[behind].turn != NULL ? sendq->overtaken[behind] + 1 : 0;
    }
}

static void add_unread(struct sendq *sendq, uint64_t now, size_t length)
{
    if (now >= sendq->clock) {
        sendq->unread = 0;
    } else if (now > sendq->unread_at) {
        uint64_t left = sendq->unread * (sendq->clock - now);
        sendq->unread = (size_t)(left / (sendq->clock - sendq->unread_at));
    }
    sendq->unread_at = now;
    sendq->unread += length;
}

/* The time at which the server will have room for `length` more bytes, if it reads the unread bytes
 * evenly until `clock`. */
static uint64_t room_due(const struct sendq *sendq, size_t length)
{
    if (sendq->unread == 0 || sendq->limits.unread == 0 ||
        sendq->unread + length <= sendq->limits.unread)
        return 0;
    size_t rest = length < sendq->limits.unread ? sendq->limits.unread - length : 0;
    return sendq->clock - (sendq->clock - sendq->unread_at) * rest / sendq->unread;
}

/* Returns how many ms `clock` may be ahead of `now` for lines of this class. The end of the burst
 * is kept for moves; SENDQ_INFO and SENDQ_PRIVATE may use half of it at most. */
static uint64_t ahead_of(const struct sendq *sendq, int class)
{
    unsigned kept =
        class <= SENDQ_MOVE ? 0 : (sendq->limits.burst + 1) / (class >= SENDQ_INFO ? 2 : 4);
    uint64_t ahead = sendq->ahead - (uint64_t)sendq->limits.line_ms * kept;
    return ahead < sendq->limits.line_ms ? sendq->limits.line_ms : ahead;
}

/* The time at which the first line of `class` may go, if it may use as much of the burst as lines
 * of the class `allowance`. UINT64_MAX: no line waits, or too much is in flight. */
static uint64_t class_due(const struct sendq *sendq, int class, int allowance)
{
    uint64_t ahead = ahead_of(sendq, allowance);
    if (sendq->queues[class].turn == NULL ||
        (class != SENDQ_PING && !inflight_has_room(&sendq->inflight)))
        return UINT64_MAX;
    if (sendq->limits.line_ms == 0)
        return 0;
    uint64_t due = room_due(sendq, sendq->queues[class].turn->first->length);
    /* If bytes cost, too, a line may go while any part of the burst is left. Otherwise the burst
     * must have room for a whole line. */
    uint64_t need = sendq->limits.byte_us ? 1 : sendq->limits.line_ms;
    uint64_t clock_due = sendq->clock + need < ahead ? 0 : sendq->clock + need - ahead;
    return due > clock_due ? due : clock_due;
}

/* The time at which the first line of a class may go because others have overtaken it often enough.
 * UINT64_MAX: they have not, or no line may go. */
static uint64_t starved_due(const struct sendq *sendq, int class)
{
    if (sendq->queues[class].turn == NULL || sendq->overtaken[class] < OVERTAKEN_MAX)
        return UINT64_MAX;
    uint64_t due = class_due(sendq, class, SENDQ_TABLE);
    uint64_t old =
        class == SENDQ_INFO ? sendq->queues[class].turn->first->since + INFO_WAIT_MAX : 0;
    return due > old ? due : old;
}

/* Returns the class whose line goes now; SENDQ_CLASSES: no line may go. */
static int next_class(const struct sendq *sendq, uint64_t now)
{
    if (sendq->queues[SENDQ_URGENT].turn != NULL)
        return SENDQ_URGENT;
    if (sendq->held)
        return SENDQ_CLASSES;
    for (int class = SENDQ_CLASSES - 1; class > SENDQ_MOVE; class --) {
        if (starved_due(sendq, class) <= now)
            return class;
    }
    int class = SENDQ_PING;
    while (class < SENDQ_CLASSES && class_due(sendq, class, class) > now)
        class ++;
    return class;
}

uint64_t sendq_due(const struct sendq *sendq)
{
    uint64_t due = UINT64_MAX;
    if (sendq->queues[SENDQ_URGENT].turn != NULL)
        return 0;
    if (sendq->held)
        return due;
    for (int class = SENDQ_PING; class < SENDQ_CLASSES; class ++) {
        uint64_t own = class_due(sendq, class, class);
        uint64_t starved = starved_due(sendq, class);
        own = own < starved ? own : starved;
        due = own < due ? own : due;
    }
    return due;
}

uint64_t sendq_idle_due(const struct sendq *sendq)
{
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        if (sendq->queues[class].turn != NULL)
            return UINT64_MAX;
    }
    return sendq->clock < sendq->ahead / 2 ? 0 : sendq->clock - sendq->ahead / 2;
}

/* Returns how long (ms) the oldest of the first lines of the next LOOK_MAX queues has waited. */
static uint64_t age_of(const struct sendq *sendq, int class)
{
    uint64_t oldest = sendq->now;
    const struct targetq *queue = sendq->queues[class].turn;
    for (unsigned i = 0; i < LOOK_MAX && queue != NULL; i++) {
        oldest = queue->first->since < oldest ? queue->first->since : oldest;
        queue = queue->next;
    }
    return sendq->now - oldest;
}

static bool counts_for_turn(int class, bool private)
{
    return class >= SENDQ_MOVE && (class <= SENDQ_SOLO || (private && class == SENDQ_PRIVATE));
}

uint64_t sendq_behind(const struct sendq *sendq, bool private)
{
    uint64_t queues = 0;
    uint64_t age = 0;
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        uint64_t oldest = counts_for_turn(class, private) ? age_of(sendq, class) : 0;
        queues += counts_for_turn(class, private) ? HASH_COUNT(sendq->queues[class].named) : 0;
        age = oldest > age ? oldest : age;
    }
    if (queues == 0 || sendq->limits.line_ms == 0)
        return 0;
    uint64_t waiting = sendq->waiting + (private ? sendq->private : 0);
    uint64_t lines = waiting / JOINED > queues ? waiting / JOINED : queues;
    uint64_t behind = lines * sendq->limits.line_ms + waiting * sendq->limits.byte_us / 1000;
    uint64_t from = sendq->now + ahead_of(sendq, private ? SENDQ_PRIVATE : SENDQ_TABLE);
    behind += sendq->clock > from ? sendq->clock - from : 0;
    behind += inflight_has_room(&sendq->inflight) ? 0 : sendq->now - sendq->inflight.since;
    return behind > age ? behind : age;
}

static bool is_stale(const struct sendq *sendq, const struct sendq_line *line)
{
    return line->ticket && sendq->is_stale != NULL && sendq->stale_count < SENDQ_STALE_MAX &&
           sendq->is_stale(sendq->arg, line->ticket);
}

/* Drops the next line of a class if its message is out of date. Returns true if it did. */
static bool drop_stale(struct sendq *sendq, int class)
{
    struct targetq *queue = sendq->queues[class].turn;
    if (!is_stale(sendq, queue->first))
        return false;
    struct sendq_line *line = targetq_take(sendq, queue);
    unsigned count = sendq->stale_count;
    if (count == 0 || sendq->stale[count - 1] != line->ticket) /* lines of one message have one
                                                                * ticket: note it once */
        sendq->stale[sendq->stale_count++] = line->ticket;
    free(line);
    if (queue->first == NULL)
        targetq_close(sendq, (enum sendq_class) class, queue);
    return true;
}

/* A line that others are joined to. */
struct joined {
    char *out;
    size_t length; /* without CRLF */
    size_t head, mention;
    size_t asks_at, asks; /* position and length of the words that ask the player of `mention` */
};

/* Replaces `old` bytes at `at` by `size` bytes of `text`. */
static void splice(struct joined *joined, size_t at, size_t old, const char *text, size_t size)
{
    memmove(joined->out + at + size, joined->out + at + old, joined->length - at - old);
    memcpy(joined->out + at, text, size);
    joined->length += size - old;
}

static void join_line(struct joined *joined, const struct sendq_line *more)
{
    size_t from = more->head + more->mention;
    size_t rest = more->length - 2 - from;
    /* Only the newest player is asked: the turn of the one before is over. */
    if (more->mention > 0) {
        splice(joined, joined->asks_at, joined->asks, "", 0);
        splice(joined, joined->head, joined->mention, more->text + more->head, more->mention);
        joined->mention = more->mention;
    }
    splice(joined, joined->length, 0, separator, sizeof(separator) - 1);
    splice(joined, joined->length, 0, more->text + from, rest);
    if (more->mention > 0) {
        joined->asks = more->asks;
        joined->asks_at = joined->length - more->asks;
    }
}

/* Appends the queue's next lines to `line` in `out`, as far as they fit. Returns the length. */
static size_t join_lines(struct sendq *sendq, struct targetq *queue, const struct sendq_line *line,
                         char *out, size_t size)
{
    size_t max = line->max < size ? line->max : size;
    size_t between = sizeof(separator) - 1;
    struct joined joined = {out,           line->length - 2, line->head,
                            line->mention, line->length - 2, line->asks};
    joined.asks_at -= line->asks;
    while (queue->first != NULL && !is_stale(sendq, queue->first) && line->head > 2 &&
           queue->first->head == line->head && memcmp(queue->first->text, out, line->head) == 0 &&
           joined.length + between + queue->first->length - line->head <= max) {
        struct sendq_line *more = targetq_take(sendq, queue);
        join_line(&joined, more);
        free(more);
    }
    memcpy(out + joined.length, "\r\n", 2);
    return joined.length + 2;
}

/* Returns how many bytes the line that goes now may have after others are joined to it; 0: join
 * none. */
static size_t joined_max(const struct sendq *sendq, int class, const struct sendq_line *line,
                         size_t size)
{
    size_t max = sendq->limits.unread;
    size_t rest = sendq->unread < max ? max - sendq->unread : 0;
    bool half = sendq->clock > sendq->now + ahead_of(sendq, class) / 2;
    bool old = line->late || sendq->now - line->since > JOIN_AFTER;
    if (sendq->limits.line_ms == 0 || (!half && !old) || (max && rest <= line->length))
        return 0;
    return max && rest < size ? rest : size;
}

size_t sendq_take(struct sendq *sendq, uint64_t now, char *out, size_t size)
{
    sendq_time(sendq, now);
    int class = next_class(sendq, now);
    while (class != SENDQ_CLASSES && drop_stale(sendq, class))
        class = next_class(sendq, now);
    if (class == SENDQ_CLASSES || sendq->queues[class].turn->first->length > size)
        return 0;
    struct sendq_class_queues *queues = &sendq->queues[class];
    struct targetq *queue = queues->turn;
    struct sendq_line *line = targetq_take(sendq, queue);
    size_t length = line->length;
    if (class > SENDQ_PING)
        duration_add(DURATION_SEND_QUEUE, (now > line->since ? now - line->since : 0) * 1000);
    memcpy(out, line->text, length);
    add_unread(sendq, now, 0);
    size_t max = joined_max(sendq, class, line, size);
    if (max > 0)
        length = join_lines(sendq, queue, line, out, max);
    free(line);
    if (queue->first != NULL) {
        queue->ahead = false;
        DL_DELETE(queues->turn, queue);
        DL_APPEND(queues->turn, queue);
    } else {
        targetq_close(sendq, (enum sendq_class) class, queue);
    }
    count_overtaking(sendq, class);
    sendq->clock =
        (sendq->clock > now ? sendq->clock : now) + flood_cost(&sendq->limits, out, length);
    sendq->unread += length;
    if (class > SENDQ_PING)
        inflight_sent(&sendq->inflight, length);
    return length;
}

/* -- users -- */

static struct targetq *queue_of(const struct sendq *sendq, int class, const char *user)
{
    char name[TARGET_NAME_MAX] = "";
    const struct sendq_target target = {.name = user, .whisper = true};
    return name_of(name, &target) ? targetq_find(sendq, (enum sendq_class) class, name) : NULL;
}

bool sendq_waits(const struct sendq *sendq, const char *user)
{
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        if (queue_of(sendq, class, user) != NULL)
            return true;
    }
    return false;
}

bool sendq_waits_like(const struct sendq *sendq, const char *user, const char *beginning)
{
    size_t length = strlen(beginning);
    bool found = false;
    for (int class = SENDQ_HAND; class < SENDQ_CLASSES; class ++) {
        const struct targetq *queue = class != SENDQ_INFO ? queue_of(sendq, class, user) : NULL;
        found = found || (queue != NULL && queue->last->length >= length &&
                          memcmp(queue->last->text, beginning, length) == 0);
    }
    return found;
}

bool sendq_waits_topic(const struct sendq *sendq, const char *user, uint32_t topic)
{
    bool found = false;
    for (int class = SENDQ_HAND; class < SENDQ_CLASSES; class ++) {
        const struct targetq *queue = queue_of(sendq, class, user);
        found = found || (queue != NULL && targetq_topic(queue, topic) != NULL);
    }
    return found;
}

unsigned sendq_forget(struct sendq *sendq, const char *user)
{
    unsigned dropped = 0;
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        struct targetq *queue = queue_of(sendq, class, user);
        dropped += queue != NULL ? targetq_drop(sendq, queue, 0) : 0;
    }
    return dropped;
}

void sendq_forget_topic(struct sendq *sendq, const char *user, uint32_t topic)
{
    for (int class = 0; topic && class < SENDQ_CLASSES; class ++) {
        struct targetq *queue = queue_of(sendq, class, user);
        if (queue != NULL)
            targetq_drop(sendq, queue, topic);
    }
}

/* Copies a line and addresses it to another name. The part before the text grows or shrinks with
 * the name. NULL: the line is dropped. */
static struct sendq_line *
readdress_line(const struct sendq_line *line, size_t longer,
               size_t (*rewrite)(void *arg, const char *line, char *out, size_t size), void *arg)
{
    char old[PROTO_LINE_MAX + 1];
    char new[PROTO_LINE_MAX + 1];
    size_t length = line->length < sizeof(old) ? line->length : sizeof(old) - 1;
    memcpy(old, line->text, length);
    old[length] = '\0';
    length = rewrite(arg, old, new, sizeof(new));
    struct sendq_line *fresh = length ? targetq_line(line, new, length) : NULL;
    if (fresh != NULL)
        fresh->head += fresh->head ? longer : 0;
    return fresh;
}

void sendq_rename(struct sendq *sendq, const char *user, const char *new_user,
                  size_t (*rewrite)(void *arg, const char *line, char *out, size_t size), void *arg)
{
    char name[TARGET_NAME_MAX] = "";
    const struct sendq_target target = {.name = new_user, .whisper = true};
    bool known = name_of(name, &target);
    size_t longer = strlen(new_user) - strlen(user);
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        struct targetq *from = queue_of(sendq, class, user);
        struct targetq *to =
            from != NULL && known ? targetq_open(sendq, (enum sendq_class) class, name) : NULL;
        if (from == NULL || from == to)
            continue;
        while (from->first != NULL) {
            struct sendq_line *line = targetq_take(sendq, from);
            struct sendq_line *fresh =
                to != NULL ? readdress_line(line, longer, rewrite, arg) : NULL;
            if (fresh != NULL)
                targetq_put(sendq, to, fresh);
            free(line);
        }
        targetq_close(sendq, (enum sendq_class) class, from);
        if (to != NULL && to->first == NULL)
            targetq_close(sendq, (enum sendq_class) class, to);
    }
}
