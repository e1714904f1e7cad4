#include "card_emoji.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/gateway_payload.h"
#include "adapters/picture/emoji.h"

#define PREFIX "talon"

enum { STALE_MAX = 512, IMAGE_HEAD = 32 };

/* One emoji that a worker draws. It outlives card_emoji if that is destroyed first. */
struct drawing {
    struct work work;         /* first member, so that a cast finds this struct */
    struct card_emoji *owner; /* NULL: destroyed */
    unsigned number;
    char *image; /* "data:image/png;base64,..."; NULL: not drawn */
};

struct card_emoji {
    struct timer_home home; /* first member, so that a cast finds this struct */
    struct card_emoji_setup setup;
    char application[SNOWFLAKE_MAX]; /* "": not begun */
    bool adds, stopped;
    bool busy;               /* a request is under way: one at a time */
    bool told;               /* of the first failure */
    bool doubted;            /* we have to ask again */
    unsigned added;          /* since the start */
    uint64_t asked;          /* loop_now() when we asked last */
    unsigned number;         /* number of the emoji that is being added */
    unsigned refused;        /* number of the emoji that Discord refused last, plus 1; 0: none */
    struct drawing *drawing; /* NULL: none */
    unsigned stale_count;
    char stale[STALE_MAX][SNOWFLAKE_MAX]; /* ids of our own emoji that nobody needs any more */
    char id[][SNOWFLAKE_MAX];             /* ids of the emoji of adapters/picture; "": Discord does
                                           * not have it */
};

static void ask(struct card_emoji *emoji);
static void go_on(struct card_emoji *emoji);

static uint64_t now_of(const struct card_emoji *emoji)
{
    return loop_now(emoji->setup.loop);
}

static void write_name(unsigned number, char name[CARD_EMOJI_NAME])
{
    snprintf(name, CARD_EMOJI_NAME, PREFIX "%d_%s", CARD_EMOJI_VERSION, emoji_name(number));
}

/* Returns true if the request was not sent, because rest.h sends nothing any more. */
static bool is_end(struct card_emoji *emoji, const struct rest_reply *reply)
{
    emoji->stopped = reply->end == REST_STOPPED || reply->end == REST_REFUSED;
    return emoji->stopped;
}

static void fail(struct card_emoji *emoji, const char *what, const struct rest_reply *reply)
{
    if (!emoji->told) {
        log_warn(emoji->setup.log,
                 "cannot %s the emoji of cards: squares stand for them status=%u code=%u", what,
                 reply->status, (unsigned)reply->code);
    }
    emoji->told = true;
    timer_set(&emoji->home.timer, CARD_EMOJI_AGAIN_MS);
}

/* -- what Discord has -- */

/* Returns the number of our emoji with that name in this version; emoji_count(): none has it. */
static unsigned number_of(const char *name)
{
    char own[CARD_EMOJI_NAME];
    unsigned number = 0;
    while (number < emoji_count()) {
        write_name(number, own);
        if (strcmp(own, name) == 0)
            break;
        number++;
    }
    return number;
}

/* Returns true if we made an emoji of that name more than one version ago. */
static bool is_stale(const char *name)
{
    char *end = NULL;
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || name[strlen(PREFIX)] < '0' ||
        name[strlen(PREFIX)] > '9')
        return false;
    unsigned long version = strtoul(name + strlen(PREFIX), &end, 10);
    return *end == '_' && version + 1 < CARD_EMOJI_VERSION;
}

static void note(struct card_emoji *emoji, const cJSON *item)
{
    const char *name = payload_text(item, "name");
    const char *id = payload_snowflake(item, "id");
    if (name == NULL || id == NULL)
        return;
    unsigned number = number_of(name);
    if (number < emoji_count())
        snprintf(emoji->id[number], SNOWFLAKE_MAX, "%s", id);
    else if (is_stale(name) && emoji->stale_count < STALE_MAX)
        snprintf(emoji->stale[emoji->stale_count++], SNOWFLAKE_MAX, "%s", id);
}

static void forget(struct card_emoji *emoji)
{
    emoji->stale_count = 0;
    memset(emoji->id, 0, emoji_count() * sizeof(emoji->id[0]));
}

static unsigned count_missing(const struct card_emoji *emoji)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < emoji_count(); i++)
        missing += emoji->id[i][0] == '\0';
    return missing;
}

static void on_list(void *arg, const struct rest_reply *reply)
{
    struct card_emoji *emoji = arg;
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(reply->body, "items");
    const cJSON *item = NULL;
    emoji->busy = false;
    if (is_end(emoji, reply))
        return;
    if (reply->end != REST_ANSWERED || reply->status >= 300 || !cJSON_IsArray(items)) {
        fail(emoji, "list", reply);
        return;
    }
    forget(emoji);
    cJSON_ArrayForEach(item, items)
    {
        note(emoji, item);
    }
    unsigned missing = count_missing(emoji);
    if (missing > 0 && emoji->adds)
        log_info(emoji->setup.log, "adds the emoji of cards missing=%u", missing);
    go_on(emoji);
}

static bool request_of(struct card_emoji *emoji, struct rest_request *request, const char *id)
{
    char path[128];
    snprintf(path, sizeof(path), "/applications/%s/emojis%s%s", emoji->application,
             *id != '\0' ? "/" : "", id);
    request->path = path;
    request->class = LIMITS_INFO;
    request->repeat = true;
    request->deadline = UINT64_MAX;
    request->arg = emoji;
    emoji->busy = rest_send(emoji->setup.rest, request) != 0;
    return emoji->busy;
}

static void ask(struct card_emoji *emoji)
{
    emoji->asked = now_of(emoji);
    emoji->doubted = false;
    if (!request_of(emoji,
                    &(struct rest_request){
                        .method = "GET", .route = "GET /applications/{}/emojis", .done = on_list},
                    ""))
        timer_set(&emoji->home.timer, CARD_EMOJI_AGAIN_MS);
}

/* -- adding -- */

static void on_added(void *arg, const struct rest_reply *reply)
{
    struct card_emoji *emoji = arg;
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reply->body, "id"));
    bool refused = reply->end == REST_ANSWERED && reply->status == 400;
    emoji->busy = false;
    if (is_end(emoji, reply))
        return;
    if (refused && emoji->refused != emoji->number + 1) {
        emoji->refused = emoji->number + 1;
        emoji->doubted = true; /* asks again: another process may have added it */
        timer_set(&emoji->home.timer, CARD_EMOJI_TAKEN_MS);
        return;
    }
    if (reply->end != REST_ANSWERED || reply->status >= 300 || id == NULL ||
        strlen(id) >= SNOWFLAKE_MAX) {
        fail(emoji, "add", reply);
        return;
    }
    snprintf(emoji->id[emoji->number], SNOWFLAKE_MAX, "%s", id);
    emoji->added++;
    timer_set(&emoji->home.timer, CARD_EMOJI_PAUSE_MS);
}

static void add(struct card_emoji *emoji, const struct drawing *drawing)
{
    char name[CARD_EMOJI_NAME];
    const struct rest_reply none = {.end = REST_LATE};
    cJSON *body = drawing->image != NULL ? cJSON_CreateObject() : NULL;
    write_name(drawing->number, name);
    emoji->number = drawing->number;
    if (body == NULL || cJSON_AddStringToObject(body, "name", name) == NULL ||
        cJSON_AddStringToObject(body, "image", drawing->image) == NULL) {
        cJSON_Delete(body);
        fail(emoji, "draw", &none);
        return;
    }
    if (!request_of(emoji,
                    &(struct rest_request){.method = "POST",
                                           .route = "POST /applications/{}/emojis",
                                           .body = body,
                                           .done = on_added},
                    ""))
        fail(emoji, "add", &none);
}

/* Writes bytes as RFC 4648 has it. `out` has room for four characters for three bytes, and NUL. */
static void write_base64(const unsigned char *bytes, size_t size, char *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned second = i + 1 < size ? bytes[i + 1] : 0;
        unsigned third = i + 2 < size ? bytes[i + 2] : 0;
        *out++ = letters[bytes[i] >> 2];
        *out++ = letters[(bytes[i] & 3U) << 4 | second >> 4];
        *out++ = i + 1 < size ? letters[(second & 15U) << 2 | third >> 6] : '=';
        *out++ = i + 2 < size ? letters[third & 63U] : '=';
    }
    *out = '\0';
}

static void on_draw(struct work *work)
{
    struct drawing *drawing = (struct drawing *)work;
    static const char head[] = "data:image/png;base64,";
    unsigned char *png = NULL;
    size_t size = 0;
    if (!emoji_draw(drawing->number, &png, &size))
        return;
    drawing->image = malloc(IMAGE_HEAD + (size + 2) / 3 * 4 + 1);
    if (drawing->image != NULL) {
        memcpy(drawing->image, head, sizeof(head));
        write_base64(png, size, drawing->image + strlen(head));
    }
    free(png);
}

static void on_drawn(struct work *work)
{
    struct drawing *drawing = (struct drawing *)work;
    if (drawing->owner != NULL) {
        drawing->owner->drawing = NULL;
        add(drawing->owner, drawing);
    }
    free(drawing->image);
    free(drawing);
}

static void draw(struct card_emoji *emoji, unsigned number)
{
    struct drawing *drawing = calloc(1, sizeof(*drawing));
    if (drawing == NULL) {
        timer_set(&emoji->home.timer, CARD_EMOJI_AGAIN_MS);
        return;
    }
    drawing->owner = emoji;
    drawing->number = number;
    emoji->drawing = drawing;
    loop_work(emoji->setup.loop, &drawing->work, on_draw, on_drawn);
}

/* -- deleting -- */

static void on_deleted(void *arg, const struct rest_reply *reply)
{
    struct card_emoji *emoji = arg;
    emoji->busy = false;
    if (is_end(emoji, reply))
        return;
    if (reply->end != REST_ANSWERED || (reply->status >= 300 && reply->status != 404)) {
        fail(emoji, "delete", reply);
        return;
    }
    emoji->stale_count--;
    timer_set(&emoji->home.timer, CARD_EMOJI_PAUSE_MS);
}

static void delete_stale(struct card_emoji *emoji)
{
    if (!request_of(emoji,
                    &(struct rest_request){.method = "DELETE",
                                           .route = "DELETE /applications/{}/emojis/{}",
                                           .done = on_deleted},
                    emoji->stale[emoji->stale_count - 1]))
        timer_set(&emoji->home.timer, CARD_EMOJI_AGAIN_MS);
}

/* -- one step after the other -- */

static void go_on(struct card_emoji *emoji)
{
    unsigned number = 0;
    while (number < emoji_count() && emoji->id[number][0] != '\0')
        number++;
    bool missing = number < emoji_count();
    if (missing && emoji->adds)
        draw(emoji, number);
    else if (missing) /* another process adds them, and has not finished */
        timer_set(&emoji->home.timer, CARD_EMOJI_AGAIN_MS);
    else if (emoji->stale_count > 0 && emoji->adds)
        delete_stale(emoji);
    else if (emoji->added > 0) {
        log_info(emoji->setup.log, "the emoji of cards are there added=%u", emoji->added);
        emoji->added = 0;
    }
}

/* Ends a pause between two steps, and takes the next step. After a failure it asks again which
 * emoji there are. */
static void on_timer(struct timer *timer)
{
    struct card_emoji *emoji = (struct card_emoji *)timer;
    bool fresh = !emoji->doubted && now_of(emoji) - emoji->asked < CARD_EMOJI_AGAIN_MS;
    if (emoji->stopped || emoji->busy || emoji->drawing != NULL)
        return;
    if (fresh)
        go_on(emoji);
    else
        ask(emoji);
}

/* -- life -- */

struct card_emoji *card_emoji_create(const struct card_emoji_setup *setup)
{
    struct card_emoji *emoji = calloc(1, sizeof(*emoji) + emoji_count() * sizeof(emoji->id[0]));
    if (emoji == NULL)
        return NULL;
    emoji->setup = *setup;
    timer_init(setup->loop, &emoji->home.timer, on_timer);
    return emoji;
}

void card_emoji_destroy(struct card_emoji *emoji, void (*closed)(void *arg), void *arg)
{
    if (emoji == NULL)
        return;
    if (emoji->drawing != NULL)
        emoji->drawing->owner = NULL;
    timer_home_free(&emoji->home, closed, arg);
}

void card_emoji_start(struct card_emoji *emoji, const char *application, bool adds)
{
    if (emoji == NULL || emoji_count() == 0 || strlen(application) >= sizeof(emoji->application))
        return;
    emoji->adds = emoji->adds || adds; /* this process may have got shard 0 since the first call */
    if (emoji->application[0] != '\0')
        return;
    snprintf(emoji->application, sizeof(emoji->application), "%s", application);
    ask(emoji);
}

void card_emoji_doubt(struct card_emoji *emoji)
{
    bool adding = emoji != NULL && emoji->adds && count_missing(emoji) > 0;
    if (emoji == NULL || emoji->application[0] == '\0' || emoji->busy || emoji->stopped || adding)
        return;
    uint64_t since = now_of(emoji) - emoji->asked;
    log_info(emoji->setup.log, "asks again for the emoji of cards: a message was refused");
    forget(emoji);
    emoji->doubted = true;
    timer_set(&emoji->home.timer, since < CARD_EMOJI_DOUBT_MS ? CARD_EMOJI_DOUBT_MS - since : 1);
}

const char *card_emoji_find(const struct card_emoji *emoji, unsigned tint,
                            const struct shown_card *card, char name[CARD_EMOJI_NAME])
{
    unsigned number = emoji != NULL ? emoji_find(tint, card) : EMOJI_NONE;
    if (number >= emoji_count() || emoji == NULL || emoji->id[number][0] == '\0')
        return NULL;
    write_name(number, name);
    return emoji->id[number];
}
