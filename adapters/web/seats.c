#include "seats.h"

#include <stdlib.h>
#include <string.h>

#include "said.h"

enum { BEAT = 1000 /* ms between two runs of the pings */ };

static const char over[] = "{\"type\":\"over\"}";
static const char too_much[] = "{\"type\":\"over\",\"why\":\"fast\"}"; /* the longer one */

/* A message as it is sent. */
struct seat_text {
    size_t length;
    unsigned char bytes[]; /* FRAME_ROOM, and the text */
};

struct chair;

/* One page. */
struct sitter {
    struct sitter *next; /* of its chair */
    struct chair *chair;
    struct onlooker *onlooker;
    uint32_t seen;    /* the newest document that it was sent */
    uint32_t heard;   /* number of answers so far that the page was sent or has missed */
    uint64_t full_at; /* ms: when the page may send SEATS_BURST_MAX messages at once again */
    uint64_t ping_at; /* ms */
    const char *last; /* the last message still to send; NULL: the page goes on */
};

/* A seat with open pages. */
struct chair {
    struct chair *next;
    char id[SEAT_ID_MAX];
    struct sitter *sitters;
    struct seat_text *document;             /* the newest document; NULL: none came yet */
    uint32_t number;                        /* number of that document */
    bool over;                              /* it is the last */
    struct seat_text *said[SEATS_SAID_MAX]; /* a ring */
    uint32_t said_count;                    /* so far */
};

struct seats {
    struct timer beat; /* first */
    struct adapter *adapter;
    struct chair *chairs;
    size_t bytes; /* bytes of all messages that are held */
    void (*done)(void *arg);
    void *done_arg;
};

static void on_beat(struct timer *timer);

struct seats *seats_create(struct adapter *adapter)
{
    struct seats *seats = calloc(1, sizeof(*seats));
    if (seats == NULL)
        return NULL;
    seats->adapter = adapter;
    timer_init(adapter->setup.loop, &seats->beat, on_beat);
    return seats;
}

/* -- chairs -- */

static struct seat_text *create_told(struct seats *seats, const char *text, size_t length)
{
    struct seat_text *told = seats->bytes + length <= SEATS_BYTES_MAX
                                 ? malloc(sizeof(*told) + FRAME_ROOM + length)
                                 : NULL;
    if (told == NULL)
        return NULL;
    told->length = length;
    memcpy(told->bytes + FRAME_ROOM, text, length);
    seats->bytes += length;
    return told;
}

static void drop_told(struct seats *seats, struct seat_text *told)
{
    if (told != NULL)
        seats->bytes -= told->length;
    free(told);
}

static struct chair *find_chair(const struct seats *seats, const char *id)
{
    struct chair *chair = seats->chairs;
    while (chair != NULL && strcmp(chair->id, id) != 0)
        chair = chair->next;
    return chair;
}

static struct chair *open_chair(struct seats *seats, const char *id)
{
    struct chair *chair = find_chair(seats, id);
    if (chair != NULL)
        return chair;
    chair = calloc(1, sizeof(*chair));
    if (chair == NULL)
        return NULL;
    memcpy(chair->id, id, SEAT_ID_MAX);
    chair->next = seats->chairs;
    seats->chairs = chair;
    return chair;
}

static void close_chair(struct seats *seats, struct chair *chair)
{
    struct chair **at = &seats->chairs;
    while (*at != chair)
        at = &(*at)->next;
    *at = chair->next;
    drop_told(seats, chair->document);
    for (unsigned i = 0; i < SEATS_SAID_MAX; i++)
        drop_told(seats, chair->said[i]);
    free(chair);
}

static void wake_all(const struct chair *chair)
{
    for (const struct sitter *sitter = chair->sitters; sitter != NULL; sitter = sitter->next)
        httpd_wake(sitter->onlooker);
}

/* -- who sits there -- */

/* Somebody sat down; NULL: memory is out. */
static struct sitter *seat_onlooker(struct seats *seats, struct onlooker *onlooker, const char *id)
{
    struct sitter *sitter = calloc(1, sizeof(*sitter));
    struct chair *chair = sitter != NULL ? open_chair(seats, id) : NULL;
    if (chair == NULL) {
        free(sitter);
        return NULL;
    }
    *sitter = (struct sitter){.next = chair->sitters,
                              .chair = chair,
                              .onlooker = onlooker,
                              .seen = chair->number - 1,
                              .heard = chair->said_count,
                              .ping_at = loop_now(seats->adapter->setup.loop) + SEATS_PING};
    if (chair->document == NULL)
        sitter->seen = chair->number;
    chair->sitters = sitter;
    return sitter;
}

unsigned seats_join(struct seats *seats, struct onlooker *onlooker,
                    const struct web_request *request)
{
    const struct adapter_setup *setup = &seats->adapter->setup;
    const struct page_request asked = {
        .path = request->path,
        .query = request->query,
        .language = *request->accept_language != '\0' ? request->accept_language : NULL,
        .home = "",
        .origin = "",
        .assets = "",
        .session = request->session,
        .peer = request->peer};
    char id[SEAT_ID_MAX] = "";
    if (*request->session == '\0' || setup->pages->sit == NULL ||
        !setup->pages->sit(setup->host, seats->adapter, &asked, id))
        return 401;
    struct sitter *sitter = seat_onlooker(seats, onlooker, id);
    if (sitter == NULL) {
        setup->pages->stand(setup->host, seats->adapter, id);
        return 503;
    }
    onlooker->held = sitter;
    onlooker->sits = true;
    if (!timer_active(&seats->beat))
        timer_set(&seats->beat, BEAT);
    return 200;
}

bool seats_is_one(const struct onlooker *onlooker)
{
    return onlooker->sits;
}

void seats_leave(struct seats *seats, struct onlooker *onlooker)
{
    const struct adapter_setup *setup = &seats->adapter->setup;
    struct sitter *sitter = onlooker->held;
    struct chair *chair = sitter->chair;
    struct sitter **at = &chair->sitters;
    while (*at != sitter)
        at = &(*at)->next;
    *at = sitter->next;
    free(sitter);
    onlooker->held = NULL;
    setup->pages->stand(setup->host, seats->adapter, chair->id);
    if (chair->sitters == NULL)
        close_chair(seats, chair);
}

/* -- what they are told -- */

static void give_told(struct frame *frame, struct seat_text *told)
{
    frame->bytes = told->bytes;
    frame->length = told->length;
}

/* Fills in the next answer, before the document that shows its effect. Skips answers that are no
 * longer kept. Returns false if there is none. */
static bool give_said(struct sitter *sitter, struct frame *frame)
{
    struct chair *chair = sitter->chair;
    if (chair->said_count - sitter->heard > SEATS_SAID_MAX)
        sitter->heard = chair->said_count - SEATS_SAID_MAX;
    if (sitter->heard == chair->said_count)
        return false;
    give_told(frame, chair->said[sitter->heard++ % SEATS_SAID_MAX]);
    return true;
}

/* Sends the last message. It needs no memory, because memory may be out. */
static void give_last(const char *words, struct frame *frame)
{
    static unsigned char bytes[FRAME_ROOM + sizeof(too_much)];
    size_t length = strlen(words);
    memcpy(bytes + FRAME_ROOM, words, length);
    *frame = (struct frame){.bytes = bytes, .length = length, .last = true};
}

bool seats_take(struct onlooker *onlooker, struct frame *frame)
{
    struct sitter *sitter = onlooker->held;
    struct chair *chair = sitter->chair;
    if (sitter->last != NULL) {
        give_last(sitter->last, frame);
        return true;
    }
    if (give_said(sitter, frame)) {
        frame->more = true;
        return true;
    }
    if (chair->document == NULL || sitter->seen == chair->number)
        return false;
    sitter->seen = chair->number;
    give_told(frame, chair->document);
    frame->last = chair->over;
    return true;
}

void seats_show(struct seats *seats, const char *id, const struct page *page, bool last)
{
    struct chair *chair = find_chair(seats, id);
    if (chair == NULL || chair->over)
        return;
    struct seat_text *told = create_told(seats, page->body, page->length);
    chair->over = last;
    if (told == NULL) { /* the page gets the next document instead */
        for (struct sitter *sitter = chair->sitters; last && sitter != NULL; sitter = sitter->next)
            sitter->last = over;
    } else {
        drop_told(seats, chair->document);
        chair->document = told;
        chair->number++;
    }
    wake_all(chair);
}

void seats_say(struct seats *seats, const struct message *message)
{
    struct chair *chair = message->user != NULL ? find_chair(seats, message->user) : NULL;
    bool shown = message->purpose == PURPOSE_HAND || message->purpose == PURPOSE_BOARD;
    if (chair == NULL || chair->over || shown)
        return;
    char *text = said_write(message);
    struct seat_text *told = text != NULL ? create_told(seats, text, strlen(text)) : NULL;
    free(text);
    if (told == NULL)
        return;
    struct seat_text **at = &chair->said[chair->said_count++ % SEATS_SAID_MAX];
    drop_told(seats, *at);
    *at = told;
    wake_all(chair);
}

/* -- what they say -- */

/* True if the page may send one more message. Otherwise the page is told so, once. */
static bool may_say(struct seats *seats, struct sitter *sitter)
{
    uint64_t now = loop_now(seats->adapter->setup.loop);
    uint64_t full_at = (sitter->full_at > now ? sitter->full_at : now) + SEATS_PAUSE;
    if (sitter->last != NULL)
        return false;
    if (full_at - now <= (uint64_t)SEATS_BURST_MAX * SEATS_PAUSE) {
        sitter->full_at = full_at;
        return true;
    }
    sitter->last = too_much;
    httpd_wake(sitter->onlooker);
    return false;
}

/* Returns false if no page of ours sends such a message. */
bool seats_hear(struct seats *seats, struct onlooker *onlooker, const char *text, size_t length)
{
    struct sitter *sitter = onlooker->held;
    char words[SAID_WORDS];
    uint64_t stamp = 0;
    if (!may_say(seats, sitter))
        return true;
    if (!said_read(text, length, words, &stamp))
        return false;
    const struct chat_event event = {.kind = CHAT_MESSAGE,
                                     .text = words,
                                     .user = {.id = sitter->chair->id, .name = sitter->chair->id},
                                     .command = true,
                                     .stamp = stamp};
    if (*words != '\0' && !sitter->chair->over)
        adapter_raise(seats->adapter, &event);
    return true;
}

/* -- pings -- */

static void on_beat(struct timer *timer)
{
    struct seats *seats = (struct seats *)timer;
    uint64_t now = loop_now(seats->adapter->setup.loop);
    for (struct chair *chair = seats->chairs; chair != NULL; chair = chair->next) {
        for (struct sitter *sitter = chair->sitters; sitter != NULL; sitter = sitter->next) {
            if (sitter->ping_at > now)
                continue;
            sitter->ping_at = now + SEATS_PING;
            httpd_ping(sitter->onlooker);
        }
    }
    if (seats->chairs != NULL)
        timer_set(&seats->beat, BEAT);
}

/* -- the end -- */

static void on_beat_closed(struct timer *timer)
{
    struct seats *seats = (struct seats *)timer;
    void (*done)(void *) = seats->done;
    void *arg = seats->done_arg;
    free(seats);
    if (done != NULL)
        done(arg);
}

void seats_destroy(struct seats *seats, void (*done)(void *arg), void *arg)
{
    if (seats == NULL)
        return;
    seats->done = done;
    seats->done_arg = arg;
    timer_finish(&seats->beat, on_beat_closed);
}
