#include "chatter.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "guest.h"
#include "reading.h"

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
    for (unsigned i = 0; i < count; i++) {
        if (!come(crowd->who[i].client))
            return false;
    }
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
    if (crowd->book != NULL)
        fprintf(crowd->book, ":%s!people@here PRIVMSG #cards :%s\n", crowd->who[who].nick, text);
}

/* The text of a line of the bot to `target`, or NULL. While its nick is taken it has another. */
static const char *from_bot(struct crowd *crowd, const char *line, const char *target)
{
    char kind[2][64];
    const size_t length = strcspn(line, "! ");
    if (strncmp(line, ":talon", 6) != 0 || line[length] != '!' ||
        6 + strspn(line + 6, "_0123456789") != length)
        return NULL;
    snprintf(crowd->bot, sizeof(crowd->bot), "%.*s", (int)length - 1, line + 1);
    const char *at = strchr(line, ' ');
    snprintf(kind[0], sizeof(kind[0]), " PRIVMSG %s :", target);
    snprintf(kind[1], sizeof(kind[1]), " NOTICE %s :", target);
    for (unsigned i = 0; at != NULL && i < 2; i++) {
        if (strncmp(at, kind[i], strlen(kind[i])) == 0)
            return reading_behind_context(at + strlen(kind[i]));
    }
    return NULL;
}

static void answer(struct crowd *crowd, unsigned who, const char *text)
{
    char line[READING_ANSWER];
    reading_answer(text, crowd_random(crowd, UINT32_MAX), line);
    crowd_type(crowd, who, line);
}

/* Who has no account is known by the seat word alone when the bot is back. */
static void prove(const struct crowd *crowd, struct chatter *chatter, const char *text)
{
    static const char said[] = "seat word is ";
    const char *word = strstr(text, said);
    if (word != NULL) {
        snprintf(chatter->word, sizeof(chatter->word), "%.*s",
                 (int)strcspn(word + strlen(said), "."), word + strlen(said));
    }
    if (strstr(text, "A seat is kept for this nick") != NULL)
        irc_client_send(chatter->client, "PRIVMSG %s :seat %s", crowd->bot, chatter->word);
}

static void hear(struct crowd *crowd, unsigned who, const char *text)
{
    struct chatter *chatter = &crowd->who[who];
    prove(crowd, chatter, text);
    const char *asked = reading_question(text);
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

static void look_on(struct crowd *crowd, const char *line)
{
    char plain[LINE_MAX_TEXT];
    const char *text = from_bot(crowd, line, "#cards");
    const char *private = from_bot(crowd, line, "onlooker");
    if (private != NULL && crowd->leaked[0] == '\0')
        snprintf(crowd->leaked, sizeof(crowd->leaked), "%s", private);
    if (text == NULL)
        return;
    guest_strip(text, plain, sizeof(plain));
    crowd->lines++;
    crowd->heard = crowd->heard || (crowd->awaited != NULL && strstr(plain, crowd->awaited));
    if (!reading_is_open(plain) && crowd->leaked[0] == '\0')
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
            const char *text = from_bot(crowd, line, crowd->who[i].nick);
            any = true;
            if (text == NULL)
                continue;
            guest_strip(text, plain, sizeof(plain));
            if (crowd->whispered != NULL)
                crowd->whispered(crowd->arg, i, plain);
            hear(crowd, i, plain);
        }
    }
    return any;
}

bool crowd_run(struct crowd *crowd, int milliseconds, bool (*done)(void *arg), void *arg)
{
    struct pollfd fds[CHATTERS_MAX + 1];
    for (;;) {
        while (drain(crowd)) {
            if (done(arg))
                return true;
        }
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
