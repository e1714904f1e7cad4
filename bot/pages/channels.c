#include "channels.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/round_json.h"
#include "bot/people/web.h"
#include "bot/text/language.h"
#include "storage/web_query.h"

enum {
    CHANNELS_AGE = 30, /* seconds */
    ROUNDS_AGE = 10,   /* seconds */
    ROUNDS = 20,
    CHANNELS = STORE_CHANNELS_MAX - 1, /* in a list; one more shows whether others follow */
    CHANNELS_ASKED = 8                 /* answers of the store that one list takes at most */
};

/* -- the list -- */

struct channels_asked {
    struct page_job *job;
    page_present *present;
    struct json json;
    cJSON *list;
    unsigned shown, asked; /* channels in the list, and answers that it took */
    int64_t last;          /* id of the last one in the list */
};

static void add_channel(struct channels_asked *asked, const struct store_channel *channel,
                        enum web_level level)
{
    struct json *json = &asked->json;
    cJSON *at = json_object(json, asked->list, NULL);
    json_channel(json, at, asked->job->pages->lent.people, channel->network, channel->channel);
    json_number(json, at, "people", channel->people);
    json_number(json, at, "rounds", channel->rounds);
    json_known(json, at, "last_at", channel->last_at);
    json_flag(json, at, "watch", level == WEB_WATCH);
    asked->last = channel->id;
    asked->shown++;
}

/* Adds the channels that pages show, as long as the list has room. Returns whether there is one
 * more. */
static bool add_channels(struct channels_asked *asked, const struct store_channel *channels,
                         unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        enum web_level level =
            web_of(asked->job->pages->lent.people, channels[i].network, channels[i].channel);
        if (level == WEB_OFF)
            continue;
        if (asked->shown == CHANNELS)
            return true;
        add_channel(asked, &channels[i], level);
    }
    return false;
}

static void channels_came(void *arg, bool ok, const struct store_channel *channels, unsigned count)
{
    struct channels_asked *asked = arg;
    int64_t next = 0;
    if (!ok) {
        cJSON_Delete(asked->json.root);
        job_present_error(asked->job, 503, job_unread, asked->present);
        free(asked);
        return;
    }
    if (add_channels(asked, channels, count)) {
        next = asked->last;
    } else if (count == STORE_CHANNELS_MAX) { /* some were left out: there may be more */
        next = channels[count - 1].id;
        if (++asked->asked < CHANNELS_ASKED) {
            store_ask_channels(asked->job->pages->lent.store, next, channels_came, asked);
            return;
        }
    }
    json_known(&asked->json, asked->json.root, "next", next);
    asked->present(asked->job, 200, json_end(&asked->json), CHANNELS_AGE);
    free(asked);
}

void channels_make(struct page_job *job, int64_t behind, page_present *present)
{
    struct channels_asked *asked = malloc(sizeof(*asked));
    if (asked == NULL) {
        present(job, 503, NULL, 0);
        return;
    }
    *asked = (struct channels_asked){.job = job, .present = present};
    json_init(&asked->json);
    asked->list = json_list(&asked->json, asked->json.root, "channels");
    store_ask_channels(job->pages->lent.store, behind, channels_came, asked);
}

void channels_api(struct page_job *job)
{
    int64_t behind = 0;
    if (job_number(job, "after", 0, &behind))
        channels_make(job, behind, job_answer_json);
    else
        job_refuse_json(job, 400, N_("after is what next was in the rows before."));
}

/* -- rounds of one -- */

struct rounds_asked {
    struct page_job *job;
    page_present *present;
    unsigned limit;
};

static void rounds_came(void *arg, bool ok, const struct store_played *rounds, unsigned count)
{
    struct rounds_asked *asked = arg;
    struct json json;
    if (!ok) {
        job_present_error(asked->job, 503, job_unread, asked->present);
        free(asked);
        return;
    }
    json_init(&json);
    cJSON *list = json_list(&json, json.root, "rounds");
    for (unsigned i = 0; i < count && i < asked->limit; i++)
        round_json(&json, json_object(&json, list, NULL), &rounds[i], asked->job);
    json_known(&json, json.root, "next", count > asked->limit ? rounds[asked->limit - 1].id : 0);
    asked->present(asked->job, 200, json_end(&json), ROUNDS_AGE);
    free(asked);
}

void rounds_make(struct page_job *job, const struct rounds_query *query, page_present *present)
{
    struct rounds_asked *asked = NULL;
    if (web_of(job->pages->lent.people, query->network, query->channel) == WEB_OFF) {
        job_present_error(job, 404, job_no_page, present);
        return;
    }
    asked = malloc(sizeof(*asked));
    if (asked == NULL) {
        present(job, 503, NULL, 0);
        return;
    }
    *asked = (struct rounds_asked){job, present, query->limit};
    store_ask_rounds(job->pages->lent.store, query->network, query->channel, query->before,
                     query->limit + 1, rounds_came, asked);
}

void rounds_api(struct page_job *job)
{
    char network[STORE_NAME_MAX];
    char channel[STORE_ACCOUNT_MAX];
    struct rounds_query query = {network, channel, 0, ROUNDS};
    if (!job_parameter(job, "network", network, sizeof(network)) || *network == '\0' ||
        !job_parameter(job, "channel", channel, sizeof(channel)) || *channel == '\0') {
        job_refuse_json(job, 400,
                        N_("Say of which network, and of which channel: network=...&channel=..."));
    } else if (!job_number(job, "before", 0, &query.before))
        job_refuse_json(job, 400, N_("before is the number of a round."));
    else
        rounds_make(job, &query, job_answer_json);
}
