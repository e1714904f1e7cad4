#include "chatter.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "guest.h"

uint32_t crowd_random(struct crowd *crowd, uint32_t below)
{
    crowd->random = crowd->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(crowd->random >> 33) % below;
}

static bool come(struct irc_client *client)
{
    return irc_client_welcomed(client) && irc_client_send(client, "JOIN #cards") &&
           irc_client_expect(client, IRC_CLIENT_PATIENCE, "* 366 *") != NULL;
}

bool crowd_open(struct crowd *crowd, unsigned count, const unsigned *ports, const bool *tls)
{
    static const char *const nicks[] = {"alice", "bob", "carol", "dave", "erin", "frank"};
    for (crowd->count = 0; crowd->count < count; crowd->count++) {
        struct chatter *who = &crowd->who[crowd->count];
        const char *nick = nicks[crowd->count];
        snprintf(who->nick, sizeof(who->nick), "%s", nick);
        who->client = irc_client_begin(ports[crowd->count], tls[crowd->count], nick, nick);
    }
    crowd->onlooker = irc_client_begin(ports[0], tls[0], "onlooker", "onlooker");
    for (unsigned i = 0; i < count; i++)
        if (!come(crowd->who[i].client))
            return false;
    return come(crowd->onlooker);
}

void crowd_close(struct crowd *crowd)
{
    for (unsigned i = 0; i < crowd->count; i++)
        irc_client_close(crowd->who[i].client);
    irc_client_close(crowd->onlooker);
}

void crowd_type(struct crowd *crowd, unsigned who, const char *text)
{
    crowd->who[who].commands++;
    irc_client_send(crowd->who[who].client, "PRIVMSG #cards :%s", text);
}

/* A notice names its channel first: "[#cards] ". */
static const char *behind_context(const char *text)
{
    const char *end = strncmp(text, "[#", 2) == 0 ? strstr(text, "] ") : NULL;
    return end != NULL ? end + 2 : text;
}

/* The text of a line of the bot to `target`, or NULL. */
static const char *from_bot(const char *line, const char *target)
{
    char kind[2][64];
    if (strncmp(line, ":talon!", 7) != 0)
        return NULL;
    const char *at = strchr(line, ' ');
    snprintf(kind[0], sizeof(kind[0]), " PRIVMSG %s :", target);
    snprintf(kind[1], sizeof(kind[1]), " NOTICE %s :", target);
    for (unsigned i = 0; at != NULL && i < 2; i++)
        if (strncmp(at, kind[i], strlen(kind[i])) == 0)
            return behind_context(at + strlen(kind[i]));
    return NULL;
}

/* The n-th marked card "[R 5]*" of a hand, without brackets. */
static unsigned marked(const char *text, unsigned wanted, char *card, size_t size)
{
    unsigned count = 0;
    for (const char *end = strstr(text, "]*"); end != NULL; end = strstr(end + 1, "]*")) {
        const char *start = end;
        while (start > text && *start != '[')
            start--;
        if (count++ == wanted)
            snprintf(card, size, "%.*s%s", (int)(end - start - 1), start + 1,
                     strncmp(end, "]*flex", 6) == 0 ? " flex" : "");
    }
    return count;
}

static void play(struct crowd *crowd, unsigned who, const char *card)
{
    static const char *const colours[] = {"red", "green", "blue", "yellow"};
    char line[96];
    bool wild = card[0] == 'W';
    snprintf(line, sizeof(line), "!play %s%s%s uno", card, wild ? " " : "",
             wild ? colours[crowd_random(crowd, 4)] : "");
    crowd_type(crowd, who, line);
}

/* What asks for a move; the bot may have said other things in the same line. NULL: nothing does. */
static const char *question(const char *text)
{
    const char *turn = strstr(text, "Your turn on ");
    const char *drawn = strstr(text, "You drew ");
    if (turn != NULL)
        return turn;
    return drawn != NULL && strstr(drawn, "!keep") != NULL ? drawn : NULL;
}

static void answer(struct crowd *crowd, unsigned who, const char *text)
{
    char card[32] = "";
    if (strncmp(text, "Your turn on ", 13) == 0) {
        unsigned cards = marked(text, 0, card, sizeof(card));
        if (strstr(text, "!challenge") != NULL) {
            crowd_type(crowd, who, crowd_random(crowd, 2) == 0 ? "!accept" : "!challenge");
        } else if (cards == 0) {
            crowd_type(crowd, who, strstr(text, "!pass") != NULL ? "!pass" : "dr");
        } else {
            marked(text, crowd_random(crowd, cards), card, sizeof(card));
            play(crowd, who, card);
        }
    } else {
        const char *end = strchr(text, ']');
        snprintf(card, sizeof(card), "%.*s", (int)(end - text - 10), text + 10);
        play(crowd, who, card);
    }
}

static void hear(struct crowd *crowd, unsigned who, const char *text)
{
    struct chatter *chatter = &crowd->who[who];
    const char *asked = question(text);
    if (asked == NULL)
        return;
    if (chatter->thinks)
        snprintf(chatter->asked, sizeof(chatter->asked), "%s", asked);
    else
        answer(crowd, who, asked);
}

void crowd_wake(struct crowd *crowd, unsigned who)
{
    struct chatter *chatter = &crowd->who[who];
    chatter->thinks = false;
    if (chatter->asked[0] != '\0')
        answer(crowd, who, chatter->asked);
    chatter->asked[0] = '\0';
}

/* What an onlooker may see of cards: those on the piles. */
static bool is_open(const char *text)
{
    static const char *const open[] = {"plays [",        "first card [", "On top [",
                                       "] is turned up", "draws [",      "shows ["};
    unsigned cards = 0;
    unsigned allowed = 0;
    for (const char *at = strchr(text, '['); at != NULL; at = strchr(at + 1, '['))
        cards++;
    for (unsigned i = 0; i < sizeof(open) / sizeof(open[0]); i++)
        for (const char *at = strstr(text, open[i]); at != NULL; at = strstr(at + 1, open[i]))
            allowed++;
    return cards <= allowed && strstr(text, "]*") == NULL && strstr(text, "hand:") == NULL;
}

static void look_on(struct crowd *crowd, const char *line)
{
    char plain[LINE_MAX_TEXT];
    const char *text = from_bot(line, "#cards");
    const char *private = from_bot(line, "onlooker");
    if (private != NULL && crowd->leaked[0] == '\0')
        snprintf(crowd->leaked, sizeof(crowd->leaked), "%s", private);
    if (text == NULL)
        return;
    guest_strip(text, plain, sizeof(plain));
    crowd->lines++;
    crowd->heard = crowd->heard || (crowd->awaited != NULL && strstr(plain, crowd->awaited));
    if (!is_open(plain) && crowd->leaked[0] == '\0')
        snprintf(crowd->leaked, sizeof(crowd->leaked), "%s", plain);
    if (crowd->said != NULL)
        crowd->said(crowd->arg, plain);
}

/* Everything that is there to read now. */
static bool drain(struct crowd *crowd)
{
    bool any = false;
    const char *line = NULL;
    char plain[LINE_MAX_TEXT];
    while ((line = irc_client_line(crowd->onlooker, 0)) != NULL) {
        look_on(crowd, line);
        any = true;
    }
    for (unsigned i = 0; i < crowd->count; i++) {
        while ((line = irc_client_line(crowd->who[i].client, 0)) != NULL) {
            const char *text = from_bot(line, crowd->who[i].nick);
            any = true;
            if (text == NULL)
                continue;
            guest_strip(text, plain, sizeof(plain));
            hear(crowd, i, plain);
        }
    }
    return any;
}

bool crowd_run(struct crowd *crowd, int milliseconds, bool (*done)(void *arg), void *arg)
{
    struct pollfd fds[CHATTERS_MAX + 1];
    for (;;) {
        while (drain(crowd))
            if (done(arg))
                return true;
        if (done(arg))
            return true;
        for (unsigned i = 0; i < crowd->count; i++)
            fds[i] = (struct pollfd){irc_client_fd(crowd->who[i].client), POLLIN, 0};
        fds[crowd->count] = (struct pollfd){irc_client_fd(crowd->onlooker), POLLIN, 0};
        if (poll(fds, crowd->count + 1, milliseconds) <= 0)
            return false;
    }
}

static bool was_heard(void *arg)
{
    return ((const struct crowd *)arg)->heard;
}

bool crowd_hear(struct crowd *crowd, int milliseconds, const char *wanted)
{
    crowd->awaited = wanted;
    crowd->heard = false;
    bool heard = crowd_run(crowd, milliseconds, was_heard, crowd);
    crowd->awaited = NULL;
    return heard;
}

bool crowd_await_bot(struct crowd *crowd)
{
    return irc_client_expect(crowd->onlooker, IRC_CLIENT_PATIENCE, ":talon!* JOIN *#cards*") !=
           NULL;
}
