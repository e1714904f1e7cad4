#include "round_news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/people/setting_store.h"
#include "bot/show/render/lines.h"
#include "bot/show/show_state.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "storage/query.h"

/* A round that has ended. We ask about its records when `batch`, with its end, is durable. */
struct ended {
    int64_t table, round;
    uint64_t batch;
};

struct fallen {
    unsigned count;
    struct ended at[ROUND_NEWS_MAX];
};

/* What we need when the store answers. */
struct question {
    struct host *host;
    int64_t table;
};

static bool is_told(const struct place *place)
{
    const char *kept =
        setting_channel(place->table->host, place->network, place->channel, "records");
    return place->kind == PLACE_CHANNEL && (kept == NULL || strcmp(kept, "off") != 0);
}

static bool is_told_anywhere(const struct table *table)
{
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (is_told(place))
            return true;
    }
    return false;
}

bool round_news_wait(struct table *table, const struct event *over)
{
    struct host *host = table->host;
    if (over->seat >= table->seat_count || table->seats[over->seat].person == NULL ||
        seats_people(table) < 2 || !is_told_anywhere(table))
        return false;
    if (host->show->fallen == NULL)
        host->show->fallen = calloc(1, sizeof(*host->show->fallen));
    if (host->show->fallen == NULL || host->show->fallen->count == ROUND_NEWS_MAX)
        return false;
    host->show->fallen->at[host->show->fallen->count++] =
        (struct ended){table->id, table->round->id, store_batch(host->store)};
    return true;
}

static void say_records(struct place *place, const struct store_broken_records *fallen)
{
    const struct language *language = place->language;
    const struct store_records *records = &fallen->records;
    char time[32];
    long seconds = (long)(records->lasted / 1000);
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    const struct {
        bool fell;
        const char *words;
        long n;
    } all[] = {
        {fallen->streak, N_("A record here: {player} has won {n} rounds in a row."),
         (long)records->longest},
        {fallen->fastest, N_("A record here: {player} has won in {time} (turns: {n})."),
         (long)records->plays},
        {fallen->largest, N_("A record here: {player} has won after holding {n} cards."),
         (long)records->cards},
    };
    snprintf(time, sizeof(time), "%ld:%02ld", seconds / 60, seconds % 60);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
        if (!all[i].fell)
            continue;
        message_text(line, line->length > 0 ? " " : "");
        PHRASE(line, tr(language, all[i].words), arg_name("player", fallen->name),
               arg_number("n", all[i].n), arg_text("time", time));
    }
    place_say(place, line);
}

static void answered(void *arg, bool ok, const struct store_broken_records *fallen)
{
    struct question question = *(struct question *)arg;
    struct table *table = NULL;
    free(arg);
    if (!ok || !(fallen->streak || fallen->fastest || fallen->largest))
        return;
    table = table_by_id(question.host, question.table);
    if (table == NULL)
        return;
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (is_told(place))
            say_records(place, fallen);
    }
}

static void ask_records(struct host *host, const struct ended *ended)
{
    struct question *question = malloc(sizeof(*question));
    if (question == NULL)
        return;
    *question = (struct question){host, ended->table};
    store_ask_broken_records(host->store, ended->round, answered, question);
}

void round_news_look(struct host *host)
{
    struct fallen *fallen = host->show->fallen;
    uint64_t durable = store_durable(host->store);
    unsigned done = 0;
    if (fallen == NULL || host->stopping)
        return;
    while (done < fallen->count && fallen->at[done].batch <= durable)
        ask_records(host, &fallen->at[done++]);
    memmove(fallen->at, fallen->at + done, (fallen->count - done) * sizeof(fallen->at[0]));
    fallen->count -= done;
    if (fallen->count == 0)
        round_news_finish(host);
}

void round_news_finish(struct host *host)
{
    free(host->show->fallen);
    host->show->fallen = NULL;
}
