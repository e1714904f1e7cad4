#include "round_news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/people/setting_store.h"
#include "bot/show/render/achievement_words.h"
#include "bot/show/render/lines.h"
#include "bot/show/show_state.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "storage/query.h"

/* A round that has ended. We ask about its news when `batch`, with its end, is durable. */
struct ended {
    int64_t table, round;
    uint64_t batch;
};

struct round_news {
    unsigned count;
    struct ended at[ROUND_NEWS_MAX];
};

/* What we need when the store answers. */
struct question {
    struct show *show;
    int64_t table;
};

/* Whether the channel of the place has that setting on. */
static bool has_on(const struct place *place, const char *key)
{
    const char *kept = setting_channel(place->network, place->channel, key);
    return place->kind == PLACE_CHANNEL && (kept == NULL || strcmp(kept, "off") != 0);
}

static bool tells_records(const struct place *place)
{
    return has_on(place, "records");
}

static bool tells_achievements(const struct place *place)
{
    return has_on(place, "achievements");
}

static bool is_told_anywhere(const struct table *table)
{
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (tells_records(place) || tells_achievements(place))
            return true;
    }
    return false;
}

bool round_news_wait(struct table *table)
{
    struct show *show = show_of(table->host);
    if (!round_counts(table) || !is_told_anywhere(table))
        return false;
    if (show->round_news == NULL)
        show->round_news = calloc(1, sizeof(*show->round_news));
    struct round_news *news = show->round_news;
    if (news == NULL || news->count == ROUND_NEWS_MAX)
        return false;
    news->at[news->count++] =
        (struct ended){table->id, table->round->id, store_batch(show->lent.store)};
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

/* Adds the achievements of one person, whose first is `at`, and returns where the next person
 * begins. */
static unsigned add_earned(struct message *line, const struct language *language,
                           const struct store_round_news *news, unsigned at)
{
    const unsigned first = at;
    struct message *list = message_create(NULL, NULL, URGENCY_TABLE);
    for (; at < news->earned_count && news->earned[at].person == news->earned[first].person; at++) {
        if (list == NULL)
            continue;
        message_text(list, at > first ? ", " : "");
        message_text(list, tr(language, achievement_name(news->earned[at].achievement)));
    }
    message_text(line, first > 0 ? " " : "");
    PHRASE(line, tr(language, N_("{player} has earned: {achievements}.")),
           arg_name("player", news->earned[first].name), arg_piece(line, "achievements", list));
    message_destroy(list);
    return at;
}

static void say_achievements(struct place *place, const struct store_round_news *news)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    unsigned at = 0;
    while (line != NULL && at < news->earned_count)
        at = add_earned(line, place->language, news, at);
    place_say(place, line);
}

static void answered(void *arg, bool ok, const struct store_round_news *news)
{
    struct question question = *(struct question *)arg;
    const struct store_broken_records *broken = &news->broken;
    const bool fell = broken->streak || broken->fastest || broken->largest;
    free(arg);
    struct table *table = table_by_id(question.show->lent.tables, question.table);
    if (!ok || table == NULL)
        return;
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (fell && tells_records(place))
            say_records(place, broken);
        if (news->earned_count > 0 && tells_achievements(place))
            say_achievements(place, news);
    }
}

static void ask_news(struct show *show, const struct ended *ended)
{
    struct question *question = malloc(sizeof(*question));
    if (question == NULL)
        return;
    *question = (struct question){show, ended->table};
    store_ask_round_news(show->lent.store, ended->round, answered, question);
}

void round_news_look(struct show *show)
{
    struct round_news *news = show->round_news;
    uint64_t durable = store_durable(show->lent.store);
    unsigned done = 0;
    if (news == NULL || *show->lent.stopping)
        return;
    while (done < news->count && news->at[done].batch <= durable)
        ask_news(show, &news->at[done++]);
    memmove(news->at, news->at + done, (news->count - done) * sizeof(news->at[0]));
    news->count -= done;
    if (news->count == 0)
        round_news_finish(show);
}

void round_news_finish(struct show *show)
{
    free(show->round_news);
    show->round_news = NULL;
}
