#include "web_query.h"

#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "query_base.h"
#include "store_base.h"
#include "web_query_base.h"

/* What is asked, and what is answered: one struct a question, with room for its answer. `texts` are
 * its own. */
enum { TEXTS = 3 };

struct look {
    struct question question; /* first */
    void *arg;
    char *texts[TEXTS];
    bool found;
    unsigned count;
};

static void free_texts(struct look *look)
{
    for (unsigned i = 0; i < TEXTS; i++)
        free(look->texts[i]);
}

static void destroy(struct question *question)
{
    free_texts((struct look *)question);
    free(question);
}

/* A new question of `size` bytes, with copies of texts (NULL stays NULL). NULL: memory is out. */
static void *create(const struct question_kind *kind, size_t size, void *arg,
                    const char *const texts[TEXTS])
{
    struct look *look = calloc(1, size);
    if (look == NULL)
        return NULL;
    look->question.kind = kind;
    look->arg = arg;
    for (unsigned i = 0; i < TEXTS; i++) {
        look->texts[i] = texts[i] != NULL ? strdup(texts[i]) : NULL;
        if (texts[i] != NULL && look->texts[i] == NULL) {
            destroy(&look->question);
            return NULL;
        }
    }
    return look;
}

/* -- boards -- */

struct page {
    struct look look; /* first */
    store_page_fn *done;
    struct store_board_query query;
    struct store_behind behind;
    struct store_ranked rows[STORE_PAGE_MAX];
};

static bool run_page(struct store *store, struct question *question)
{
    struct page *page = (struct page *)question;
    return store->impl->web->page(store, &page->query, &page->behind, page->rows,
                                  &page->look.count);
}

static void answer_page(struct question *question, bool ok)
{
    struct page *page = (struct page *)question;
    page->done(page->look.arg, ok, page->rows, ok ? page->look.count : 0);
}

static const struct question_kind page_kind = {run_page, answer_page, destroy};

struct store_behind store_behind(const struct store_ranked *row, bool rated)
{
    return (struct store_behind){.person = row->person,
                                 .points = row->score.points,
                                 .rounds_won = row->score.rounds_won,
                                 .standing = rated ? rating_standing(&row->score.rating) : 0,
                                 .rank = row->score.rank,
                                 .number = row->number};
}

void store_page(struct store *store, const struct store_board_query *query,
                const struct store_behind *behind, store_page_fn *done, void *arg)
{
    bool network = query->scope != STORE_OVERALL, channel = query->scope == STORE_CHANNEL;
    const char *const texts[TEXTS] = {network ? query->network : "", channel ? query->channel : "",
                                      query->rated};
    struct page *page = create(&page_kind, sizeof(*page), arg, texts);
    if (page == NULL) {
        done(arg, false, NULL, 0);
        return;
    }
    page->done = done;
    page->query = *query;
    page->query.network = page->look.texts[0];
    page->query.channel = page->look.texts[1];
    page->query.rated = page->look.texts[2];
    if (page->query.limit > STORE_PAGE_MAX)
        page->query.limit = STORE_PAGE_MAX;
    page->behind = *behind;
    store_question(store, &page->look.question);
}

/* -- persons -- */

struct search {
    struct look look; /* first */
    store_found_fn *done;
    char key[STORE_KEY_MAX];
    struct store_someone found[STORE_FOUND_MAX];
};

static bool run_search(struct store *store, struct question *question)
{
    struct search *search = (struct search *)question;
    return *search->key == '\0' ||
           store->impl->web->search(store, search->key, search->found, &search->look.count);
}

static void answer_search(struct question *question, bool ok)
{
    struct search *search = (struct search *)question;
    search->done(search->look.arg, ok, search->found, ok ? search->look.count : 0);
}

static const struct question_kind search_kind = {run_search, answer_search, destroy};

void store_search(struct store *store, const char *beginning, store_found_fn *done, void *arg)
{
    static const char *const texts[TEXTS] = {NULL};
    struct search *search = create(&search_kind, sizeof(*search), arg, texts);
    if (search == NULL) {
        done(arg, false, NULL, 0);
        return;
    }
    search->done = done;
    identity_fold(search->key, beginning);
    store_question(store, &search->look.question);
}

struct someone {
    struct look look; /* first; its count is of `who` */
    store_found_fn *done;
    struct store_identity who[STORE_SEATS_MAX]; /* their texts are owned */
    struct store_someone found[STORE_SEATS_MAX];
};

static bool run_someone(struct store *store, struct question *question)
{
    struct someone *someone = (struct someone *)question;
    return store->impl->web->someone(store, someone->who, someone->look.count, someone->found);
}

static void answer_someone(struct question *question, bool ok)
{
    struct someone *someone = (struct someone *)question;
    someone->done(someone->look.arg, ok, someone->found, ok ? someone->look.count : 0);
}

static void destroy_someone(struct question *question)
{
    struct someone *someone = (struct someone *)question;
    for (unsigned i = 0; i < someone->look.count; i++) {
        free((char *)someone->who[i].network);
        free((char *)someone->who[i].account);
        free((char *)someone->who[i].mark);
    }
    destroy(question);
}

static const struct question_kind someone_kind = {run_someone, answer_someone, destroy_someone};

static bool copy_who(struct store_identity *to, const struct store_identity *who)
{
    *to = (struct store_identity){.network = strdup(who->network),
                                  .account = strdup(who->account),
                                  .name = "",
                                  .verified = who->verified,
                                  .mark = strdup(who->mark != NULL ? who->mark : "")};
    return to->network != NULL && to->account != NULL && to->mark != NULL;
}

void store_ask_someone(struct store *store, const struct store_identity *who, unsigned count,
                       store_found_fn *done, void *arg)
{
    static const char *const texts[TEXTS] = {NULL};
    struct someone *someone = create(&someone_kind, sizeof(*someone), arg, texts);
    bool good = someone != NULL;
    count = count > STORE_SEATS_MAX ? STORE_SEATS_MAX : count;
    for (unsigned i = 0; good && i < count; i++) {
        someone->look.count++;
        good = copy_who(&someone->who[i], &who[i]);
    }
    if (!good) {
        if (someone != NULL)
            destroy_someone(&someone->look.question);
        done(arg, false, NULL, 0);
        return;
    }
    someone->done = done;
    store_question(store, &someone->look.question);
}

struct profile {
    struct look look; /* first */
    store_profile_fn *done;
    struct store_person_query query;
    struct store_profile profile;
};

static bool run_profile(struct store *store, struct question *question)
{
    struct profile *profile = (struct profile *)question;
    return store->impl->web->profile(store, &profile->query, &profile->look.found,
                                     &profile->profile);
}

static void answer_profile(struct question *question, bool ok)
{
    struct profile *profile = (struct profile *)question;
    profile->done(profile->look.arg, ok, ok && profile->look.found, &profile->profile);
}

static const struct question_kind profile_kind = {run_profile, answer_profile, destroy};

void store_ask_profile(struct store *store, const struct store_person_query *query,
                       store_profile_fn *done, void *arg)
{
    bool network = query->scope != STORE_OVERALL, channel = query->scope == STORE_CHANNEL;
    const char *const texts[TEXTS] = {network ? query->network : "", channel ? query->channel : "",
                                      NULL};
    struct profile *profile = create(&profile_kind, sizeof(*profile), arg, texts);
    if (profile == NULL) {
        done(arg, false, false, NULL);
        return;
    }
    profile->done = done;
    profile->query = *query;
    profile->query.network = profile->look.texts[0];
    profile->query.channel = profile->look.texts[1];
    store_question(store, &profile->look.question);
}

/* -- rounds -- */

struct rounds {
    struct look look; /* first */
    store_rounds_fn *done;
    struct web_rounds_query query;
    struct store_played rounds[STORE_LIST_MAX];
};

static bool run_rounds(struct store *store, struct question *question)
{
    struct rounds *rounds = (struct rounds *)question;
    return store->impl->web->rounds(store, &rounds->query, rounds->rounds, &rounds->look.count);
}

static void answer_rounds(struct question *question, bool ok)
{
    struct rounds *rounds = (struct rounds *)question;
    rounds->done(rounds->look.arg, ok, rounds->rounds, ok ? rounds->look.count : 0);
}

static void destroy_rounds(struct question *question)
{
    struct rounds *rounds = (struct rounds *)question;
    for (unsigned i = 0; i < STORE_LIST_MAX; i++)
        free((char *)rounds->rounds[i].setup);
    destroy(question);
}

static const struct question_kind rounds_kind = {run_rounds, answer_rounds, destroy_rounds};

void store_ask_rounds(struct store *store, const char *network, const char *channel, int64_t before,
                      unsigned limit, store_rounds_fn *done, void *arg)
{
    const char *const texts[TEXTS] = {network, channel, NULL};
    struct rounds *rounds = create(&rounds_kind, sizeof(*rounds), arg, texts);
    if (rounds == NULL) {
        done(arg, false, NULL, 0);
        return;
    }
    rounds->done = done;
    rounds->query =
        (struct web_rounds_query){.network = rounds->look.texts[0],
                                  .channel = rounds->look.texts[1],
                                  .before = before > 0 ? before : INT64_MAX,
                                  .limit = limit < STORE_LIST_MAX ? limit : STORE_LIST_MAX};
    store_question(store, &rounds->look.question);
}

struct replay {
    struct look look; /* first */
    store_replay_fn *done;
    int64_t round;
    struct store_replay replay;
};

static bool run_replay(struct store *store, struct question *question)
{
    struct replay *replay = (struct replay *)question;
    return store->impl->web->replay(store, replay->round, &replay->look.found, &replay->replay);
}

static void answer_replay(struct question *question, bool ok)
{
    struct replay *replay = (struct replay *)question;
    replay->done(replay->look.arg, ok, ok && replay->look.found, &replay->replay);
}

static void destroy_replay(struct question *question)
{
    struct replay *replay = (struct replay *)question;
    free((char *)replay->replay.played.setup);
    free((char *)replay->replay.actions);
    destroy(question);
}

static const struct question_kind replay_kind = {run_replay, answer_replay, destroy_replay};

void store_ask_replay(struct store *store, int64_t round, store_replay_fn *done, void *arg)
{
    static const char *const texts[TEXTS] = {NULL};
    struct replay *replay = create(&replay_kind, sizeof(*replay), arg, texts);
    if (replay == NULL) {
        done(arg, false, false, NULL);
        return;
    }
    replay->done = done;
    replay->round = round;
    store_question(store, &replay->look.question);
}

/* -- channels -- */

struct channels {
    struct look look; /* first */
    store_channels_fn *done;
    int64_t behind;
    struct store_channel channels[STORE_LIST_MAX];
};

static bool run_channels(struct store *store, struct question *question)
{
    struct channels *channels = (struct channels *)question;
    return store->impl->web->channels(store, channels->behind, channels->channels,
                                      &channels->look.count);
}

static void answer_channels(struct question *question, bool ok)
{
    struct channels *channels = (struct channels *)question;
    channels->done(channels->look.arg, ok, channels->channels, ok ? channels->look.count : 0);
}

static const struct question_kind channels_kind = {run_channels, answer_channels, destroy};

void store_ask_channels(struct store *store, int64_t behind, store_channels_fn *done, void *arg)
{
    static const char *const texts[TEXTS] = {NULL};
    struct channels *channels = create(&channels_kind, sizeof(*channels), arg, texts);
    if (channels == NULL) {
        done(arg, false, NULL, 0);
        return;
    }
    channels->done = done;
    channels->behind = behind;
    store_question(store, &channels->look.question);
}
