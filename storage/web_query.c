#include "web_query.h"

#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "query_base.h"
#include "store_base.h"

/* -- boards -- */

struct store_behind store_behind(const struct store_ranked *row, bool rated)
{
    return (struct store_behind){.person = row->person,
                                 .points = row->score.points,
                                 .rounds_won = row->score.rounds_won,
                                 .standing = rated ? rating_standing(&row->score.rating) : 0,
                                 .rank = row->score.rank,
                                 .number = row->number};
}

static bool run_page(struct store *store, struct query *query)
{
    return store->impl->web->page(store, &query->as.page.board, &query->as.page.behind,
                                  query->answer, &query->count);
}

static void tell_page(struct query *query, bool ok, const void *answer)
{
    query->done.page(query->arg, ok, answer, ok ? query->count : 0);
}

void store_page(struct store *store, const struct store_board_query *query,
                const struct store_behind *behind, store_page_fn *done, void *arg)
{
    static const struct query_kind kind = {sizeof(struct store_ranked[STORE_PAGE_MAX]),
                                           true,
                                           {QUERY_TEXT(page.board.network),
                                            QUERY_TEXT(page.board.channel),
                                            QUERY_TEXT(page.board.rated)},
                                           run_page,
                                           tell_page,
                                           NULL};
    struct query asked = {
        .kind = &kind, .as.page = {*query, *behind}, .done.page = done, .arg = arg};
    struct store_board_query *board = &asked.as.page.board;
    query_fit_scope(query->scope, &board->network, &board->channel);
    if (query->limit > STORE_PAGE_MAX)
        board->limit = STORE_PAGE_MAX;
    store_query(store, &asked);
}

/* -- persons -- */

static bool run_search(struct store *store, struct query *query)
{
    return *query->as.key == '\0' ||
           store->impl->web->search(store, query->as.key, query->answer, &query->count);
}

static void tell_found(struct query *query, bool ok, const void *answer)
{
    query->done.found(query->arg, ok, answer, ok ? query->count : 0);
}

void store_search(struct store *store, const char *beginning, store_found_fn *done, void *arg)
{
    static const struct query_kind kind = {sizeof(struct store_someone[STORE_FOUND_MAX]),
                                           true,
                                           {QUERY_TEXT(key)},
                                           run_search,
                                           tell_found,
                                           NULL};
    char key[STORE_KEY_MAX];
    identity_fold(key, beginning);
    store_query(store,
                &(struct query){.kind = &kind, .as.key = key, .done.found = done, .arg = arg});
}

static bool run_someone(struct store *store, struct query *query)
{
    query->count = query->who_count;
    return store->impl->web->someone(store, query->who, query->who_count, query->answer);
}

void store_ask_someone(struct store *store, const struct store_identity *who, unsigned count,
                       store_found_fn *done, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_someone[STORE_SEATS_MAX]), true, {0}, run_someone, tell_found, NULL};
    struct query asked = {.kind = &kind, .done.found = done, .arg = arg};
    asked.who_count = count > STORE_SEATS_MAX ? STORE_SEATS_MAX : count;
    memcpy(asked.who, who, asked.who_count * sizeof(*who));
    store_query(store, &asked);
}

static bool run_profile(struct store *store, struct query *query)
{
    return store->impl->web->profile(store, &query->as.profile, &query->found, query->answer);
}

static void tell_profile(struct query *query, bool ok, const void *answer)
{
    query->done.profile(query->arg, ok, ok && query->found, answer);
}

void store_ask_profile(struct store *store, const struct store_person_query *query,
                       store_profile_fn *done, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_profile),
        true,
        {QUERY_TEXT(profile.network), QUERY_TEXT(profile.channel)},
        run_profile,
        tell_profile,
        NULL};
    struct query asked = {.kind = &kind, .as.profile = *query, .done.profile = done, .arg = arg};
    query_fit_scope(query->scope, &asked.as.profile.network, &asked.as.profile.channel);
    store_query(store, &asked);
}

/* -- rounds -- */

static bool run_rounds(struct store *store, struct query *query)
{
    return store->impl->web->rounds(store, &query->as.rounds, query->answer, &query->count);
}

static void tell_rounds(struct query *query, bool ok, const void *answer)
{
    query->done.rounds(query->arg, ok, answer, ok ? query->count : 0);
}

static void free_rounds(void *answer)
{
    for (unsigned i = 0; i < STORE_LIST_MAX; i++)
        free((char *)((struct store_played *)answer)[i].setup);
}

void store_ask_rounds(struct store *store, const char *network, const char *channel, int64_t before,
                      unsigned limit, store_rounds_fn *done, void *arg)
{
    static const struct query_kind kind = {sizeof(struct store_played[STORE_LIST_MAX]),
                                           true,
                                           {QUERY_TEXT(rounds.network), QUERY_TEXT(rounds.channel)},
                                           run_rounds,
                                           tell_rounds,
                                           free_rounds};
    store_query(store, &(struct query){
                           .kind = &kind,
                           .as.rounds = {.network = network,
                                         .channel = channel,
                                         .before = before > 0 ? before : INT64_MAX,
                                         .limit = limit < STORE_LIST_MAX ? limit : STORE_LIST_MAX},
                           .done.rounds = done,
                           .arg = arg});
}

static bool run_replay(struct store *store, struct query *query)
{
    return store->impl->web->replay(store, query->as.round, &query->found, query->answer);
}

static void tell_replay(struct query *query, bool ok, const void *answer)
{
    query->done.replay(query->arg, ok, ok && query->found, answer);
}

static void free_replay(void *answer)
{
    struct store_replay *replay = answer;
    free((char *)replay->played.setup);
    free((char *)replay->actions);
}

void store_ask_replay(struct store *store, int64_t round, store_replay_fn *done, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_replay), true, {0}, run_replay, tell_replay, free_replay};
    store_query(store,
                &(struct query){.kind = &kind, .as.round = round, .done.replay = done, .arg = arg});
}

/* -- channels -- */

static bool run_channels(struct store *store, struct query *query)
{
    return store->impl->web->channels(store, query->as.behind, query->answer, &query->count);
}

static void tell_channels(struct query *query, bool ok, const void *answer)
{
    query->done.channels(query->arg, ok, answer, ok ? query->count : 0);
}

void store_ask_channels(struct store *store, int64_t behind, store_channels_fn *done, void *arg)
{
    static const struct query_kind kind = {sizeof(struct store_channel[STORE_CHANNELS_MAX]),
                                           true,
                                           {0},
                                           run_channels,
                                           tell_channels,
                                           NULL};
    store_query(store, &(struct query){
                           .kind = &kind, .as.behind = behind, .done.channels = done, .arg = arg});
}
