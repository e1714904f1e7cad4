#include "helper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "adapters/irc/session_state.h"
#include "adapters/irc/wire/ping.h"
#include "targetq.h"

enum {
    RECENT = 1800000, /* ms for which a person counts for the load of their helper */
    LINES = 14,       /* lines that may be in flight if the server sets no limit: with few, we know
                       * which it has read */
    BYTES = 1800      /* bytes that may be in flight if the server sets no limit */
};

static unsigned bit_of(const struct session *session)
{
    return 1U << session->helpers.number;
}

/* The bits of all helpers in user.shut. */
static const uint8_t all_helpers = (1U << (HELPERS_MAX + 1)) - 2;

static bool is_helper(const struct session *session)
{
    return session->helpers.bot != NULL;
}

static bool is_ready(const struct session *session)
{
    return session != NULL && session->stage == STAGE_READY && session->goodbye == NULL &&
           !session->end;
}

bool helper_begin(struct session *bot, struct session *helper, unsigned number)
{
    struct helpers *helpers = &helper->helpers;
    if (bot->helpers.known == NULL)
        bot->helpers.known = calloc(HELPER_KNOWN_MAX, sizeof(*bot->helpers.known));
    helpers->sent = calloc(INFLIGHT_LINES_MAX, sizeof(*helpers->sent));
    if (bot->helpers.known == NULL || helpers->sent == NULL)
        return false;
    helpers->bot = bot;
    helpers->number = number;
    bot->helpers.at[number - 1] = helper;
    return true;
}

void helper_end(struct session *helper)
{
    struct session *bot = helper->helpers.bot;
    if (bot == NULL)
        return;
    if (bot->helpers.at[helper->helpers.number - 1] == helper)
        bot->helpers.at[helper->helpers.number - 1] = NULL;
    helper_lost(helper);
}

void helper_destroy(struct session *session)
{
    struct session *bot = session->helpers.bot;
    if (bot != NULL && bot->helpers.at[session->helpers.number - 1] == session)
        bot->helpers.at[session->helpers.number - 1] = NULL;
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        if (session->helpers.at[i] != NULL)
            session->helpers.at[i]->helpers.bot = NULL;
    }
    free(session->helpers.known);
    free(session->helpers.sent);
}

struct session *helper_next(const struct session *bot, const struct session *last)
{
    for (unsigned i = last != NULL ? last->helpers.number : 0; i < HELPERS_MAX; i++) {
        if (bot->helpers.at[i] != NULL)
            return bot->helpers.at[i];
    }
    return NULL;
}

void helper_limit(const struct session *session, struct flood_limits *limits)
{
    if (is_helper(session) && limits->lines == 0) {
        limits->lines = LINES;
        limits->bytes = BYTES;
    }
}

/* -- who has which helper -- */

/* A hash of an account (`sign` 'a') or nick ('n') as the network compares it; never 0. */
static uint32_t hash_of(const struct session *bot, char sign, const char *name)
{
    char folded[NICKLIST_ACCOUNT];
    uint32_t hash = (2166136261U ^ (unsigned char)sign) * 16777619;
    if (!proto_fold(bot->isupport.map, name, folded, sizeof(folded)))
        return 1;
    for (const char *at = folded; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619;
    return hash ? hash : 1;
}

static struct helper_known *find_known(const struct session *bot, uint32_t hash)
{
    for (unsigned i = 0; i < HELPER_KNOWN_MAX; i++) {
        if (bot->helpers.known[i].hash == hash)
            return &bot->helpers.known[i];
    }
    return NULL;
}

static void remember(struct session *bot, uint32_t hash, unsigned helper, bool counts)
{
    struct helper_known *known = find_known(bot, hash);
    if (known == NULL)
        known = &bot->helpers.known[bot->helpers.known_next++ % HELPER_KNOWN_MAX];
    *known = (struct helper_known){hash, (uint8_t)helper, counts, session_now(bot)};
}

/* Returns how many people had this helper lately. */
static unsigned load_of(const struct session *bot, unsigned helper)
{
    unsigned load = 0;
    for (unsigned i = 0; i < HELPER_KNOWN_MAX; i++) {
        const struct helper_known *known = &bot->helpers.known[i];
        load += known->hash && known->counts && known->helper == helper &&
                session_now(bot) - known->used < RECENT;
    }
    return load;
}

/* Gives a user a helper: the one that they had before, or else the one with the fewest people. */
static void assign(struct session *bot, struct user *user)
{
    uint32_t nick = hash_of(bot, 'n', user->named.name);
    uint32_t account = user->account != NULL ? hash_of(bot, 'a', user->account) : 0;
    const struct helper_known *known = account ? find_known(bot, account) : NULL;
    if (known == NULL)
        known = find_known(bot, nick);
    unsigned best = known != NULL && bot->helpers.at[known->helper - 1] != NULL ? known->helper : 0;
    bool back = best > 0;
    unsigned least = 0;
    for (unsigned i = 0; !back && i < HELPERS_MAX; i++) {
        unsigned number = 1 + (nick + i) % HELPERS_MAX;
        unsigned load = load_of(bot, number);
        if (is_ready(bot->helpers.at[number - 1]) && (best == 0 || load < least)) {
            best = number;
            least = load;
        }
    }
    if (best == 0)
        return;
    user->helper = (uint8_t)best;
    remember(bot, nick, best, true);
    if (account)
        remember(bot, account, best, false);
}

/* Returns the session that whispers to the user now: their helper, or the next one that is there
 * and that they accept, or the bot itself. */
static struct session *sender_of(struct session *bot, const struct user *user)
{
    for (unsigned i = 0; user->helper && i < HELPERS_MAX; i++) {
        struct session *helper = bot->helpers.at[(user->helper - 1U + i) % HELPERS_MAX];
        if (is_ready(helper) && !(user->shut & bit_of(helper)))
            return helper;
    }
    return bot;
}

struct session *helper_choose(struct session *session, const struct message *message,
                              struct user *user)
{
    bool hand = message->urgency == URGENCY_HAND;
    if (user == NULL || message->company == COMPANY_ALONE || helper_next(session, NULL) == NULL)
        return session;
    bool left = user->helper && session->helpers.at[user->helper - 1] == NULL;
    if (left || (!user->helper && hand)) {
        user->helper = 0;
        assign(session, user);
    }
    return sender_of(session, user);
}

bool helper_greeted(const struct session *session, const struct user *user)
{
    return user->greeted & bit_of(session);
}

void helper_greet(const struct session *session, struct user *user)
{
    user->greeted |= (uint8_t)bit_of(session);
}

void helper_supersede(struct session *bot, const struct session *via, const char *key,
                      uint32_t topic)
{
    if (via != bot)
        sendq_forget_topic(&bot->sendq, key, topic);
    for (struct session *at = NULL; (at = helper_next(bot, at)) != NULL;) {
        if (at != via)
            sendq_forget_topic(&at->sendq, key, topic);
    }
}

/* -- what others must say -- */

/* Writes a whisper for the user as `to` has to say it: the first one to a user is a PRIVMSG.
 * Returns its length; 0: it is no whisper. */
static size_t rewrite(const struct session *to, const struct user *user, const char *line,
                      char out[PROTO_LINE_MAX + 1])
{
    char copy[PROTO_LINE_MAX + 1];
    struct proto_line parsed;
    size_t length = strcspn(line, "\r\n");
    if (length >= sizeof(copy))
        return 0;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (!proto_parse(&parsed, copy, length) || parsed.count != 2)
        return 0;
    const char *command = helper_greeted(to, user) ? parsed.command : "PRIVMSG";
    return PROTO_WRITE(out, PROTO_LINE_MAX + 1, command, parsed.params[1], user->named.name);
}

/* Makes another session say a line that was meant for the user. */
static void say_by(struct session *to, struct user *user, enum sendq_class class,
                   const struct sendq_line *like, const char *line)
{
    char key[PROTO_NICK];
    char fresh[PROTO_LINE_MAX + 1];
    size_t length = rewrite(to, user, line, fresh);
    struct sendq_target target = {.name = session_key(to, user->named.name, key), .whisper = true};
    if (like != NULL) {
        target.topic = like->topic;
        target.ticket = like->ticket;
        target.head = like->head ? like->head + strcspn(fresh, " ") - strcspn(line, " ") : 0;
        target.max = like->max;
    }
    sendq_time(&to->sendq, session_now(to));
    if (length > 0 && sendq_put(&to->sendq, class, &target, fresh, length))
        helper_greet(to, user);
}

/* Makes other sessions say those of the helper's lines to the user that the server may not have
 * read. NULL: those to anybody. */
static void repeat_sent(struct session *helper, const struct user *only)
{
    struct session *bot = helper->helpers.bot;
    for (unsigned i = 0; i < helper->helpers.sent_count; i++) {
        struct helper_sent *sent = &helper->helpers.sent[i];
        struct user *user = sent->user ? nicklist_user(&bot->nicklist, sent->nick) : NULL;
        if (user == NULL || user->number != sent->user || (only != NULL && user != only))
            continue;
        sent->user = 0;
        say_by(sender_of(bot, user), user, SENDQ_MOVE, NULL, sent->line);
    }
}

/* Moves the lines that wait for the owner of this queue to the session that whispers to them now.
 * Lines for somebody whom the bot no longer sees are dropped. */
static void move_queue(struct session *helper, enum sendq_class class, struct targetq *queue)
{
    struct session *bot = helper->helpers.bot;
    struct user *user = nicklist_user(&bot->nicklist, queue->name + 1);
    struct session *to = user != NULL ? sender_of(bot, user) : NULL;
    while (queue->first != NULL) {
        struct sendq_line *line = targetq_take(&helper->sendq, queue);
        char text[PROTO_LINE_MAX + 1];
        snprintf(text, sizeof(text), "%.*s", (int)line->length, line->text);
        if (to != NULL && to != helper)
            say_by(to, user, class, line, text);
        free(line);
    }
    targetq_close(&helper->sendq, class, queue);
}

/* A queue of whispers; the name of another one cannot be a nick (ping.c). */
static bool is_of_user(const struct targetq *queue)
{
    return queue->name[0] == 'u' && queue->name[1] != ' ';
}

static void move_waiting(struct session *helper)
{
    for (int class = 0; class < SENDQ_CLASSES; class ++) {
        struct targetq *queue = NULL;
        struct targetq *next = NULL;
        DL_FOREACH_SAFE(helper->sendq.queues[class].turn, queue, next)
        {
            if (is_of_user(queue))
                move_queue(helper, (enum sendq_class) class, queue);
        }
    }
}

void helper_lost(struct session *session)
{
    if (!is_helper(session))
        return;
    struct session *bot = session->helpers.bot;
    if (is_ready(bot)) {
        repeat_sent(session, NULL);
        move_waiting(session);
    }
    session->helpers.sent_count = 0;
    /* A new connection of this helper has greeted nobody yet. */
    for (size_t i = 0; i < bot->nicklist.user_names.room; i++) {
        for (struct named *at = bot->nicklist.user_names.slots[i]; at != NULL; at = at->next)
            ((struct user *)at)->greeted &= (uint8_t)~bit_of(session);
    }
}

void helper_refused(struct session *session, const char *nick, const char *why)
{
    struct session *bot = session->helpers.bot;
    struct user *user = is_helper(session) ? nicklist_user(&bot->nicklist, nick) : NULL;
    if (user == NULL)
        return;
    if (!(user->shut & bit_of(session))) {
        log_info(session->setup.log, "a whisper was refused, the bot itself whispers to=%s: %s",
                 nick, why);
    }
    user->shut = all_helpers;
    repeat_sent(session, user);
    char key[PROTO_NICK];
    char name[PROTO_NICK + 1];
    snprintf(name, sizeof(name), "u%s", session_key(bot, nick, key));
    for (int class = 0; *key != '\0' && class < SENDQ_CLASSES; class ++) {
        struct targetq *queue = targetq_find(&session->sendq, (enum sendq_class) class, name);
        if (queue != NULL)
            move_queue(session, (enum sendq_class) class, queue);
    }
}

/* -- what is in flight -- */

void helper_took(struct session *session, const char *line, size_t length)
{
    struct helpers *helpers = &session->helpers;
    struct proto_line parsed;
    if (!is_helper(session))
        return;
    while (helpers->sent_count > 0 && helpers->sent_count >= session->sendq.inflight.count)
        memmove(helpers->sent, helpers->sent + 1, --helpers->sent_count * sizeof(*helpers->sent));
    struct helper_sent *sent = &helpers->sent[helpers->sent_count++];
    *sent = (struct helper_sent){.user = 0};
    if (length >= sizeof(sent->line))
        return;
    char copy[PROTO_LINE_MAX + 1];
    memcpy(sent->line, line, length);
    snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(sent->line, "\r\n"), sent->line);
    bool said = strncmp(copy, "PRIVMSG ", 8) == 0 || strncmp(copy, "NOTICE ", 7) == 0;
    const struct user *user = said && proto_parse(&parsed, copy, strlen(copy)) && parsed.count == 2
                                  ? nicklist_user(&helpers->bot->nicklist, parsed.params[0])
                                  : NULL;
    sent->user = user != NULL ? user->number : 0;
    if (user != NULL)
        snprintf(sent->nick, sizeof(sent->nick), "%s", user->named.name);
}

void helper_arrived(struct session *session)
{
    struct helpers *helpers = &session->helpers;
    unsigned left = session->sendq.inflight.count;
    if (helpers->sent_count > left) {
        memmove(helpers->sent, helpers->sent + helpers->sent_count - left,
                left * sizeof(*helpers->sent));
        helpers->sent_count = left;
    }
}

void helper_renamed(struct session *bot, const struct user *user)
{
    for (struct session *at = NULL; (at = helper_next(bot, at)) != NULL;) {
        for (unsigned i = 0; i < at->helpers.sent_count; i++) {
            struct helper_sent *sent = &at->helpers.sent[i];
            if (sent->user == user->number)
                snprintf(sent->nick, sizeof(sent->nick), "%s", user->named.name);
        }
    }
    if (user->helper)
        remember(bot, hash_of(bot, 'n', user->named.name), user->helper, false);
}

void helper_revoke(struct session *bot, const char *nick)
{
    for (struct session *at = NULL; (at = helper_next(bot, at)) != NULL;) {
        for (unsigned i = 0; i < at->helpers.sent_count; i++) {
            struct helper_sent *sent = &at->helpers.sent[i];
            if (sent->user && session_same(bot, sent->nick, nick))
                sent->user = 0;
        }
    }
}

void helper_drop_all(struct session *bot)
{
    for (struct session *at = NULL; (at = helper_next(bot, at)) != NULL;) {
        for (int class = 0; class < SENDQ_CLASSES; class ++) {
            struct targetq *queue = NULL;
            struct targetq *next = NULL;
            DL_FOREACH_SAFE(at->sendq.queues[class].turn, queue, next)
            {
                if (is_of_user(queue))
                    targetq_drop(&at->sendq, queue, 0);
            }
        }
        for (unsigned i = 0; i < at->helpers.sent_count; i++)
            at->helpers.sent[i].user = 0;
    }
}

/* -- when a helper may speak -- */

bool helper_must_wait(const struct session *session)
{
    const struct session *bot = session->helpers.bot;
    if (bot == NULL)
        return false;
    uint64_t now =
        session_now(session) > session_now(bot) ? session_now(session) : session_now(bot);
    return session->stage == STAGE_READY && now - bot->heard >= HELPER_FRESH;
}

void helper_ask(struct session *session)
{
    struct session *bot = session->helpers.bot;
    const struct sendq *sendq = &session->sendq;
    bool waits = sendq->waiting + sendq->private > 0 || sendq->queues[SENDQ_INFO].turn != NULL;
    if (bot != NULL && waits && is_ready(bot) && helper_must_wait(session)) {
        sendq_time(&bot->sendq, session_now(session));
        ping_ask(bot);
    }
}

bool helper_knows(const struct session *session, const struct proto_line *line)
{
    char from[PROTO_INPUT + 1];
    const struct session *bot = session->helpers.bot;
    const struct user *user = nicklist_user(&bot->nicklist, line->nick);
    bool tags_agree = !((session->caps ^ bot->caps) & CAP_ACCOUNT_TAG);
    snprintf(from, sizeof(from), "%s@%s", line->user, line->host);
    return is_ready(bot) && tags_agree &&
           (user == NULL || (user->host != NULL && strcmp(user->host, from) == 0));
}
