#include "town.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/bench/measure.h"
#include "tests/storm/books.h"

static const char *const names[] = {"alice", "bob", "carol", "dave"};

static void accuse(struct town *town, const char *what, const char *line)
{
    if (town->wrong[0] == '\0')
        snprintf(town->wrong, sizeof(town->wrong), "%s: %s: %.500s", town->network, what, line);
}

/* -- who speaks -- */

unsigned town_speaker(const struct town *town)
{
    return town->ears[TOWN_PEOPLE].speaker;
}

/* The start that a line is of; 0: it is no line that the bot says. */
static unsigned start_of(const char *line)
{
    const char *user = strchr(line, '!');
    const char *verb = strchr(line, ' ');
    if (strncmp(line, ":talon", 6) != 0 || user == NULL || verb == NULL || user > verb ||
        (strncmp(verb, " PRIVMSG ", 9) != 0 && strncmp(verb, " NOTICE ", 8) != 0))
        return 0;
    user += strspn(user, "!~");
    return *user == 's' ? (unsigned)strtoul(user + 1, NULL, 10) : 0;
}

static void forget(struct town *town)
{
    town->record.play_count = town->mark.plays;
    town->record.rounds_won = town->mark.rounds_won;
    town->record.match_won = town->mark.match_won;
}

static void on_line(void *arg, const char *line)
{
    struct town_ear *ear = arg;
    struct town *town = ear->town;
    unsigned start = start_of(line), before = ear->speaker;
    if (start == 0 || start >= TOWN_STARTS)
        return;
    if (ear->replaced[start])
        accuse(town, "one speaks whose place another has", line);
    if (before == start)
        return;
    ear->replaced[before] = before != 0;
    ear->speaker = start;
    town->doubted[start] = town->doubted[start] || town->doubts;
    if (ear->who != TOWN_PEOPLE)
        return;
    if (town->doubted[before] && !town->doubted[start])
        forget(town);
    town->changes++;
    town->changed = measure_now();
    town->moved = 0;
}

static void on_said(void *arg, const char *plain)
{
    struct town *town = arg;
    town->spoken = measure_now();
    if (town->changed == 0)
        town->changed = town->spoken;
    if (town->moved == 0 && strncmp(plain, "The table goes on ", 18) != 0 &&
        (strstr(plain, " plays [") != NULL || strstr(plain, " draws ") != NULL))
        town->moved = town->spoken;
    witness_channel(&town->witness, town->network, "#cards", plain);
    record_said(&town->record, plain);
    if (strstr(plain, "cards each") != NULL)
        town->record.match_won = false;
}

static void on_whisper(void *arg, unsigned who, const char *plain)
{
    struct town *town = arg;
    if (!town->doubted[town->ears[who].speaker]) {
        witness_whisper(&town->witness, town->network, town->crowd.who[who].nick,
                        UINT64_C(1) << who, plain);
    }
}

void town_expect(struct town *town)
{
    town->changed = town->moved = 0;
}

void town_doubt(struct town *town, bool doubts)
{
    const struct record *record = &town->record;
    town->doubts = doubts;
    if (!doubts)
        return;
    town->doubted[town_speaker(town)] = true;
    town->mark = (struct town_mark){record->play_count, record->rounds_won, record->match_won};
}

/* -- life -- */

bool town_open(struct town *town, uint64_t seed)
{
    unsigned ports[CHATTERS_MAX];
    bool secure[CHATTERS_MAX] = {false};
    for (unsigned i = 0; i < CHATTERS_MAX; i++)
        ports[i] = town->server.port;
    *town = (struct town){.network = town->network, .server = town->server};
    town->crowd.random = seed;
    town->crowd.said = on_said;
    town->crowd.whispered = on_whisper;
    town->crowd.arg = town;
    town->crowd.book = tmpfile();
    if (town->crowd.book == NULL || !record_init(&town->record) || !witness_init(&town->witness) ||
        !crowd_open(&town->crowd, TOWN_PEOPLE, ports, secure))
        return false;
    for (unsigned i = 0; i < TOWN_CLIENTS; i++) {
        struct irc_client *client =
            i < TOWN_PEOPLE ? town->crowd.who[i].client : town->crowd.onlooker;
        town->ears[i].town = town;
        town->ears[i].who = i;
        irc_client_watch(client, on_line, &town->ears[i]);
    }
    return true;
}

void town_close(struct town *town)
{
    if (town->crowd.book == NULL)
        return;
    crowd_close(&town->crowd);
    fclose(town->crowd.book);
    record_finish(&town->record);
    witness_finish(&town->witness);
    *town = (struct town){.network = town->network, .server = town->server};
}

void town_sit(struct town *town)
{
    static const char *const words[] = {"alice opens a table", "bob takes a seat",
                                        "carol takes a seat", "dave takes a seat"};
    for (unsigned i = 0; i < TOWN_PEOPLE; i++) { /* in the order of the seats */
        crowd_type(&town->crowd, i, i == 0 ? "!uno" : "!join");
        assert_true(crowd_hear(&town->crowd, IRC_CLIENT_PATIENCE, words[i]));
    }
    crowd_type(&town->crowd, 0, "!set score points_500");
    assert_true(crowd_hear(&town->crowd, IRC_CLIENT_PATIENCE, "alice sets: "));
    crowd_type(&town->crowd, 0, "!start");
    assert_true(crowd_hear(&town->crowd, IRC_CLIENT_PATIENCE, "cards each"));
    for (unsigned i = 0; i < TOWN_PEOPLE; i++)
        town->crowd.who[i].thinks = true; /* from now on as town_act() has it */
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

void town_hear(struct town *town)
{
    crowd_run(&town->crowd, 0, never, NULL);
    if (town->crowd.leaked[0] != '\0')
        accuse(town, "not for all", town->crowd.leaked);
    if (town->witness.wrong[0] != '\0')
        accuse(town, "a hand", town->witness.wrong);
}

/* Who was not heard, or hears nothing, asks again, as people do. */
static void nudge(struct town *town, double now)
{
    double silence = town->hurries ? 0.2 : 2; /* seconds */
    if (now - town->spoken < silence || now - town->nudged < silence)
        return;
    town->nudged = now;
    crowd_type(&town->crowd, crowd_random(&town->crowd, TOWN_PEOPLE), "!start");
    for (unsigned i = 0; i < TOWN_PEOPLE; i++)
        crowd_type(&town->crowd, i, "!hand");
}

void town_act(struct town *town)
{
    enum { QUICK = 20, SLOW = 60 /* milliseconds */ };
    double now = measure_now();
    nudge(town, now);
    if (now < town->moves_at)
        return;
    town->moves_at = now + (QUICK + crowd_random(&town->crowd, SLOW)) / 1000.0;
    if (town->record.match_won) {
        crowd_type(&town->crowd, crowd_random(&town->crowd, TOWN_PEOPLE), "!start");
        town->moves_at = now + 1;
        return;
    }
    for (unsigned i = 0; i < TOWN_PEOPLE; i++) {
        struct chatter *chatter = &town->crowd.who[i];
        if (chatter->asked[0] == '\0')
            continue;
        crowd_wake(&town->crowd, i);
        chatter->thinks = true;
        return;
    }
}

/* -- the end -- */

static bool judge_moves(struct town *town, const struct truth *truth)
{
    char why[RECORD_WHY] = "";
    if (truth->wrong[0] != '\0')
        accuse(town, "the journal", truth->wrong);
    else if (!truth_covers(truth, &town->record, why) || !truth_heard(truth, &town->record, why) ||
             !books_ask_for(town->crowd.book, truth, why, sizeof(why)))
        accuse(town, "the books", why);
    return town->wrong[0] == '\0';
}

bool town_judge(struct town *town, const char *database, const int64_t *rounds, unsigned count)
{
    struct truth truth;
    struct verdict_of_rounds verdict;
    bool good = truth_read_rounds(&truth, database, rounds, count, names);
    if (!good)
        accuse(town, "memory", "out of it");
    else if (town->record.heard_count == RECORD_PLAYS)
        accuse(town, "the record", "too many moves");
    good = good && judge_moves(town, &truth);
    if (good && !witness_judge(&town->witness, database, town->network, "#cards", &verdict))
        accuse(town, "a hand", town->witness.wrong);
    if (good && town->wrong[0] == '\0' && verdict.finished < town->record.rounds_won)
        accuse(town, "the journal", "rounds that were told are not kept");
    truth_finish(&truth);
    return town->wrong[0] == '\0';
}
