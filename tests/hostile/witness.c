#include "witness.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/show/render/render.h"
#include "bot/table/round/replay.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "storage/check/prove.h"

/* A hand as a key: its cards without marks, in order. */
enum { KEY_CARDS = 112, KEY_TEXT = KEY_CARDS * LABEL_MAX, LEAST = 3 };

bool witness_init(struct witness *witness)
{
    *witness = (struct witness){.whispers = tmpfile()};
    return witness->whispers != NULL;
}

void witness_finish(struct witness *witness)
{
    if (witness->whispers != NULL)
        fclose(witness->whispers);
}

static int by_text(const void *one, const void *other)
{
    return strcmp(one, other);
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *text != '\0'; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t key_of(char cards[][LABEL_MAX], unsigned count)
{
    char text[KEY_TEXT] = "";
    size_t used = 0;
    qsort(cards, count, sizeof(cards[0]), by_text);
    for (unsigned i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s", cards[i]);
    return hash_of(text);
}

/* Cards in a row, with their marks. */
static unsigned read_cards(const char *text, char cards[][LABEL_MAX])
{
    unsigned count = 0;
    for (const char *at = text; *at == '['; at += strspn(at, " ")) {
        size_t length = strcspn(at, "]") + 1;
        if (count == KEY_CARDS || length >= LABEL_MAX)
            break;
        snprintf(cards[count++], LABEL_MAX, "%.*s", (int)length, at);
        at += length;
        at += strncmp(at, "*flex", 5) == 0 ? 5 : strspn(at, "*");
    }
    return count;
}

/* What lies open is a card at a time; names may have brackets, too. */
static bool shows_hand(const char *plain)
{
    static const char *const rows[] = {"]*", "hand: [", "main\u00A0: [", "] [", "]  ["};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (strstr(plain, rows[i]) != NULL)
            return true;
    }
    return false;
}

/* The reason that a server gives is its own words, whatever they look like. */
static bool quotes_server(const char *plain)
{
    return strstr(plain, ", I cannot whisper to you (") != NULL ||
           strstr(plain, ", impossible de vous écrire en privé (") != NULL;
}

void witness_channel(struct witness *witness, const char *network, const char *channel,
                     const char *plain)
{
    if (shows_hand(plain) && !quotes_server(plain) && witness->wrong[0] == '\0') {
        snprintf(witness->wrong, sizeof(witness->wrong), "to all of %s %s: %.500s", network,
                 channel, plain);
    }
}

/* A line may hold the hands of several tables. */
void witness_whisper(struct witness *witness, const char *network, const char *nick, uint64_t who,
                     const char *plain)
{
    static const char *const marks[] = {"Your hand: ", "Votre main\u00A0: "};
    static char cards[KEY_CARDS][LABEL_MAX];
    for (unsigned i = 0; i < 2; i++) {
        for (const char *at = strstr(plain, marks[i]); at != NULL; at = strstr(at + 1, marks[i])) {
            unsigned count = read_cards(at + strlen(marks[i]), cards);
            if (count < LEAST)
                continue;
            witness->hands++;
            fprintf(witness->whispers, "%s %s %llx %llx %.400s\n", network, nick,
                    (unsigned long long)who, (unsigned long long)key_of(cards, count), at);
        }
    }
}

/* -- the truth -- */

/* A hand that somebody had once. */
struct owned {
    uint64_t key;
    uint64_t who;   /* bits of the innocent; 0: somebody else's */
    bool elsewhere; /* not on the network of the innocent */
};

struct truth {
    struct owned *owned;
    size_t count, room;
    const char *network, *channel;
    struct verdict_of_rounds *verdict;
    char *wrong;
};

static void own(struct truth *truth, const struct owned *owned)
{
    if (truth->count == truth->room) {
        truth->room = truth->room > 0 ? 2 * truth->room : 4096;
        truth->owned = realloc(truth->owned, truth->room * sizeof(*truth->owned));
        if (truth->owned == NULL)
            abort();
    }
    truth->owned[truth->count++] = *owned;
}

/* In each language. */
static void own_all(struct truth *truth, const struct replay *replay, bool innocent, bool elsewhere)
{
    static char cards[KEY_CARDS][LABEL_MAX];
    unsigned languages = 0;
    while (language_at(languages) != NULL)
        languages++;
    for (unsigned i = 0; i < replay->game.players * languages; i++) {
        unsigned count = 0, seat = i / languages;
        for (unsigned card = 0; card < replay->rules->deck.size && count < KEY_CARDS; card++) {
            if (cards_has(replay->game.hand[seat], card)) {
                card_label(language_at(i % languages), replay->rules,
                           &replay->rules->deck.face[replay->rules->deck.face_of[card]], MARK_NONE,
                           cards[count++]);
            }
        }
        own(truth, &(struct owned){.key = key_of(cards, count),
                                   .who = innocent ? UINT64_C(1) << seat : 0,
                                   .elsewhere = elsewhere});
    }
}

static void read_round(void *arg, const struct store_proof *proof)
{
    static struct replay replay;
    struct truth *truth = arg;
    const struct store_round *round = &proof->round;
    bool elsewhere = strcmp(round->network, truth->network) != 0;
    bool innocent = !elsewhere && strcmp(round->channel, truth->channel) == 0;
    const char *wrong = replay_deal(&replay, round);
    truth->verdict->rounds++;
    truth->verdict->innocent += innocent;
    truth->verdict->finished += innocent && proof->ended && strcmp(proof->outcome, "won") == 0;
    if (wrong == NULL && innocent && replay.game.players != WITNESS_INNOCENT)
        wrong = "others sit among the innocent";
    if (wrong == NULL)
        own_all(truth, &replay, innocent, elsewhere);
    for (unsigned i = 0; i < proof->action_count && wrong == NULL; i++) {
        wrong = replay_action(&replay, &proof->actions[i]);
        own_all(truth, &replay, innocent, elsewhere);
    }
    if (wrong != NULL && truth->wrong[0] == '\0')
        snprintf(truth->wrong, WITNESS_TEXT, "round %lld: %s", (long long)round->id, wrong);
}

static int by_key(const void *one, const void *other)
{
    const struct owned *a = one, *b = other;
    return a->key < b->key ? -1 : a->key > b->key;
}

/* What is known of all who ever had that hand. */
struct owners {
    bool any, others, elsewhere; /* somebody; one who is not innocent; one of another network */
    uint64_t innocent;
};

static struct owners owners_of(const struct truth *truth, uint64_t key)
{
    struct owners owners = {0};
    size_t low = 0, high = truth->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (truth->owned[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < truth->count && truth->owned[low].key == key; low++) {
        const struct owned *owned = &truth->owned[low];
        owners.any = true;
        owners.innocent |= owned->who;
        owners.elsewhere |= owned->elsewhere;
        owners.others |= owned->who == 0 && !owned->elsewhere;
    }
    return owners;
}

/* One whisper against the truth. Two may have the same cards by chance: then it is one of them. */
static void judge(const struct truth *truth, const char *network, uint64_t who, uint64_t key,
                  const char *line)
{
    static const uint64_t innocents = (UINT64_C(1) << WITNESS_INNOCENT) - 1;
    bool here = strcmp(network, truth->network) == 0;
    struct owners owners = owners_of(truth, key);
    const char *wrong = NULL;
    bool to_innocent = here && who != 0 && (who & ~innocents) == 0;
    if (!owners.any && !to_innocent)
        return; /* of a round without a move, which leaves nothing */
    if (!owners.any)
        wrong = "nobody ever had that hand";
    else if (!here && !owners.elsewhere)
        wrong = "a hand of another network";
    else if (here && !owners.others && (owners.innocent & who) == 0)
        wrong = owners.innocent != 0 ? "a hand of the innocent" : "a hand of another network";
    else if (to_innocent && (owners.innocent & who) == 0)
        wrong = "to an innocent, and not theirs";
    truth->verdict->compared += here && (owners.innocent & who) != 0;
    if (wrong != NULL && truth->wrong[0] == '\0')
        snprintf(truth->wrong, WITNESS_TEXT, "%s: %.600s", wrong, line);
}

/* Numbers have gaps: a round without a move leaves no row. */
static void read_rounds(struct truth *truth, const char *database)
{
    struct fault why = {0};
    sqlite3 *file = NULL;
    sqlite3_stmt *ask = NULL;
    int code = sqlite3_open_v2(database, &file, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(file, "SELECT id FROM round ORDER BY id", -1, &ask, NULL);
    while (code == SQLITE_OK && truth->wrong[0] == '\0' && sqlite3_step(ask) == SQLITE_ROW) {
        int64_t round = sqlite3_column_int64(ask, 0);
        if (store_prove(database, round, read_round, truth, &why) != STORE_OK)
            snprintf(truth->wrong, WITNESS_TEXT, "%.*s", WITNESS_TEXT - 1, why.text);
    }
    if (truth->verdict->rounds == 0 && truth->wrong[0] == '\0')
        snprintf(truth->wrong, WITNESS_TEXT, "no round is kept");
    sqlite3_finalize(ask);
    sqlite3_close(file);
}

bool witness_judge(struct witness *witness, const char *database, const char *network,
                   const char *channel, struct verdict_of_rounds *verdict)
{
    struct truth truth = {
        .network = network, .channel = channel, .verdict = verdict, .wrong = witness->wrong};
    char line[WITNESS_TEXT], on[32];
    unsigned long long who = 0, key = 0;
    *verdict = (struct verdict_of_rounds){0};
    read_rounds(&truth, database);
    qsort(truth.owned, truth.count, sizeof(*truth.owned), by_key);
    rewind(witness->whispers);
    while (fgets(line, sizeof(line), witness->whispers) != NULL) {
        if (sscanf(line, "%31s %*s %llx %llx", on, &who, &key) == 3)
            judge(&truth, on, who, key, line);
    }
    free(truth.owned);
    return witness->wrong[0] == '\0';
}
