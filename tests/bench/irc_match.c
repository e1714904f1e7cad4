#include "irc_match.h"

#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "echo.h"
#include "tests/match/daemon.h"
#include "tests/real/irc_client.h"

enum { TURNS = 5, A_TURN = 200, PLAYERS = 2, PATIENCE = 10000 /* milliseconds */, TEXT = 700 };

struct irc_match {
    struct ircd ircd;
    struct daemon daemon;
    pid_t echo;
    struct irc_client *player[PLAYERS];
    char asked[PLAYERS][TEXT]; /* the last whisper that asks for a move; "" none */
    bool over;                 /* the match */
    uint64_t random;
};

struct figures {
    struct samples talon, echo, commit;
};

static const char *const nicks[PLAYERS] = {"alice", "bobby"};

/* -- reading -- */

/* Text without mIRC codes. */
static void strip(const char *text, char out[TEXT])
{
    size_t length = 0;
    for (; *text != '\0' && length < TEXT - 1; text++) {
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

/* What `nick` said to `target` in this line, without codes; NULL: the line is something else. */
static const char *said(const char *line, const char *nick, const char *target, char out[TEXT])
{
    static const char *const verbs[] = {"PRIVMSG", "NOTICE"};
    char part[128];
    size_t length = strlen(nick);
    if (line[0] != ':' || strncmp(line + 1, nick, length) != 0 || line[1 + length] != '!')
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(part, sizeof(part), " %s %s :", verbs[i], target);
        const char *at = strstr(line, part);
        if (at == NULL)
            continue;
        strip(at + strlen(part), out);
        const char *end = strncmp(out, "[#", 2) == 0 ? strstr(out, "] ") : NULL;
        return end != NULL ? end + 2 : out; /* behind the channel that a notice names */
    }
    return NULL;
}

/* The next line for a player. What Talon asks meanwhile is kept: the answer comes in its turn. */
static const char *hear(struct irc_match *match, unsigned who, int milliseconds)
{
    char text[TEXT];
    const char *line = irc_client_line(match->player[who], milliseconds);
    if (line == NULL)
        return NULL;
    const char *whispered = said(line, "talon", nicks[who], text);
    if (whispered != NULL &&
        (strncmp(whispered, "Your turn on ", 13) == 0 ||
         (strncmp(whispered, "You drew ", 9) == 0 && strstr(whispered, "!keep") != NULL)))
        snprintf(match->asked[who], TEXT, "%s", whispered);
    else if (who == 0 && said(line, "talon", "#cards", text) != NULL &&
             strstr(text, "wins the match") != NULL)
        match->over = true;
    return line;
}

/* -- the echo -- */

static bool await_echo(struct irc_match *match, unsigned who)
{
    char text[TEXT];
    const char *line = NULL;
    do
        line = hear(match, who, PATIENCE);
    while (line != NULL && said(line, "echo", "#echo", text) == NULL);
    return line != NULL;
}

static bool echo_turn(struct irc_match *match, struct samples *samples)
{
    for (unsigned i = 0; i < A_TURN; i++) {
        unsigned who = i % PLAYERS;
        double start = measure_now();
        if (!irc_client_send(match->player[who], "PRIVMSG #echo :!play R5 uno") ||
            !await_echo(match, who))
            return false;
        samples_add(samples, measure_now() - start);
        if (!await_echo(match, (who + 1) % PLAYERS)) /* who reads it too */
            return false;
    }
    return true;
}

/* -- the game -- */

/* A card that may be played, of "[R 5]* [W4]*"; false: none is marked. */
static bool pick(struct irc_match *match, const char *hand, char card[32])
{
    unsigned seen = 0;
    for (const char *end = strstr(hand, "]*"); end != NULL; end = strstr(end + 1, "]*")) {
        const char *start = end;
        while (start > hand && *start != '[')
            start--;
        match->random = match->random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        if ((match->random >> 33) % ++seen == 0)
            snprintf(card, 32, "%.*s", (int)(end - start - 1), start + 1);
    }
    return seen > 0;
}

/* Types it and waits for its line in the channel. */
static bool play(struct irc_match *match, unsigned who, const char *card, struct samples *samples)
{
    char text[TEXT];
    char wanted[64];
    const char *line = NULL;
    snprintf(wanted, sizeof(wanted), "%s plays", nicks[who]);
    double start = measure_now();
    if (!irc_client_send(match->player[who], "PRIVMSG #cards :!play %s%s uno", card,
                         card[0] == 'W' ? " red" : ""))
        return false;
    for (;;) {
        line = hear(match, who, PATIENCE);
        if (line == NULL)
            break;
        const char *heard = said(line, "talon", "#cards", text);
        if (heard != NULL && strstr(heard, wanted) != NULL) /* "bobby: alice plays ..." */
            break;
    }
    if (line != NULL)
        samples_add(samples, measure_now() - start);
    else
        fprintf(stderr, "irc_match: '!play %s' was not announced\n", card);
    return line != NULL;
}

/* Does what the whisper asks for. */
static bool answer(struct irc_match *match, unsigned who, struct samples *samples)
{
    char text[TEXT];
    char card[32] = "";
    struct irc_client *client = match->player[who];
    memcpy(text, match->asked[who], TEXT);
    match->asked[who][0] = '\0';
    if (strncmp(text, "You drew ", 9) == 0)
        return irc_client_send(client, "PRIVMSG #cards :!keep");
    if (strstr(text, "!challenge") != NULL)
        return irc_client_send(client, "PRIVMSG #cards :!accept");
    if (pick(match, text, card))
        return play(match, who, card, samples);
    return irc_client_send(client, "PRIVMSG #cards :%s",
                           strstr(text, "!pass") != NULL ? "!pass" : "!draw");
}

static bool game_turn(struct irc_match *match, struct samples *samples, size_t wanted)
{
    for (unsigned quiet = 0; samples->count < wanted;) {
        bool any = false;
        for (unsigned who = 0; who < PLAYERS; who++) {
            while (hear(match, who, 0) != NULL)
                any = true;
            if (match->asked[who][0] == '\0')
                continue;
            any = true;
            if (!answer(match, who, samples))
                return false;
        }
        if (match->over)
            irc_client_send(match->player[0], "PRIVMSG #cards :!start");
        match->over = false;
        quiet = any ? 0 : quiet + 1;
        if (quiet > PATIENCE) {
            fputs("irc_match: the game stands still\n", stderr);
            return false;
        }
        if (!any)
            poll(NULL, 0, 1);
    }
    return true;
}

/* -- opening and closing -- */

static bool enter(struct irc_match *match, unsigned who)
{
    struct irc_client *client = irc_client_login(match->ircd.port, false, nicks[who]);
    match->player[who] = client;
    return client != NULL && irc_client_send(client, "JOIN #cards,#echo") &&
           irc_client_expect(client, PATIENCE, "* 366 * #echo *") != NULL;
}

static bool set(struct irc_match *match)
{
    static const char *const first[] = {"!uno", "!set score points_500"};
    match->echo = -1;
    if (!ircd_start(&match->ircd, NULL))
        return false;
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (!enter(match, i))
            return false;
    }
    if (!daemon_init(&match->daemon, &match->ircd, false, "nick = talon\n") ||
        !daemon_start(&match->daemon) ||
        irc_client_expect(match->player[0], PATIENCE, ":talon!* JOIN *#cards*") == NULL)
        return false;
    match->echo = echo_start(match->ircd.port, "#echo", "alice plays [R 5] \xe2\x86\x92 bobby");
    if (match->echo < 0 ||
        irc_client_expect(match->player[0], PATIENCE, ":echo!* JOIN *#echo*") == NULL)
        return false;
    for (unsigned i = 0; i < ARRAY_SIZE(first); i++) {
        if (!irc_client_send(match->player[0], "PRIVMSG #cards :%s", first[i]) ||
            irc_client_expect(match->player[0], PATIENCE, ":talon!* PRIVMSG #cards :*") == NULL)
            return false;
    }
    return irc_client_send(match->player[1], "PRIVMSG #cards :!join") &&
           irc_client_expect(match->player[1], PATIENCE, ":talon!* PRIVMSG #cards :*bobby*") !=
               NULL &&
           irc_client_send(match->player[0], "PRIVMSG #cards :!start");
}

static void strike(struct irc_match *match)
{
    echo_stop(match->echo);
    for (unsigned i = 0; i < PLAYERS; i++)
        irc_client_close(match->player[i]);
    daemon_finish(&match->daemon);
    ircd_stop(&match->ircd);
}

/* -- measuring -- */

static bool measure(struct irc_match *match, struct figures *figures, irc_match_commit *commit,
                    void *arg)
{
    if (!set(match)) {
        fputs("irc_match: the table could not be opened\n", stderr);
        return false;
    }
    bool good = true;
    for (unsigned i = 0; good && i < TURNS; i++) { /* in turn: what drifts, drifts for all */
        good = echo_turn(match, &figures->echo) &&
               game_turn(match, &figures->talon, (size_t)(i + 1) * A_TURN) &&
               commit(arg, A_TURN, &figures->commit);
    }
    return good;
}

static void show(const char *what, const struct figures *figures, double part)
{
    char words[MEASURE_TEXT];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    double talon = samples_at(&figures->talon, part);
    double echo = samples_at(&figures->echo, part);
    double commit = samples_at(&figures->commit, part);
    double ratio = talon / (echo + commit);
    measure_row(ratio, measure_text(words, "%s, p%.0f", what, 100 * part),
                measure_text(here, "%.0f us, %.0f beyond echo", talon * 1e6, (talon - echo) * 1e6),
                measure_text(baseline, "echo %.0f us, commit %.0f us", echo * 1e6, commit * 1e6),
                "echo + commit", verdict_of(ratio <= 1));
}

bool irc_match_measure(const char *what, irc_match_commit *commit, void *arg)
{
    static struct irc_match match;
    struct figures figures = {0};
    measure_pin();
    bool good = measure(&match, &figures, commit, arg);
    if (!good)
        daemon_show_log(&match.daemon);
    strike(&match);
    samples_sort(&figures.talon);
    samples_sort(&figures.echo);
    samples_sort(&figures.commit);
    if (good) {
        show(what, &figures, 0.5);
        show(what, &figures, 0.99);
    }
    samples_finish(&figures.talon);
    samples_finish(&figures.echo);
    samples_finish(&figures.commit);
    return good;
}
