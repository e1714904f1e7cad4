/* From "!play" to its line in the channel, through a real ngircd: `talon serve` with its journal on
 * disk, against an echo bot and against one durable commit of SQLite. Everything runs on one core:
 * where the parts are placed alone moves a round trip by more than what is measured. */
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "echo.h"
#include "raw.h"
#include "tests/match/daemon.h"
#include "tests/real/irc_client.h"

enum { TURNS = 5, A_TURN = 200, PLAYERS = 2, PATIENCE = 10000, TEXT = 700 };

struct figures {
    struct samples talon, echo, commit;
};

struct scene {
    struct ircd ircd;
    struct daemon daemon;
    pid_t echo;
    struct irc_client *player[PLAYERS];
    char asked[PLAYERS][TEXT]; /* the last whisper that asks for a move; "" none */
    bool over;                 /* the match */
    uint64_t random;
};

static const char *const nicks[PLAYERS] = {"alice", "bobby"};

/* -- reading -- */

/* Text without mIRC codes. */
static void strip(const char *text, char out[TEXT])
{
    size_t length = 0;
    for (; *text != '\0' && length < TEXT - 1; text++) {
        if (*text == '\003')
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
static const char *hear(struct scene *scene, unsigned who, int milliseconds)
{
    char text[TEXT];
    const char *line = irc_client_line(scene->player[who], milliseconds);
    if (line == NULL)
        return NULL;
    if (said(line, "talon", nicks[who], text) != NULL &&
        (strncmp(text, "Your turn on ", 13) == 0 ||
         (strncmp(text, "You drew ", 9) == 0 && strstr(text, "!keep") != NULL)))
        snprintf(scene->asked[who], TEXT, "%s", text);
    else if (who == 0 && said(line, "talon", "#cards", text) != NULL &&
             strstr(text, "wins the match") != NULL)
        scene->over = true;
    return line;
}

/* -- the echo -- */

static bool await_echo(struct scene *scene, unsigned who)
{
    char text[TEXT];
    const char *line = NULL;
    do
        line = hear(scene, who, PATIENCE);
    while (line != NULL && said(line, "echo", "#echo", text) == NULL);
    return line != NULL;
}

static bool echo_turn(struct scene *scene, struct samples *samples)
{
    for (unsigned i = 0; i < A_TURN; i++) {
        unsigned who = i % PLAYERS;
        double start = measure_now();
        if (!irc_client_send(scene->player[who], "PRIVMSG #echo :!play R5 uno") ||
            !await_echo(scene, who))
            return false;
        samples_add(samples, measure_now() - start);
        if (!await_echo(scene, (who + 1) % PLAYERS)) /* who reads it too */
            return false;
    }
    return true;
}

/* -- the game -- */

/* A card that may be played, of "[R 5]* [W4]*"; false: none is marked. */
static bool pick(struct scene *scene, const char *hand, char card[32])
{
    unsigned seen = 0;
    for (const char *end = strstr(hand, "]*"); end != NULL; end = strstr(end + 1, "]*")) {
        const char *start = end;
        while (start > hand && *start != '[')
            start--;
        scene->random = scene->random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        if ((scene->random >> 33) % ++seen == 0)
            snprintf(card, 32, "%.*s", (int)(end - start - 1), start + 1);
    }
    return seen > 0;
}

/* Types it and waits for its line in the channel. */
static bool play(struct scene *scene, unsigned who, const char *card, struct samples *samples)
{
    char text[TEXT];
    char wanted[64];
    const char *line = NULL;
    snprintf(wanted, sizeof(wanted), "%s plays", nicks[who]);
    double start = measure_now();
    if (!irc_client_send(scene->player[who], "PRIVMSG #cards :!play %s%s uno", card,
                         card[0] == 'W' ? " red" : ""))
        return false;
    for (;;) {
        line = hear(scene, who, PATIENCE);
        if (line == NULL)
            break;
        const char *heard = said(line, "talon", "#cards", text);
        if (heard != NULL && strncmp(heard, wanted, strlen(wanted)) == 0)
            break;
    }
    if (line != NULL)
        samples_add(samples, measure_now() - start);
    else
        fprintf(stderr, "bench_irc: '!play %s' was not announced\n", card);
    return line != NULL;
}

/* Does what the whisper asks for. */
static bool answer(struct scene *scene, unsigned who, struct samples *samples)
{
    char text[TEXT];
    char card[32] = "";
    struct irc_client *client = scene->player[who];
    memcpy(text, scene->asked[who], TEXT);
    scene->asked[who][0] = '\0';
    if (strncmp(text, "You drew ", 9) == 0)
        return irc_client_send(client, "PRIVMSG #cards :!keep");
    if (strstr(text, "!challenge") != NULL)
        return irc_client_send(client, "PRIVMSG #cards :!accept");
    if (pick(scene, text, card))
        return play(scene, who, card, samples);
    return irc_client_send(client, "PRIVMSG #cards :%s",
                           strstr(text, "!pass") != NULL ? "!pass" : "!draw");
}

/* Plays on until there are `wanted` samples. */
static bool game_turn(struct scene *scene, struct samples *samples, size_t wanted)
{
    for (unsigned quiet = 0; samples->count < wanted;) {
        bool any = false;
        for (unsigned who = 0; who < PLAYERS; who++) {
            while (hear(scene, who, 0) != NULL)
                any = true;
            if (scene->asked[who][0] == '\0')
                continue;
            any = true;
            if (!answer(scene, who, samples))
                return false;
        }
        if (scene->over)
            irc_client_send(scene->player[0], "PRIVMSG #cards :!start");
        scene->over = false;
        quiet = any ? 0 : quiet + 1;
        if (quiet > PATIENCE) {
            fputs("bench_irc: the game stands still\n", stderr);
            return false;
        }
        if (!any)
            poll(NULL, 0, 1);
    }
    return true;
}

/* -- the scene -- */

static bool enter(struct scene *scene, unsigned who)
{
    struct irc_client *client = irc_client_login(scene->ircd.port, false, nicks[who]);
    scene->player[who] = client;
    return client != NULL && irc_client_send(client, "JOIN #cards,#echo") &&
           irc_client_expect(client, PATIENCE, "* 366 * #echo *") != NULL;
}

static bool set(struct scene *scene)
{
    static const char *const first[] = {"!uno", "!set score points_500"};
    scene->echo = -1;
    if (!ircd_start(&scene->ircd, NULL))
        return false;
    for (unsigned i = 0; i < PLAYERS; i++)
        if (!enter(scene, i))
            return false;
    if (!daemon_init(&scene->daemon, &scene->ircd, false, "nick = talon\n") ||
        !daemon_start(&scene->daemon) ||
        irc_client_expect(scene->player[0], PATIENCE, ":talon!* JOIN *#cards*") == NULL)
        return false;
    scene->echo = echo_start(scene->ircd.port, "#echo", "alice plays [R 5] \xe2\x86\x92 bobby");
    if (scene->echo < 0 ||
        irc_client_expect(scene->player[0], PATIENCE, ":echo!* JOIN *#echo*") == NULL)
        return false;
    for (unsigned i = 0; i < sizeof(first) / sizeof(first[0]); i++)
        if (!irc_client_send(scene->player[0], "PRIVMSG #cards :%s", first[i]) ||
            irc_client_expect(scene->player[0], PATIENCE, ":talon!* PRIVMSG #cards :*") == NULL)
            return false;
    return irc_client_send(scene->player[1], "PRIVMSG #cards :!join") &&
           irc_client_expect(scene->player[1], PATIENCE, ":talon!* PRIVMSG #cards :*bobby*") !=
               NULL &&
           irc_client_send(scene->player[0], "PRIVMSG #cards :!start");
}

static void strike(struct scene *scene)
{
    echo_stop(scene->echo);
    for (unsigned i = 0; i < PLAYERS; i++)
        irc_client_close(scene->player[i]);
    daemon_finish(&scene->daemon);
    ircd_stop(&scene->ircd);
}

static bool measure(struct scene *scene, struct figures *figures)
{
    char folder[MEASURE_PATH];
    char path[MEASURE_PATH + 32];
    if (!set(scene)) {
        fputs("bench_irc: the table could not be opened\n", stderr);
        return false;
    }
    bool good = measure_folder(folder);
    for (unsigned i = 0; good && i < TURNS; i++) { /* in turn: what drifts, drifts for all */
        snprintf(path, sizeof(path), "%s/raw-%u.db", folder, i);
        good = echo_turn(scene, &figures->echo) &&
               game_turn(scene, &figures->talon, (size_t)(i + 1) * A_TURN) &&
               raw_insert(path, A_TURN, 1, &figures->commit) > 0;
    }
    measure_folder_remove(folder);
    return good;
}

static void show(const char *what, const struct figures *figures, double part)
{
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    double talon = samples_at(&figures->talon, part);
    double echo = samples_at(&figures->echo, part);
    double commit = samples_at(&figures->commit, part);
    double ratio = talon / (echo + commit);
    measure_row(ratio, what,
                measure_text(here, "%.0f us, %.0f beyond echo", talon * 1e6, (talon - echo) * 1e6),
                measure_text(baseline, "echo %.0f us, commit %.0f us", echo * 1e6, commit * 1e6),
                "echo + commit", verdict_of(ratio <= 1));
}

int main(void)
{
    static struct scene scene;
    struct figures figures = {0};
    if (!ircd_available()) {
        puts("bench_irc: no ngircd here, nothing is measured");
        return 0;
    }
    measure_pin();
    bool good = measure(&scene, &figures);
    if (!good)
        daemon_show_log(&scene.daemon);
    strike(&scene);
    if (!good)
        return 1;
    samples_sort(&figures.talon);
    samples_sort(&figures.echo);
    samples_sort(&figures.commit);
    measure_head();
    show("!play to its line, p50", &figures, 0.5);
    show("!play to its line, p99", &figures, 0.99);
    samples_finish(&figures.talon);
    samples_finish(&figures.echo);
    samples_finish(&figures.commit);
    return 0;
}
