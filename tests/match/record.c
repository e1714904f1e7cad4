#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/show/render/render.h"
#include "bot/table/round/replay.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "storage/check/prove.h"

bool record_init(struct record *record)
{
    *record = (struct record){0};
    record->plays = calloc(RECORD_PLAYS, sizeof(*record->plays));
    record->lines = calloc(RECORD_PLAYS, sizeof(*record->lines));
    record->heard = calloc(RECORD_PLAYS, sizeof(*record->heard));
    return record->plays != NULL && record->lines != NULL && record->heard != NULL;
}

void record_finish(struct record *record)
{
    free(record->plays);
    free(record->lines);
    free(record->heard);
}

static void add_play(struct record *record, const char *text, const char *verb, bool again)
{
    const char *card = verb + strlen(" plays [");
    const char *end = strchr(card, ']');
    if (end == NULL || record->heard_count == RECORD_PLAYS)
        return;
    /* "bob draws 1 card and plays [R 5]": the name begins the clause, or the line; a dot (which
     * ends in b7) stands between lines that were sent as one. */
    const char *name = verb;
    while (name > text &&
           (name[-1] != ' ' || name == text + 1 || strchr(";:!.\xb7", name[-2]) == NULL))
        name--;
    char *heard = record->heard[record->heard_count++];
    snprintf(heard, sizeof(*record->heard), "%.*s %.*s", (int)strcspn(name, " "), name,
             (int)(end - card), card);
    if (again)
        return;
    snprintf(record->lines[record->play_count], sizeof(*record->lines), "%s", text);
    snprintf(record->plays[record->play_count++], sizeof(*record->plays), "%s", heard);
}

/* Whether what stands at `verb` is said of the last move, which may have been told before. Lines
 * that waited are sent as one, with dots between them. */
static bool is_told_again(const char *text, const char *verb)
{
    bool again = false;
    for (const char *line = text; line != NULL && line < verb;) {
        again = strncmp(line, "The table goes on ", strlen("The table goes on ")) == 0;
        line = strstr(line, " \xc2\xb7 ");
        line = line == NULL ? NULL : line + strlen(" \xc2\xb7 ");
    }
    return again;
}

void record_said(void *arg, const char *text)
{
    struct record *record = arg;
    const char *verb = strstr(text, " plays [");
    const char *totals = strstr(text, "Totals: ");
    for (; verb != NULL; verb = strstr(verb + 1, " plays ["))
        add_play(record, text, verb, is_told_again(text, verb));
    if (strstr(text, "cards each") != NULL)
        record->deals++;
    if (strstr(text, "wins the round") != NULL && strstr(text, "last round") == NULL)
        record->rounds_won++;
    if (totals != NULL)
        snprintf(record->totals, sizeof(record->totals), "%s", totals);
    if (strstr(text, "wins the match") != NULL)
        record->match_won = true;
}

int record_total(const struct record *record, const char *name)
{
    char wanted[32];
    snprintf(wanted, sizeof(wanted), " %s ", name);
    const char *at = strstr(record->totals, wanted);
    return at != NULL ? atoi(at + strlen(wanted)) : -1;
}

struct reading {
    struct truth *truth;
    const char *const *names; /* by seat */
};

/* The card as the channel's lines show it, without brackets. */
static void label_of(const struct replay *replay, unsigned face, char *out, size_t size)
{
    char label[LABEL_MAX];
    card_label(language_at(0), replay->rules, &replay->rules->deck.face[face], MARK_NONE, label);
    snprintf(out, size, "%.*s", (int)strlen(label) - 2, label + 1);
}

static void read_action(struct reading *reading, struct replay *replay,
                        const struct store_action *row)
{
    struct truth *truth = reading->truth;
    struct action action;
    char card[LABEL_MAX];
    const char *wrong = replay_action(replay, row);
    if (wrong != NULL) {
        snprintf(truth->wrong, sizeof(truth->wrong), "round %lld, action %u: %s",
                 (long long)row->round, row->seq, wrong);
        return;
    }
    truth->actions++;
    action_parse(replay->rules, row->text, strlen(row->text), &action);
    if (action.kind != ACTION_PLAY || truth->play_count == RECORD_PLAYS)
        return;
    label_of(replay, action.face, card, sizeof(card));
    snprintf(truth->plays[truth->play_count++], sizeof(*truth->plays), "%s %s",
             reading->names[action.seat], card);
}

static void read_round(void *arg, const struct store_proof *proof)
{
    struct reading *reading = arg;
    struct truth *truth = reading->truth;
    static struct replay replay;
    const char *wrong = replay_deal(&replay, &proof->round);
    truth->rounds++;
    if (wrong != NULL) {
        snprintf(truth->wrong, sizeof(truth->wrong), "round %lld: %s", (long long)proof->round.id,
                 wrong);
    }
    for (unsigned i = 0; i < proof->action_count && truth->wrong[0] == '\0'; i++)
        read_action(reading, &replay, &proof->actions[i]);
    if (truth->wrong[0] != '\0' || replay.game.winner == SEAT_NONE)
        return;
    for (unsigned seat = 0; seat < replay.game.players; seat++) {
        if (seat != replay.game.winner) {
            truth->points[replay.game.winner] +=
                (int)hand_points(replay.rules, replay.game.hand[seat]);
        }
    }
}

bool truth_read(struct truth *truth, const struct daemon *daemon, const char *const *names)
{
    struct reading reading = {truth, names};
    struct fault why = {0};
    *truth = (struct truth){0};
    truth->plays = calloc(RECORD_PLAYS, sizeof(*truth->plays));
    if (truth->plays == NULL)
        return false;
    for (int64_t round = 1; truth->wrong[0] == '\0'; round++) {
        if (store_prove(daemon->database, round, read_round, &reading, &why) != STORE_OK)
            break;
    }
    return true;
}

bool truth_read_rounds(struct truth *truth, const char *database, const int64_t *rounds,
                       unsigned count, const char *const *names)
{
    struct reading reading = {truth, names};
    struct fault why = {0};
    *truth = (struct truth){0};
    truth->plays = calloc(RECORD_PLAYS, sizeof(*truth->plays));
    for (unsigned i = 0; truth->plays != NULL && i < count && truth->wrong[0] == '\0'; i++) {
        if (store_prove(database, rounds[i], read_round, &reading, &why) != STORE_OK) {
            snprintf(truth->wrong, sizeof(truth->wrong), "round %lld: %.200s", (long long)rounds[i],
                     why.text);
        }
    }
    return truth->plays != NULL;
}

void truth_finish(struct truth *truth)
{
    free(truth->plays);
}

bool truth_covers(const struct truth *truth, const struct record *record, char why[RECORD_WHY])
{
    unsigned at = 0;
    for (unsigned i = 0; i < record->play_count; i++) {
        unsigned from = at;
        while (at < truth->play_count && strcmp(truth->plays[at], record->plays[i]) != 0)
            at++;
        if (at == truth->play_count) {
            unsigned before = i > 0 ? i - 1 : 0;
            snprintf(why, RECORD_WHY,
                     "announced play %u, \"%s\" (%s), is not in the journal behind play %u, which "
                     "was taken for \"%s\" (%s)",
                     i, record->plays[i], record->lines[i], from, record->plays[before],
                     record->lines[before]);
            return false;
        }
        at++;
    }
    return true;
}

bool truth_heard(const struct truth *truth, const struct record *record, char why[RECORD_WHY])
{
    unsigned at = 0;
    for (unsigned i = 0; i < truth->play_count; i++) {
        while (at < record->heard_count && strcmp(record->heard[at], truth->plays[i]) != 0)
            at++;
        if (at++ == record->heard_count) {
            snprintf(why, RECORD_WHY, "play %u of the journal, \"%s\", was never announced", i,
                     truth->plays[i]);
            return false;
        }
    }
    return true;
}
