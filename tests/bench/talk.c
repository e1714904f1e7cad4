#include "talk.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

enum {
    PATIENCE = 60000,
    THINK = 3,
    LINE_MAX = 60,
    DEAL_MAX = 240,
    ASK_EVERY = 10,
    STUCK = 30,
    LOOK = 10
};

/* -- the log -- */

static void note(struct talk_table *table, unsigned who, const char *sign, const char *text)
{
    char line[TALK_TEXT];
    snprintf(line, sizeof(line), "%.1f %s %s %.600s", measure_now(), table->person[who].nick, sign,
             text);
    memcpy(table->log[table->logged++ % TALK_LOG], line, sizeof(line));
}

/* What led to a table's silence. */
static void tell_log(const struct talk_table *table)
{
    fprintf(stderr, "bench_talk: %s is silent at %.1f, after\n", table->channel, measure_now());
    for (unsigned i = 0; i < TALK_LOG; i++)
        fprintf(stderr, "  %s\n", table->log[(table->logged + i) % TALK_LOG]);
}

/* -- reading -- */

/* Text without mIRC codes. */
static void strip(const char *text, char out[TALK_TEXT])
{
    size_t length = 0;
    for (; *text != '\0' && length < TALK_TEXT - 1; text++) {
        size_t mark = text_mark(text, strlen(text));
        if (mark > 0)
            text += mark - 1;
        else if (*text == '\003')
            text += strspn(text + 1, "0123456789,");
        else if ((unsigned char)*text >= ' ')
            out[length++] = *text;
    }
    out[length] = '\0';
}

/* What the program said to `target`, without codes; NULL: the line is something else. */
static const char *said(const char *line, const char *target, char out[TALK_TEXT])
{
    static const char *const verbs[] = {"PRIVMSG", "NOTICE"};
    char part[64];
    if (strncmp(line, ":talon!", 7) != 0 && strncmp(line, ":talon-h", 8) != 0)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(part, sizeof(part), " %s %s :", verbs[i], target);
        const char *at = strstr(line, part);
        if (at == NULL)
            continue;
        strip(at + strlen(part), out);
        return out;
    }
    return NULL;
}

static const char instead[] = "You can play: ";

/* The part of a whisper that asks for a move; NULL: none does. */
static const char *asking(const char *text)
{
    const char *turn = strstr(text, "Your turn");
    const char *drawn = strstr(text, "You drew ");
    const char *refused = strstr(text, instead);
    if (refused == NULL)
        refused = strstr(text, "None of your cards can be played now: !draw");
    if (drawn != NULL && (strstr(drawn, "!keep") != NULL || strstr(drawn, "must be played")))
        return drawn;
    return turn != NULL ? turn : refused;
}

static void events_whisper(struct talk *talk, struct talk_table *table, struct talk_person *person,
                           const char *text, double now)
{
    const char *asked = asking(text);
    note(table, (unsigned)(person - table->person), "<-", text);
    if (strstr(text, "It is not your turn.") != NULL) /* a hand that came late was played already */
        person->played = 0;
    if (asked == NULL)
        return;
    snprintf(person->asked, TALK_TEXT, "%s", asked);
    person->due = now + THINK;
    person->called = 0;
    talk->sums.tables += !table->dealt;
    table->dealt = true;
    if (table->played > 0 && !table->computer && strncmp(asked, "Your turn", 9) == 0)
        samples_add(&talk->hand, now - table->played);
    table->played = 0;
}

/* "alice: ... → your turn", or "→ alice": their hand is whispered, too, unless it is as it was told
 * before. */
static void events_arrow(struct talk_person *person, const char *text, double now)
{
    static const char arrow[] = "→ ";
    const char *next = NULL;
    for (const char *at = text; (at = strstr(at, arrow)) != NULL;)
        next = at += sizeof(arrow) - 1;
    if (next == NULL)
        return;
    size_t length = strlen(person->nick);
    bool first = strncmp(text, person->nick, length) == 0 && text[length] == ':';
    bool own = (first || strncmp(next, person->nick, length) == 0) && person->asked[0] == '\0';
    person->called = own && person->typed < now - LOOK ? now : 0;
}

/* Whether a line tells a play of theirs: "bob plays [R 5]", "bob draws 1 card and plays [R 5]". */
static bool tells_play(const char *text, const char *nick)
{
    for (const char *at = text; (at = strstr(at, nick)) != NULL; at++) {
        const char *plays = strstr(at, "plays [");
        const char *end = strpbrk(at, ";→·");
        if (plays != NULL && (end == NULL || plays < end))
            return true;
    }
    return false;
}

static void events_channel(struct talk *talk, struct talk_table *table, unsigned who,
                           const char *text, double now)
{
    static const char *const steps[] = {"opens a table", "", "", "", "computer", "first card ["};
    struct talk_person *person = &table->person[who];
    char own[32];
    if (person->played > 0 && tells_play(text, person->nick)) {
        samples_add(&talk->line, now - person->played);
        person->played = 0;
    }
    events_arrow(person, text, now);
    if (who != 0)
        return;
    table->heard = now;
    note(table, who, "<#", text);
    if (strstr(text, "!start deals a rematch") != NULL) {
        table->over = true;
        table->restart = now + THINK;
        table->played = 0; /* nobody has a hand next */
    }
    if (table->step >= 1 && table->step <= 3)
        snprintf(own, sizeof(own), "%s takes", table->person[table->step].nick);
    else
        snprintf(own, sizeof(own), "%s", table->step < 6 ? steps[table->step] : "~");
    if (strstr(text, own) != NULL) {
        table->step++;
        while ((table->step == 3 && talk->seats < 4) || (table->step == 4 && !table->computer))
            table->step++;
        table->again = 0;
    }
}

static void hear(struct talk *talk, struct talk_table *table, unsigned who)
{
    struct talk_person *person = &table->person[who];
    char text[TALK_TEXT];
    const char *line = NULL;
    while ((line = irc_client_line(person->client, 0)) != NULL) {
        double now = measure_now();
        if (who == 0 && table == talk->table && strncmp(line, ":talon!", 7) == 0 &&
            strstr(line, " QUIT") != NULL) {
            talk->sums.dropped++;
            fprintf(stderr, "bench_talk: %s\n", line);
        }
        if (said(line, person->nick, text) != NULL)
            events_whisper(talk, table, person, text, now);
        else if (said(line, table->channel, text) != NULL)
            events_channel(talk, table, who, text, now);
    }
}

/* -- typing -- */

static bool type(struct talk_table *table, unsigned who, const char *text)
{
    note(table, who, "->", text);
    return irc_client_send(table->person[who].client, "PRIVMSG %s :%s", table->channel, text);
}

/* A card that is marked as playable, or the first that may be played instead of one that was
 * refused; false: none is. */
static bool pick(const char *hand, char card[32])
{
    const char *end =
        strncmp(hand, instead, strlen(instead)) == 0 ? strchr(hand, ']') : strstr(hand, "]*");
    const char *start = end;
    if (end == NULL)
        return false;
    while (start > hand && *start != '[')
        start--;
    snprintf(card, 32, "%.*s", (int)(end - start - 1), start + 1);
    return true;
}

static unsigned cards_of(const char *text)
{
    unsigned count = 0;
    const char *hand = strstr(text, "hand:");
    for (const char *at = hand; at != NULL && (at = strchr(at, '[')) != NULL; at++)
        count++;
    return count;
}

static void answer(struct talk_table *table, unsigned who, double now)
{
    struct talk_person *person = &table->person[who];
    char text[TALK_TEXT];
    char card[32];
    char words[64];
    memcpy(text, person->asked, TALK_TEXT);
    person->asked[0] = '\0';
    person->typed = now;
    if (strstr(text, "!challenge") != NULL) {
        type(table, who, "!accept");
    } else if (pick(text, card)) {
        snprintf(words, sizeof(words), "!play %s%s%s", card, card[0] == 'W' ? " red" : "",
                 cards_of(text) == 2 ? " uno" : "");
        type(table, who, words);
        person->played = table->played = now;
    } else {
        type(table, who,
             strstr(text, "!pass") != NULL   ? "!pass"
             : strstr(text, "!keep") != NULL ? "!keep"
                                             : "!draw");
    }
}

/* The next step of opening a table; once more where the answer does not come. */
static void open_on(struct talk *talk, struct talk_table *table, double now)
{
    static const struct {
        unsigned who;
        const char *words;
    } steps[] = {{0, "!uno"},  {1, "!join"},   {2, "!join"},
                 {3, "!join"}, {0, "!bots 1"}, {0, "!start"}};
    if (table->step >= ARRAY_SIZE(steps) || now < table->again)
        return;
    talk->sums.refused += table->step == 0 && table->again > 0;
    type(table, steps[table->step].who, steps[table->step].words);
    table->again = now + 20;
}

static void act(struct talk *talk, struct talk_table *table)
{
    double now = measure_now();
    open_on(talk, table, now);
    for (unsigned who = 0; who < talk->seats; who++) {
        struct talk_person *person = &table->person[who];
        hear(talk, table, who);
        if (person->played > 0 && now - person->played > LINE_MAX) {
            talk->sums.missed++;
            fprintf(stderr, "bench_talk: %s waited in vain\n", person->nick);
            person->played = 0;
        }
        if (person->asked[0] != '\0' && now >= person->due)
            answer(table, who, now);
        if (person->called > 0 && now - person->called > LOOK) {
            type(table, who, "!hand");
            person->called = 0;
        }
    }
    if (table->dealt && now - table->heard > STUCK) { /* whatever it is that they did not grasp */
        tell_log(table);
        type(table, 0, "!start");
        for (unsigned who = 0; who < talk->seats; who++)
            type(table, who, "!hand");
        table->heard = now;
    }
    if (table->over && now >= table->restart) {
        type(table, 0, "!start");
        table->over = false;
    }
}

static void turn(struct talk *talk)
{
    struct pollfd fds[TALK_TABLES * TALK_SEATS + 1];
    unsigned count = 0;
    for (unsigned i = 0; i < talk->tables; i++)
        act(talk, &talk->table[i]);
    if (talk->curious != NULL) {
        double now = measure_now();
        while (irc_client_line(talk->curious, 0) != NULL)
            ;
        if (now >= talk->asks) {
            static const char *const words[] = {"!help", "!rules", "!top"};
            irc_client_send(talk->curious, "PRIVMSG #t0 :%s", words[(unsigned)now / ASK_EVERY % 3]);
            talk->asks = now + ASK_EVERY;
        }
        fds[count++] = (struct pollfd){irc_client_fd(talk->curious), POLLIN, 0};
    }
    for (unsigned i = 0; i < talk->tables * talk->seats; i++) {
        fds[count++] = (struct pollfd){
            irc_client_fd(talk->table[i / talk->seats].person[i % talk->seats].client), POLLIN, 0};
    }
    poll(fds, count, 20);
}

/* -- the scene -- */

static bool write_config(const struct talk *talk, const char *pace)
{
    FILE *file = fopen(talk->daemon.config, "w");
    if (file == NULL)
        return false;
    fprintf(file,
            "[talon]\ndatabase = %s\ntables_per_person = 8\nbehind_max = 0\n[irc bench]\nhost = "
            "127.0.0.1\nport = "
            "%u\ntls = off\n%s"
            "channels =",
            talk->daemon.database, talk->ircd.port, pace);
    for (unsigned i = 0; i < talk->tables; i++)
        fprintf(file, " %s", talk->table[i].channel);
    fprintf(file, "\n");
    return fclose(file) == 0;
}

/* All come at once: InspIRCd welcomes but once a second. */
static bool log_in(struct talk *talk)
{
    static const char *const people[TALK_SEATS] = {"alice", "bob", "carol", "dave"};
    for (unsigned i = 0; i < talk->tables * talk->seats; i++) {
        struct talk_table *table = &talk->table[i / talk->seats];
        struct talk_person *person = &table->person[i % talk->seats];
        snprintf(person->nick, sizeof(person->nick), "%s%u", people[i % talk->seats],
                 i / talk->seats);
        person->client = irc_client_begin(talk->ircd.port, false, person->nick, person->nick);
        if (person->client == NULL)
            return false;
    }
    for (unsigned i = 0; i < talk->tables * talk->seats; i++) {
        struct talk_table *table = &talk->table[i / talk->seats];
        struct irc_client *client = table->person[i % talk->seats].client;
        if (!irc_client_welcomed(client) || !irc_client_send(client, "JOIN %s", table->channel) ||
            irc_client_expect(client, PATIENCE, "* 366 *") == NULL)
            return false;
    }
    return true;
}

/* Waits until the helper of that number is on the server. */
static bool await_helper(struct irc_client *client, unsigned number)
{
    double end = measure_now() + PATIENCE / 1000.0;
    while (measure_now() < end) {
        const char *line = NULL;
        if (!irc_client_send(client, "ISON talon-h%u", number) ||
            (line = irc_client_expect(client, PATIENCE, "* 303 *")) == NULL)
            return false;
        if (strstr(line, "talon-h") != NULL)
            return true;
        poll(NULL, 0, 500);
    }
    return false;
}

bool talk_open(struct talk *talk, enum ircd_kind kind, const char *pace,
               const struct talk_plan *plan)
{
    const struct ircd_options options = {.kind = kind, .limits = true};
    *talk = (struct talk){.tables = plan->tables, .seats = plan->seats, .helpers = plan->helpers};
    for (unsigned i = 0; i < talk->tables; i++) {
        snprintf(talk->table[i].channel, sizeof(talk->table[i].channel), "#t%u", i);
        talk->table[i].computer = talk->seats == 4 && i % 3 == 2;
    }
    if (!ircd_start(&talk->ircd, &options) || !log_in(talk) ||
        !daemon_init(&talk->daemon, &talk->ircd, false, "") || !write_config(talk, pace))
        return false;
    if (plan->curious) {
        talk->curious = irc_client_login(talk->ircd.port, false, "eve");
        if (talk->curious == NULL || !irc_client_send(talk->curious, "JOIN #t0"))
            return false;
    }
    struct irc_client *watcher = talk->table[talk->tables - 1].person[0].client;
    if (!daemon_start(&talk->daemon) ||
        irc_client_expect(watcher, PATIENCE, ":talon!* JOIN *") == NULL)
        return false;
    for (unsigned i = 1; i <= talk->helpers; i++) {
        if (!await_helper(watcher, i))
            return false;
    }
    return true;
}

void talk_run(struct talk *talk, unsigned seconds)
{
    double end = measure_now() + DEAL_MAX;
    while (talk->sums.tables < talk->tables && measure_now() < end)
        turn(talk);
    talk->line.count = talk->hand.count = 0;
    for (end = measure_now() + seconds; measure_now() < end;)
        turn(talk);
}

void talk_close(struct talk *talk)
{
    for (unsigned i = 0; i < talk->tables * talk->seats; i++)
        irc_client_close(talk->table[i / talk->seats].person[i % talk->seats].client);
    irc_client_close(talk->curious);
    daemon_finish(&talk->daemon);
    ircd_stop(&talk->ircd);
    samples_finish(&talk->line);
    samples_finish(&talk->hand);
}
