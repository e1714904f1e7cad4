#include "helper_link.h"

#include <stdio.h>
#include <stdlib.h>

#include <uv.h>

#include "session_state.h"

enum {
    FIRST_AFTER = 1000, /* ms until the first helper connects */
    NEXT_AFTER = 2000   /* ms between two helpers: networks limit how fast one address connects */
};

static struct helper_link *link_of(struct uplink *uplink)
{
    return (struct helper_link *)uplink;
}

/* What a helper has heard may concern the bot: what people wrote, a refusal, a PING to send. */
static void on_moved(struct uplink *uplink)
{
    uplink_look(link_of(uplink)->all->bot);
    helper_links_wake(link_of(uplink)->all);
}

static void destroy_link(struct helper_link *link)
{
    if (link != NULL)
        session_destroy(link->uplink.session);
    free(link);
}

static void on_ended(struct uplink *uplink)
{
    struct helper_link *gone = link_of(uplink);
    struct helper_links *all = gone->all;
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        if (all->at[i] == gone)
            all->at[i] = NULL;
    }
    all->untold = all->untold || (gone->asked && !gone->uplink.told);
    destroy_link(gone);
    all->ended(all);
}

/* "talon-h1". The nick is cut if the server takes no longer one. */
static void name_helper(struct helper_link *link, const struct session *bot, const char *nick,
                        unsigned number)
{
    enum { SUFFIX = 3 };
    size_t most = bot->isupport.nick_length > SUFFIX ? bot->isupport.nick_length - SUFFIX : 0;
    link->nick = !link->nick; /* the other place, because the session still reads the old nick to
                               * compare */
    snprintf(link->nicks[link->nick], PROTO_NICK, "%.*s-h%u", (int)most, nick, number);
    snprintf(link->realname, sizeof(link->realname), "Whispers hands of cards for %.60s", nick);
}

/* Only CHAT_STALE comes from a helper. */
static void pass_event(void *arg, const struct chat_event *event)
{
    const struct session_setup *bot = &((struct helper_link *)arg)->all->bot->session->setup;
    bot->event(bot->arg, event);
}

static bool is_stale(void *arg, uint32_t ticket)
{
    const struct session_setup *bot = &((struct helper_link *)arg)->all->bot->session->setup;
    return bot->is_stale != NULL && bot->is_stale(bot->arg, ticket);
}

static void on_secure(void *arg, uint64_t seconds)
{
    uplink_secure(&((struct helper_link *)arg)->uplink, seconds);
}

static struct session_setup setup_of(struct helper_link *link, const struct session_setup *bot)
{
    struct session_setup setup = *bot;
    setup.nick = link->nicks[link->nick];
    setup.realname = link->realname;
    setup.log = &link->log;
    setup.invites_max = 0;
    setup.invites = NULL;
    setup.event = pass_event;
    setup.is_stale = is_stale;
    setup.secure = on_secure;
    setup.arg = link;
    return setup;
}

static struct helper_link *create_link(struct helper_links *all, const struct session_setup *bot,
                                       unsigned number)
{
    struct helper_link *link = calloc(1, sizeof(*link));
    if (link == NULL)
        return NULL;
    link->all = all;
    snprintf(link->name, sizeof(link->name), "%s/h%u", all->log_name, number);
    link->log = (struct log){all->bot->log->parent, link->name};
    name_helper(link, all->bot->session, bot->nick, number);
    struct session_setup setup = setup_of(link, bot);
    uv_random(NULL, NULL, &setup.seed, sizeof(setup.seed), 0, NULL);
    link->uplink = (struct uplink){.adapter = all->bot->adapter,
                                   .log = &link->log,
                                   .options = all->bot->options,
                                   .session = session_create(&setup),
                                   .moved = on_moved,
                                   .ended = on_ended};
    link->uplink.reconnect.policy = all->bot->reconnect.policy;
    if (link->uplink.session == NULL ||
        !helper_begin(all->bot->session, link->uplink.session, number)) {
        destroy_link(link);
        return NULL;
    }
    return link;
}

bool helper_links_lacks(const struct helper_links *all)
{
    for (unsigned i = 0; i < all->wanted; i++) {
        if (all->at[i] == NULL)
            return true;
    }
    return false;
}

void helper_links_look(struct helper_links *all, const struct session_setup *setup)
{
    uint64_t delay = FIRST_AFTER;
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        struct helper_link *link = all->at[i];
        if (link != NULL && i >= all->wanted && !link->uplink.stopping) {
            helper_end(link->uplink.session);
            uplink_stop(&link->uplink, "no longer needed");
        }
        if (link != NULL || i >= all->wanted || !session_ready(all->bot->session))
            continue;
        link = all->at[i] = create_link(all, setup, i + 1);
        if (link != NULL)
            uplink_start(&link->uplink, delay);
        delay += NEXT_AFTER;
    }
}

void helper_links_change(struct helper_links *all, const struct session_setup *setup)
{
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        struct helper_link *link = all->at[i];
        if (link == NULL)
            continue;
        name_helper(link, all->bot->session, setup->nick, i + 1);
        const struct session_setup own = setup_of(link, setup);
        session_change(link->uplink.session, &own, loop_now(all->bot->adapter->setup.loop));
        uplink_wake(&link->uplink);
    }
}

void helper_links_wake(struct helper_links *all)
{
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        if (all->at[i] != NULL)
            uplink_look(&all->at[i]->uplink);
    }
}

void helper_links_stop(struct helper_links *all, const char *words)
{
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        struct helper_link *link = all->at[i];
        if (link == NULL || link->uplink.stopping)
            continue;
        link->asked = session_ready(link->uplink.session);
        uplink_stop(&link->uplink, words);
    }
}

bool helper_links_told(const struct helper_links *all)
{
    return !all->untold;
}

bool helper_links_over(const struct helper_links *all)
{
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        if (all->at[i] != NULL)
            return false;
    }
    return true;
}

void helper_links_destroy(struct helper_links *all)
{
    for (unsigned i = 0; i < HELPERS_MAX; i++) {
        destroy_link(all->at[i]);
        all->at[i] = NULL;
    }
}
