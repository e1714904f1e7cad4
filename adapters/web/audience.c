#include "audience.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT = 250,     /* ms between two runs of the pings */
    DIGITS_MAX = 18 /* of a table's number */
};

/* A document to send. Only the struct room of its table points to it: if a socket does not take all
 * of it, libwebsockets copies the rest. */
struct news {
    size_t length;
    bool last;             /* no document follows */
    unsigned char bytes[]; /* FRAME_ROOM, and the document */
};

/* All onlookers of one table. */
struct room {
    struct room *next;
    int64_t table;
    bool over;                  /* the host sends no more documents of the table */
    uint32_t asked;             /* number of our request for the first document; 0: answered */
    struct news *news;          /* NULL: the first is still to come */
    uint32_t told;              /* number of `news`; counts the documents of this room */
    unsigned left;              /* onlookers who may still have to be woken for `news` */
    struct onlooker *onlookers; /* a ring that begins with the next to be woken; NULL: nobody */
    struct onlooker *pings;     /* the next onlooker in that ring to be pinged */
    uint64_t pings_due;         /* ms, of all together */
    unsigned count;
};

struct audience {
    struct timer beat; /* first */
    uv_idle_t slices;  /* runs once in each turn of the loop while onlookers have to be woken. A
                        * timer would not do: one that sets itself again would wake them all in one
                        * turn */
    struct audience_setup setup;
    struct room *rooms;
    unsigned room_count, handles;
    size_t bytes; /* of all news */
    void (*done)(void *arg);
    void *done_arg;
};

static void on_slice(uv_idle_t *idle);
static void on_beat(struct timer *timer);

struct audience *audience_create(const struct audience_setup *setup)
{
    struct audience *audience = calloc(1, sizeof(*audience));
    if (audience == NULL)
        return NULL;
    audience->setup = *setup;
    uv_idle_init(loop_uv(setup->adapter->setup.loop), &audience->slices);
    audience->slices.data = audience;
    timer_init(setup->adapter->setup.loop, &audience->beat, on_beat);
    return audience;
}

/* -- rooms -- */

static void drop_news(struct audience *audience, struct room *room)
{
    if (room->news != NULL)
        audience->bytes -= room->news->length;
    free(room->news);
    room->news = NULL;
}

/* Tells the host to report changes of a table, or to stop. Returns false if the table is not
 * shown. */
static bool watch_table(const struct audience *audience, int64_t table, bool on)
{
    struct adapter *adapter = audience->setup.adapter;
    const struct page_source *pages = adapter->setup.pages;
    return pages->watch != NULL && pages->watch(adapter->setup.host, adapter, table, on);
}

static void close_room(struct audience *audience, struct room *room)
{
    struct room **at = &audience->rooms;
    while (*at != room)
        at = &(*at)->next;
    *at = room->next;
    audience->room_count--;
    if (!room->over)
        watch_table(audience, room->table, false);
    drop_news(audience, room);
    free(room);
}

/* Asks for the table as it is now. The host reports only later changes by itself. */
static bool ask_first(const struct audience *audience, struct room *room)
{
    struct adapter *adapter = audience->setup.adapter;
    char path[64];
    snprintf(path, sizeof(path), "/api/1/tables/%" PRId64, room->table);
    const struct page_request request = {.number = audience->setup.number(audience->setup.arg),
                                         .path = path,
                                         .query = "",
                                         .home = "",
                                         .origin = "",
                                         .assets = ""};
    room->asked = request.number;
    return adapter->setup.pages->ask(adapter->setup.host, adapter, &request);
}

/* Opens a room. Returns 200, or the status of a refusal. */
static unsigned open_room(struct audience *audience, int64_t table, struct room **opened)
{
    struct room *room = audience->room_count < AUDIENCE_TABLES ? calloc(1, sizeof(*room)) : NULL;
    if (room == NULL)
        return 503;
    room->table = table;
    bool shown = watch_table(audience, table, true);
    if (!shown || !ask_first(audience, room)) {
        if (shown)
            watch_table(audience, table, false);
        free(room);
        return shown ? 503 : 404;
    }
    room->next = audience->rooms;
    audience->rooms = room;
    audience->room_count++;
    *opened = room;
    return 200;
}

/* -- onlookers -- */

static void enter_room(struct room *room, struct onlooker *onlooker)
{
    struct onlooker *at = room->onlookers != NULL ? room->onlookers : onlooker;
    struct onlooker *before = room->onlookers != NULL ? at->before : onlooker;
    onlooker->next = at;
    onlooker->before = before;
    before->next = onlooker;
    at->before = onlooker;
    room->onlookers = at;
    room->pings = room->count++ > 0 ? room->pings : onlooker;
}

/* Returns the table of a path: 17 for "/live/17"; -1: it is no such path. */
static int64_t table_of(const char *path)
{
    static const char prefix[] = "/live/";
    const char *id = path + sizeof(prefix) - 1;
    size_t digits = strncmp(path, prefix, sizeof(prefix) - 1) == 0 ? strspn(id, "0123456789") : 0;
    if (digits == 0 || digits > DIGITS_MAX || id[digits] != '\0')
        return -1;
    return strtoll(id, NULL, 10);
}

unsigned audience_join(struct audience *audience, struct onlooker *onlooker,
                       const struct web_request *request)
{
    int64_t table = table_of(request->path);
    struct room *room = audience->rooms;
    while (room != NULL && (room->table != table || room->over))
        room = room->next;
    unsigned status = table < 0 ? 404 : room == NULL ? open_room(audience, table, &room) : 200;
    if (status != 200)
        return status;
    enter_room(room, onlooker);
    onlooker->held = room;
    onlooker->seen = room->told - 1; /* an onlooker gets the document that the room has */
    if (!timer_active(&audience->beat))
        timer_set(&audience->beat, BEAT);
    return 200;
}

unsigned audience_count(const struct audience *audience)
{
    unsigned count = 0;
    for (const struct room *room = audience->rooms; room != NULL; room = room->next)
        count += room->count;
    return count;
}

void audience_leave(struct audience *audience, struct onlooker *onlooker)
{
    struct room *room = onlooker->held;
    onlooker->before->next = onlooker->next;
    onlooker->next->before = onlooker->before;
    if (room->onlookers == onlooker)
        room->onlookers = onlooker->next;
    if (room->pings == onlooker)
        room->pings = onlooker->next;
    if (--room->count == 0)
        close_room(audience, room);
}

bool audience_take(struct onlooker *onlooker, struct frame *frame)
{
    const struct room *room = onlooker->held;
    if (room->news == NULL || onlooker->seen == room->told)
        return false;
    onlooker->seen = room->told;
    frame->bytes = room->news->bytes;
    frame->length = room->news->length;
    frame->last = room->news->last;
    return true;
}

/* -- telling them -- */

/* Wakes the next `most` onlookers of a room at most, and returns how many. */
static unsigned wake_some(struct room *room, unsigned most)
{
    unsigned woken = 0;
    for (; room->left > 0 && room->onlookers != NULL && woken < most; room->left--) {
        struct onlooker *onlooker = room->onlookers;
        room->onlookers = onlooker->next;
        if (onlooker->seen != room->told) {
            httpd_wake(onlooker);
            woken++;
        }
    }
    return woken;
}

/* Gives every room a share, so that a full room does not delay the others. */
static void on_slice(uv_idle_t *idle)
{
    struct audience *audience = idle->data;
    unsigned share = audience->room_count > 0 ? AUDIENCE_SLICE / audience->room_count + 1 : 0;
    bool more = false;
    for (struct room *room = audience->rooms; room != NULL; room = room->next) {
        wake_some(room, share);
        more = more || room->left > 0;
    }
    if (!more)
        uv_idle_stop(idle);
}

static void tell_room(struct audience *audience, struct room *room, const char *text, size_t length)
{
    struct news *news = audience->bytes + length <= AUDIENCE_BYTES
                            ? malloc(sizeof(*news) + FRAME_ROOM + length)
                            : NULL;
    if (news == NULL)
        return; /* there is no room for this document: onlookers get the next one */
    news->length = length;
    news->last = room->over;
    memcpy(news->bytes + FRAME_ROOM, text, length);
    drop_news(audience, room);
    audience->bytes += length;
    room->news = news;
    room->told++;
    room->left = room->count;
    uv_idle_start(&audience->slices, on_slice);
}

static void tell_last(struct audience *audience, struct room *room)
{
    static const char over[] = "{\"over\":true}";
    room->over = true;
    tell_room(audience, room, over, sizeof(over) - 1);
}

void audience_live(struct audience *audience, int64_t table, const struct page *page)
{
    struct room *room = audience->rooms;
    while (room != NULL && (room->table != table || room->over))
        room = room->next;
    if (room == NULL)
        return;
    room->asked = 0; /* an answer to our earlier request would be older than this */
    if (page != NULL)
        tell_room(audience, room, page->body, page->length);
    else
        tell_last(audience, room);
}

/* An answer that comes too late belongs to no room: returns false. */
bool audience_page(struct audience *audience, uint32_t number, const struct page *page)
{
    struct room *room = audience->rooms;
    while (room != NULL && room->asked != number)
        room = room->next;
    if (room == NULL)
        return false;
    room->asked = 0;
    if (page->status == 200) {
        tell_room(audience, room, page->body, page->length);
    } else {
        watch_table(audience, room->table, false);
        tell_last(audience, room);
    }
    return true;
}

/* -- pings: each onlooker of a room gets one every AUDIENCE_PING ms -- */

static void ping_some(struct room *room)
{
    room->pings_due += (uint64_t)room->count * BEAT;
    for (; room->pings_due >= AUDIENCE_PING; room->pings_due -= AUDIENCE_PING) {
        struct onlooker *onlooker = room->pings;
        room->pings = onlooker->next;
        httpd_ping(onlooker);
    }
}

static void on_beat(struct timer *timer)
{
    struct audience *audience = (struct audience *)timer;
    for (struct room *room = audience->rooms; room != NULL; room = room->next)
        ping_some(room);
    if (audience->rooms != NULL)
        timer_set(&audience->beat, BEAT);
}

/* -- the end -- */

static void on_closed(struct audience *audience)
{
    void (*done)(void *) = audience->done;
    void *arg = audience->done_arg;
    if (--audience->handles > 0)
        return;
    free(audience);
    if (done != NULL)
        done(arg);
}

static void on_slices_closed(uv_handle_t *handle)
{
    on_closed(handle->data);
}

static void on_beat_closed(struct timer *timer)
{
    on_closed((struct audience *)timer);
}

void audience_destroy(struct audience *audience, void (*done)(void *arg), void *arg)
{
    if (audience == NULL)
        return;
    audience->done = done;
    audience->done_arg = arg;
    audience->handles = 2;
    uv_close((uv_handle_t *)&audience->slices, on_slices_closed);
    timer_finish(&audience->beat, on_beat_closed);
}
