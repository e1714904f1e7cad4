#include "replays.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/message.h"
#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/round_json.h"
#include "bot/people/web.h"
#include "bot/table/round/fair.h"
#include "bot/table/round/reveal.h"
#include "bot/table/setup.h"
#include "bot/text/language.h"
#include "engine/player/player.h"
#include "storage/web_query.h"

enum { REPLAY_AGE = 60, TALLY_AGE = 10 /* seconds */ };

_Static_assert((int)STORE_SEATS_MAX >= (int)PLAYERS_MAX, "all seats of a round are asked for");

/* A round while its document is made. */
struct replaying {
    struct page_job *job;
    page_present *present;
    struct store_replay replay;
    char *setup_text, *actions; /* texts to which `replay` points; owned */
    bool dealt;                 /* `setup` and `kept` are read */
    struct setup setup;
    struct setup_kept kept;
    struct store_someone seats[PLAYERS_MAX];
    unsigned asked[PLAYERS_MAX]; /* seats that the store was asked about again */
    unsigned asked_count;
};

static void replaying_destroy(struct replaying *r)
{
    free(r->setup_text);
    free(r->actions);
    free(r);
}

static void refuse(struct replaying *r, unsigned status, const char *text)
{
    job_present_error(r->job, status, text, r->present);
    replaying_destroy(r);
}

/* -- who sat there -- */

static bool is_computer(const struct replaying *r, unsigned seat)
{
    return r->setup.seats[seat].player != NULL;
}

static bool anybody_hides(const struct replaying *r)
{
    for (unsigned i = 0; i < r->setup.players; i++) {
        if (r->seats[i].hidden)
            return true;
    }
    return false;
}

static bool is_shown(const struct replaying *r, const char *name)
{
    for (unsigned i = 0; i < r->setup.players; i++) {
        if (!r->seats[i].hidden && strcmp(r->setup.seats[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Takes two kinds of names out of the setup: those of players who hide, and those of people who cut
 * the deck and are not among the shown players. We cannot tell whether the latter hide. */
static bool take_names(struct replaying *r)
{
    const char *nobody = tr(r->job->language, round_hidden_name);
    for (unsigned i = 0; i < r->setup.cut_count; i++) {
        struct setup_cut *cut = &r->setup.cuts[i];
        if (!is_shown(r, cut->name))
            snprintf(cut->name, sizeof(cut->name), "%s", nobody);
    }
    for (unsigned i = 0; i < r->setup.players; i++) {
        if (r->seats[i].hidden)
            snprintf(r->setup.seats[i].name, sizeof(r->setup.seats[i].name), "%s", nobody);
    }
    return setup_write(&r->setup, r->kept.text, sizeof(r->kept.text));
}

/* -- the document -- */

static void add_seats(struct json *json, const struct replaying *r)
{
    cJSON *list = json_list(json, json->root, "seats");
    for (unsigned i = 0; i < r->setup.players; i++) {
        const struct setup_seat *seat = &r->setup.seats[i];
        cJSON *at = json_object(json, list, NULL);
        json_number(json, at, "seat", i);
        json_text(json, at, "name", seat->name);
        json_known(json, at, "player", r->seats[i].person);
        json_text(json, at, "computer", is_computer(r, i) ? seat->player->name : NULL);
    }
}

/* Writes the lines that `talon verify --transcript` reads, as !fair shows them. */
static void add_transcript(struct json *json, cJSON *at, const struct replaying *r)
{
    char token[FAIR_TOKEN];
    struct message *lines = message_create(NULL, NULL, URGENCY_INFO);
    if (lines == NULL) {
        json->failed = true;
        return;
    }
    message_text(lines, fair_token(r->kept.shuffle, r->replay.secret, token));
    reveal_add(lines, &r->kept, r->actions);
    json->failed = json->failed || lines->failed;
    json_text(json, at, "lines", lines->text);
    message_destroy(lines);
}

static void add_proof(struct json *json, const struct replaying *r)
{
    char token[FAIR_TOKEN];
    cJSON *at = json_object(json, json->root, "proof");
    json_number(json, at, "shuffle", r->kept.shuffle);
    json_hex(json, at, "secret", r->replay.secret, FAIR_SIZE);
    json_text(json, at, "bond", fair_token(0, r->kept.end, token));
    add_transcript(json, at, r);
}

static void add_moves(struct json *json, struct replaying *r)
{
    char deal[17];
    uint8_t seed[FAIR_SIZE];
    bool hides = anybody_hides(r);
    bool good = setup_seed(r->setup_text, &r->setup, &r->kept, r->replay.secret, seed) &&
                (!hides || take_names(r));
    json->failed = json->failed || !good;
    snprintf(deal, sizeof(deal), "%016" PRIx64, r->replay.deal_hash);
    add_seats(json, r);
    json_number(json, json->root, "rules", r->replay.rules_version);
    json_text(json, json->root, "setup", r->kept.text);
    json_hex(json, json->root, "seed", seed, FAIR_SIZE);
    json_text(json, json->root, "deal", deal);
    json_text(json, json->root, "moves", r->actions);
    if (hides)
        json_null(json, json->root, "proof");
    else
        add_proof(json, r);
}

static void show(struct replaying *r)
{
    struct json json;
    json_init(&json);
    round_json(&json, json.root, &r->replay.played, r->job);
    if (r->dealt)
        add_moves(&json, r);
    r->present(r->job, 200, json_end(&json), r->dealt ? REPLAY_AGE : TALLY_AGE);
    replaying_destroy(r);
}

/* -- asking -- */

/* The store finds a linked nick only by its mark, which the setup does not have. So people whom it
 * does not find are hidden: they may be linked with somebody who hides. */
static void people_came(void *arg, bool ok, const struct store_someone *found, unsigned count)
{
    struct replaying *r = arg;
    if (!ok) {
        refuse(r, 503, job_unread);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        struct store_someone *who = &r->seats[r->asked[i]];
        *who = found[i];
        who->hidden = who->hidden || who->person == 0;
    }
    show(r);
}

/* Reads an identity of a setup: "account NETWORK ACCOUNT". Cuts the text in place. */
static struct store_identity read_identity(char *text)
{
    char *network = strchr(text, ' ');
    char *account = network != NULL ? strchr(network + 1, ' ') : NULL;
    if (account == NULL)
        return (struct store_identity){.network = "", .account = "", .name = ""};
    *network++ = '\0';
    *account++ = '\0';
    return (struct store_identity){.network = network,
                                   .account = account,
                                   .name = "",
                                   .verified = strcmp(text, "account") == 0};
}

/* Finds who sat in each seat. The seat's result names the person. A damaged round has no results;
 * then we ask the store whether its people hide. */
static void ask_people(struct replaying *r)
{
    struct store_identity who[PLAYERS_MAX];
    for (unsigned i = 0; i < r->setup.players; i++) {
        const struct store_seat_result *result = round_result(&r->replay.played, i);
        if (result != NULL) {
            r->seats[i] = round_shown(result, &r->setup).who;
        } else if (strcmp(r->kept.identity[i], SETUP_FORGOTTEN) == 0) {
            r->seats[i].hidden = true;
        } else if (!is_computer(r, i)) {
            r->asked[r->asked_count] = i;
            who[r->asked_count++] = read_identity(r->kept.identity[i]);
        }
    }
    if (r->asked_count > 0)
        store_ask_someone(r->job->pages->lent.store, who, r->asked_count, people_came, r);
    else
        show(r);
}

/* Reads the setup. Returns false if the round has no moves to show: they are not kept, or the setup
 * is of version 1, whose text has people's identities. */
static bool read_setup(struct replaying *r)
{
    return r->replay.played.kept && setup_read_kept(r->setup_text, &r->setup, &r->kept) == NULL &&
           r->setup.version > 1 && r->setup.players <= PLAYERS_MAX;
}

static void replay_came(void *arg, bool ok, bool found, const struct store_replay *replay)
{
    struct replaying *r = arg;
    if (!ok) {
        refuse(r, 503, job_unread);
        return;
    }
    if (!found || web_of(r->job->pages->lent.people, replay->played.network,
                         replay->played.channel) == WEB_OFF) {
        refuse(r, 404, job_no_page);
        return;
    }
    r->replay = *replay;
    r->setup_text = strdup(replay->played.setup);
    r->actions = strdup(replay->actions);
    if (r->setup_text == NULL || r->actions == NULL) {
        refuse(r, 503, job_unread);
        return;
    }
    r->replay.played.setup = r->setup_text;
    r->replay.actions = r->actions;
    r->dealt = read_setup(r);
    if (r->dealt)
        ask_people(r);
    else
        show(r);
}

void replays_make(struct page_job *job, int64_t round, page_present *present)
{
    struct replaying *r = calloc(1, sizeof(*r));
    if (r == NULL) {
        present(job, 503, NULL, 0);
        return;
    }
    r->job = job;
    r->present = present;
    store_ask_replay(job->pages->lent.store, round, replay_came, r);
}

void replays_api(struct page_job *job)
{
    int64_t round = job_rest_number(job);
    if (round > 0)
        replays_make(job, round, job_answer_json);
    else
        job_refuse_json(job, 404, job_no_page);
}
