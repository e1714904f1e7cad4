#include "events.h"

#include <stdio.h>
#include <string.h>

#include "adapters/pages.h"
#include "bot/command/context.h"
#include "bot/command/dispatch.h"
#include "bot/command/refused.h"
#include "bot/command/suggest.h"
#include "bot/host/daemon_state.h"
#include "bot/host/fleet/bridges.h"
#include "bot/host/meeting.h"
#include "bot/host/networks.h"
#include "bot/host/status.h"
#include "bot/people/ban.h"
#include "bot/people/nick.h"
#include "bot/people/preferences.h"
#include "bot/people/setting_store.h"
#include "bot/show/outbox.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/speak.h"
#include "bot/table/output_lost.h"
#include "bot/table/pause.h"
#include "bot/table/round/replay.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/banned.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/seats/seats.h"
#include "bot/table/seats/split.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* -- networks and channels -- */

/* The adapter knows from now on how the network compares names, so places read from the store get
 * their keys again. Places that nobody has to enter first can be reached at once. Earlier versions
 * also stored places of guests who had left. */
static void on_connected(struct host *host, struct network *network)
{
    struct place *place = NULL;
    struct place *next = NULL;
    network->connected = true;
    network->connected_at = loop_now(host->loop);
    network->connects++;
    setting_folds(network);
    HASH_ITER(hh, places_first(host->tables), place, next)
    {
        if (place->network != network || table_remove_guests_place(place))
            continue;
        place_refold(place);
        table_read_channels(place->table);
        if (pages_have_seats(network->adapter)) /* guests' network: nobody has to enter first */
            table_set_reachable(place, true);
        if (people_stable_ids(network) && place->kind == PLACE_PRIVATE &&
            place->table->opener != NULL)
            private_table_back(place->table->opener);
    }
}

static void on_disconnected(struct host *host, struct network *network)
{
    struct place *place = NULL;
    struct place *next = NULL;
    network->connected = false;
    network_moves_no_more(network);
    /* Drops messages that wait, because the state is announced again after the return. If ids are
     * permanent, answers to persons are kept: they can still reach the same person. */
    if (people_stable_ids(network))
        outbox_drop_public(host->outbox, network->adapter);
    else
        outbox_drop(host->outbox, network->adapter, NULL);
    nick_forget(network, NULL);
    people_unbind_all(host->people, network);
    HASH_ITER(hh, places_first(host->tables), place, next)
    {
        if (place->network == network)
            table_set_reachable(place, false);
    }
}

/* A table can be seen in this place again. Tells the people there how it stands, and what it waits
 * for. */
static void on_place_back(struct host *host, struct place *place, const struct chat_event *event)
{
    struct table *table = place->table;
    struct network *network = place->network;
    bool first = !place_any_reachable(table);
    table_set_reachable(place, true);
    bool goes_on = table_goes_on(place);
    if (table->damaged)
        replay_give_up(table);
    else if (!goes_on)
        table_announce(place, event->tried);
    place = place_at(host->tables, network, event->channel);
    if (place == NULL)
        return;
    if (first)
        split_again(place->table);
    if (!goes_on)
        pause_again(place);
}

void events_reach(struct host *host)
{
    struct place *place = NULL;
    struct place *next = NULL;
    HASH_ITER(hh, places_first(host->tables), place, next)
    {
        const struct adapter *adapter = place->network->adapter;
        const struct chat_event event = {.kind = CHAT_ENTERED, .channel = place->channel};
        if (place->reachable || place->kind != PLACE_CHANNEL || !place->network->connected ||
            table_remove_guests_place(place))
            continue;
        if (pages_have_seats(adapter)) /* as in on_connected() */
            table_set_reachable(place, true);
        else if (adapter->impl->is_in != NULL && adapter->impl->is_in(adapter, place->channel))
            on_place_back(host, place, &event);
    }
}

static void on_entered(struct host *host, struct network *network, const struct chat_event *event)
{
    const char *channel = event->channel;
    if (ban_of_tenant(network,
                      channel)) /* the owner of the channel may have become known just now */
        banned_clear(host->tables);
    struct place *place = place_at(host->tables, network, channel);
    if (place != NULL && !place->reachable)
        on_place_back(host, place, event);
    if (host->daemon->hooks.entered != NULL)
        host->daemon->hooks.entered(host->daemon->hooks.arg, network, channel);
}

static void on_removed(struct host *host, struct network *network, const char *channel)
{
    struct place *place = place_at(host->tables, network, channel);
    outbox_drop(host->outbox, network->adapter, channel); /* the state is announced again */
    network_moves_no_more(network);
    if (place != NULL)
        table_set_reachable(place, false);
}

/* Messages to the table's channel are lost, so the table shows its state once more. */
static void on_dropped(struct host *host, struct network *network, const char *channel)
{
    struct place *place = place_at(host->tables, network, channel);
    if (place != NULL && place->reachable && !place->table->damaged)
        table_announce(place, false);
}

/* The network lets us send nothing to the channel any more. Whispers to each player of that place
 * why nothing happens. */
static void on_muted(struct host *host, struct network *network, const struct chat_event *event)
{
    const char *channel = event->channel;
    const struct place *place = place_at(host->tables, network, channel);
    if (place == NULL || !place->reachable)
        return;
    struct table *table = place->table;
    on_removed(host, network, channel);
    if (table->round == NULL && !table->match_on && table->last.id == 0)
        table_untold(table);
    for (unsigned i = 0; i < table->seat_count; i++) {
        struct message *line = seat_place(table, i) == place ? seat_line(table, i) : NULL;
        if (line == NULL)
            continue;
        const struct language *language = seat_language(table, i);
        char words[PERMISSIONS_SIZE];
        const char *lacks = context_missing_permissions(event, language, words);
        if (lacks != NULL)
            PHRASE(line, tr(language, context_forbidden_words), arg_text("permissions", lacks));
        else
            message_text(line, tr(language, context_unheard_words));
        speak_durable(network, line);
    }
}

/* Tries if the channel lets us send again. The line that is sent is the table's state, which
 * matters most if it arrives. */
static void on_try(struct host *host, struct network *network, const char *channel)
{
    struct place *place = place_at(host->tables, network, channel);
    bool waits = place != NULL && !place->reachable &&
                 !place->table->damaged; /* a damaged table has no state to show */
    struct message *line = waits ? render_state(place) : NULL;
    if (line != NULL)
        speak_durable(network, line);
}

static void on_stopped(struct host *host, struct network *network, const char *why)
{
    if (!host->stopping && network->stage != NETWORK_LEAVES && !network->adapter->impl->caps.local)
        log_error(&host->log, "network %s has ended: %s", network->name, why != NULL ? why : "");
    on_disconnected(host, network);
    network->stopped = true;
    bool wanted = network->stage == NETWORK_LEAVES && !host->stopping;
    bool last = !wanted && networks_ended(host, host->stopping);
    if (last && host->daemon->hooks.stopped != NULL)
        host->daemon->hooks.stopped(host->daemon->hooks.arg);
    else if (!last && !wanted && host->daemon->hooks.left != NULL)
        host->daemon->hooks.left(host->daemon->hooks.arg, network);
}

/* -- people -- */

/* The bot cannot send anything to that person any more. */
static void lose_person(struct host *host, struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    people_unbind(host->people, person);
    private_table_gone(person);
    while ((table = person_table(person, &at)) != NULL)
        vote_check(table);
}

/* A user changes nick. Their waiting whispers go to the new nick. Whispers that waited for an
 * earlier bearer of that nick are dropped. A nick alone proves nobody's identity. */
static void on_renamed(struct host *host, struct network *network, const struct chat_event *event)
{
    const struct person *person = people_at(host->people, network, event->old_id);
    struct person *other = people_at(host->people, network, event->user.id);
    char old[PERSON_NAME_MAX];
    snprintf(old, sizeof(old), "%s", person != NULL ? person->name : "");
    bool whole = outbox_rename(host->outbox, network->adapter, event->old_id, event->user.id);
    if (other != NULL && other != person)
        lose_person(host, other);
    if (person != NULL && !person->verified) /* nothing but their nick told who they are */
        page_seats_revoke(host->tables, person);
    nick_forget(network, event->old_id);
    refused_forget(network, event->old_id);
    people_miss(host->people, network, event->old_id);
    people_follow(host->people, network, event->old_id, &event->user);
    people_rename(host->people, network, event->old_id, &event->user);
    person = people_at(host->people, network, event->user.id);
    if (person != NULL) {
        lines_renamed(person,
                      old); /* a proof of the round needs the old and the new name (docs/fair.md) */
        render_hands_missed(person);
        save_tables_of(person); /* the saved state has the nick that they have now */
    }
    if (!whole)
        output_lost_message(host->tables, network, NULL, event->user.id);
}

static void on_identity(struct host *host, struct network *network, const struct chat_user *user)
{
    const struct person *before = people_at(host->people, network, user->id);
    people_identity(host->people, network, user);
    struct person *person = people_at(host->people, network, user->id);
    bool proved = person != NULL && people_set_account(host->people, person, user->account);
    if (before != NULL && (person != before || proved))
        page_seats_revoke(host->tables, before);
    if (person != NULL && proved)
        render_hands_missed(person);
    if (person == NULL) /* waiting whispers were for the old identity */
        outbox_forget(host->outbox, network->adapter, user->id);
    if (before != NULL && person == NULL)
        private_table_gone(before);
    if (proved)
        save_tables_of(person);
    if (user->account != NULL)
        meeting_seen(host, network, user);
}

static void on_gone(struct host *host, struct network *network, const struct chat_event *event)
{
    struct person *person = people_at(host->people, network, event->user.id);
    nick_forget(network, event->user.id);
    refused_forget(network, event->user.id);
    people_miss(host->people, network, event->user.id);
    if (!people_stable_ids(network))
        outbox_forget(host->outbox, network->adapter, event->user.id);
    if (person == NULL || people_stable_ids(network))
        return;
    lose_person(host, person);
    if (event->netsplit)
        split_gone(person);
    presence_gone(person);
}

/* A person who leaves only the channel may still play in private. They count as present again when
 * they do. */
static void on_left(struct host *host, struct network *network, const struct chat_event *event)
{
    const struct person *person = people_at(host->people, network, event->user.id);
    struct table *table = table_at(host->tables, network, event->channel);
    if (person != NULL && table != NULL)
        presence_left(table, seat_of(table, person));
}

/* A whisper has failed. Tells the person's channels that their hand could not be delivered, without
 * showing it. */
static void on_failed(struct host *host, struct network *network, const struct chat_event *event)
{
    const char *why = event->text != NULL ? event->text : "?";
    size_t length = strlen(why);
    char words[160]; /* without the full stop, because our sentence continues behind it */
    snprintf(words, sizeof(words), "%.*s",
             (int)(length > 0 && why[length - 1] == '.' ? length - 1 : length), why);
    /* people_at() looks by id, not by key: the nick may belong to somebody else by now, and its old
     * owner may be here under a new one. */
    const struct person *person = people_at(host->people, network, event->user.id);
    struct table *table = NULL;
    unsigned at = 0;
    while (person != NULL && (table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat == SEAT_NONE)
            continue;
        table->seats[seat].hand_told = 0;
        if (table->seats[seat].unreachable)
            continue;
        table->seats[seat].unreachable = true;
        struct place *place = place_on(table, network);
        struct message *line = place_line(place, URGENCY_TABLE);
        if (line == NULL)
            continue;
        PHRASE(
            line,
            tr(place->language,
               N_("{player}, I cannot whisper to you ({why}): let my private messages through.")),
            arg_mention("player", seat_name(table, seat)), arg_text("why", words));
        message_call(line, person->id);
        line->rings = !person->preferences.silent;
        place_say(place, line);
    }
}

/* -- what was pressed in vain -- */

/* Makes a line for the channel, or a whisper if `user` is not NULL. Returns NULL when memory is
 * out. */
static struct message *line_of(struct network *network, const char *channel,
                               const struct chat_user *user, const struct language **language)
{
    struct message *line = message_create(channel, user != NULL ? user->id : NULL, URGENCY_TABLE);
    *language = user != NULL ? preferences_of(network, user).language : NULL;
    if (*language == NULL)
        *language = setting_channel_language(network, channel);
    if (line != NULL && user != NULL)
        line->way = WAY_TALK; /* a plain private message, because the network's own way of answering
                                 has just failed */
    return line;
}

/* The network lost our answer to a press. The line does not say if the action was carried out:
 * nobody knows any more which action it was. */
static void on_unanswered(struct network *network, const struct chat_event *event)
{
    const struct language *language = NULL;
    bool alone = event->user.id != NULL;
    const char *names = alone ? event->user.name : event->text;
    struct message *line = line_of(network, event->channel, alone ? &event->user : NULL, &language);
    if (line == NULL)
        return;
    PHRASE(line,
           tr(language, N_("{players}: the answer to what you did got lost. It may have worked, so "
                           "look at the table and at your hand before you try again.")),
           arg_name("players", names != NULL ? names : ""));
    speak_durable(network, line);
}

/* Returns true if it is the turn of a person for whom no computer player acts. */
static bool waits_for_person(const struct table *table)
{
    const struct round *round = table->round;
    const struct seat *seat = round != NULL ? &table->seats[round->game.turn] : NULL;
    return seat != NULL && !pause_is_on(table) && seat->person != NULL && !seat->away;
}

/* The network lost presses while the bot was cut off. Tells only channels where it is somebody's
 * turn: nobody else had anything urgent to press. */
static void on_gap(struct host *host, struct network *network, const char *channel)
{
    const struct language *language = NULL;
    const struct place *place = place_at(host->tables, network, channel);
    if (place == NULL || !place->reachable || !waits_for_person(place->table))
        return;
    struct message *line = line_of(network, channel, NULL, &language);
    if (line == NULL)
        return;
    message_text(line, tr(language, N_("I was cut off for a moment. What you pressed meanwhile did "
                                       "not reach me: please press it again.")));
    speak_durable(network, line);
}

void events_take(struct host *host, struct network *network, const struct chat_event *event)
{
    if (!presence_heard(network, event) || bridges_pass(host, network, event))
        return;
    switch (event->kind) {
    case CHAT_CONNECTED:
        on_connected(host, network);
        status_news(host);
        break;
    case CHAT_DISCONNECTED:
        on_disconnected(host, network);
        status_news(host);
        break;
    case CHAT_ENTERED:
        on_entered(host, network, event);
        break;
    case CHAT_REMOVED:
        on_removed(host, network, event->channel);
        break;
    case CHAT_STALE:
        dispatch_stale(host, network, (uint32_t)event->stamp);
        break;
    case CHAT_DROPPED:
        on_dropped(host, network, event->channel);
        break;
    case CHAT_MUTED:
        on_muted(host, network, event);
        break;
    case CHAT_TRY:
        on_try(host, network, event->channel);
        break;
    case CHAT_MESSAGE:
        dispatch_run(host, network, event);
        break;
    case CHAT_SUGGEST:
        suggest_run(host, network, event);
        break;
    case CHAT_JOIN:
        meeting_seen(host, network, &event->user);
        break;
    case CHAT_LEAVE:
        on_left(host, network, event);
        break;
    case CHAT_RENAME:
        on_renamed(host, network, event);
        break;
    case CHAT_IDENTITY:
        on_identity(host, network, &event->user);
        break;
    case CHAT_KNOWN:
        meeting_known(host, network, &event->user);
        break;
    case CHAT_GONE:
        on_gone(host, network, event);
        break;
    case CHAT_FAILED:
        on_failed(host, network, event);
        break;
    case CHAT_UNANSWERED:
        on_unanswered(network, event);
        break;
    case CHAT_GAP:
        on_gap(host, network, event->channel);
        break;
    case CHAT_STOPPED:
        on_stopped(host, network, event->text);
        break;
    }
}
