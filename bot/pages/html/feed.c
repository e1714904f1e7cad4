#include "feed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/message.h"
#include "bot/pages/address.h"
#include "bot/pages/job.h"
#include "bot/pages/known.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/round_json.h"
#include "bot/people/channel_name.h"
#include "bot/people/web.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "storage/web_query.h"

enum { FEED_AGE = 60 /* seconds */, FEED_ROUNDS = 20 };

struct feeding {
    struct page_job *job;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX];
};

/* -- XML -- */

static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            if ((unsigned char)*text >= ' ' || *text == '\n')
                putc(*text, out);
        }
    }
}

static void put_element(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<%s>", name);
    put_text(out, text);
    fprintf(out, "</%s>\n", name);
}

/* RFC 3339; `at` in milliseconds. */
static void put_time(FILE *out, const char *element, int64_t at)
{
    struct tm tm;
    char text[32] = "";
    const time_t seconds = (time_t)(at / 1000);
    if (gmtime_r(&seconds, &tm) != NULL)
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    put_element(out, element, text);
}

/* Writes the id of an entry: its address, or "urn:talon:" and the path if our address is not known.
 */
static void put_id(FILE *out, const struct feeding *feeding, const char *path)
{
    const struct page_request *request = &feeding->job->request;
    fputs("<id>", out);
    put_text(out, *request->origin != '\0' ? request->origin : "urn:talon:");
    put_text(out, request->home);
    put_text(out, path);
    fputs("</id>\n", out);
}

static void put_link(FILE *out, const struct feeding *feeding, const char *kind, const char *path)
{
    const struct page_request *request = &feeding->job->request;
    fprintf(out, "<link rel=\"%s\" href=\"", kind);
    put_text(out, request->origin);
    put_text(out, request->home);
    put_text(out, path);
    fputs("\"/>\n", out);
}

/* -- words -- */

/* A round with its setup (round_setup()). */
struct feed_round {
    const struct store_played *played;
    const struct setup *setup;
    const struct language *language;
};

static const char *name_of(const struct feed_round *round, const struct store_seat_result *result,
                           char name[STORE_NAME_MAX])
{
    const struct store_seat_result shown = round_shown(result, round->setup);
    if (shown.computer)
        return tr(round->language, N_("a computer player"));
    if (shown.who.hidden)
        return tr(round->language, round_hidden_name);
    return memcpy(name, shown.who.name, STORE_NAME_MAX);
}

/* Finds the winner, and the partner who shares the win in a team (HR-20). Returns how many they
 * are.
 */
static unsigned find_winners(const struct store_played *played,
                             const struct store_seat_result *winners[2])
{
    unsigned count = 0;
    for (unsigned i = 0; i < played->result_count && count < 2; i++) {
        if (played->results[i].won)
            winners[count++] = &played->results[i];
    }
    return count;
}

static struct message *title_of(const struct feed_round *round)
{
    char name[STORE_NAME_MAX];
    char partner[STORE_NAME_MAX];
    const struct language *language = round->language;
    const char *set = round->played->set;
    struct message *title = message_create(NULL, NULL, URGENCY_INFO);
    const struct store_seat_result *winners[2];
    const unsigned count = find_winners(round->played, winners);
    if (title == NULL)
        return NULL;
    if (count == 1) {
        PHRASE(title, tr(language, N_("{player} wins a round of {set}")),
               arg_text("player", name_of(round, winners[0], name)), arg_text("set", set));
    } else if (count == 2) {
        PHRASE(title, tr(language, N_("{player} and {partner} win a round of {set}")),
               arg_text("player", name_of(round, winners[0], name)),
               arg_text("partner", name_of(round, winners[1], partner)), arg_text("set", set));
    } else {
        PHRASE(title, tr(language, N_("A round of {set} without a winner")), arg_text("set", set));
    }
    return title;
}

/* "alice 120, bob 0" */
static void put_results(FILE *out, const struct feed_round *round)
{
    char name[STORE_NAME_MAX];
    fputs("<content type=\"text\">", out);
    for (unsigned i = 0; i < round->played->result_count; i++) {
        const struct store_seat_result *result = &round->played->results[i];
        fputs(i > 0 ? ", " : "", out);
        put_text(out, name_of(round, result, name));
        fprintf(out, " %" PRId32, result->points);
    }
    fputs("</content>\n", out);
}

/* -- all of it -- */

static void put_entry(FILE *out, const struct feeding *feeding, const struct store_played *played)
{
    char path[64];
    struct setup *setup = round_setup(played);
    const struct feed_round round = {played, setup, feeding->job->language};
    struct message *title = title_of(&round);
    snprintf(path, sizeof(path), "/rounds/%" PRId64, played->id);
    fputs("<entry>\n", out);
    put_id(out, feeding, path);
    put_element(out, "title", title != NULL ? title->text : played->set);
    put_time(out, "published", played->ended_at);
    put_time(out, "updated", played->ended_at);
    put_link(out, feeding, "alternate", path);
    put_results(out, &round);
    fputs("</entry>\n", out);
    message_destroy(title);
    free(setup);
}

static void put_feed(FILE *out, const struct feeding *feeding, const struct store_played *rounds,
                     unsigned count)
{
    char path[ADDRESS_PATH];
    char name[CHANNEL_NAME_MAX];
    char title[STORE_NAME_MAX + CHANNEL_NAME_MAX + 16];
    channel_name(feeding->job->pages->lent.people, feeding->network, feeding->channel, name);
    snprintf(title, sizeof(title), "Talon: %s (%s)", name, feeding->network);
    fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
          "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
          out);
    if (address_of_channel("/feed", feeding->network, feeding->channel, path)) {
        put_id(out, feeding, path);
        put_link(out, feeding, "self", path);
    }
    put_element(out, "title", title);
    fputs("<author><name>Talon</name></author>\n", out);
    put_time(out, "updated", count > 0 ? rounds[0].ended_at : 0);
    if (address_of_channel("/channels", feeding->network, feeding->channel, path))
        put_link(out, feeding, "alternate", path);
    for (unsigned i = 0; i < count; i++)
        put_entry(out, feeding, &rounds[i]);
    fputs("</feed>\n", out);
}

static void rounds_came(void *arg, bool ok, const struct store_played *rounds, unsigned count)
{
    struct feeding *feeding = arg;
    char *body = NULL;
    size_t length = 0;
    bool none =
        ok && count == 0 && !known_place(feeding->job->pages, feeding->network, feeding->channel);
    FILE *out = ok && !none ? open_memstream(&body, &length) : NULL;
    if (!ok) {
        job_refuse_json(feeding->job, 503, job_unread);
    } else if (none) {
        job_refuse_json(feeding->job, 404, job_no_page);
    } else if (out == NULL) {
        job_answer_text(feeding->job, 503, "application/atom+xml", NULL, 0);
    } else {
        put_feed(out, feeding, rounds, count);
        bool good = ferror(out) == 0;
        if (fclose(out) != 0 || !good) {
            free(body);
            body = NULL;
        }
        job_answer_text(feeding->job, 200, "application/atom+xml; charset=utf-8", body, FEED_AGE);
    }
    free(feeding);
}

void feed_page(struct page_job *job)
{
    struct feeding *feeding = calloc(1, sizeof(*feeding));
    if (feeding == NULL) {
        job_answer_text(job, 503, "application/atom+xml", NULL, 0);
        return;
    }
    feeding->job = job;
    if (!job_rest_channel(job, feeding->network, feeding->channel) ||
        web_of(job->pages->lent.people, feeding->network, feeding->channel) == WEB_OFF) {
        job_refuse_json(job, 404, job_no_page);
        free(feeding);
        return;
    }
    store_ask_rounds(job->pages->lent.store, feeding->network, feeding->channel, 0, FEED_ROUNDS,
                     rounds_came, feeding);
}
