/* The first page (/): how to begin, where people play, the tables of this moment, the top of the
 * board, and the sets of rules. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "board_page.h"
#include "bot/pages/boards.h"
#include "bot/pages/channels.h"
#include "bot/pages/html/card_html.h"
#include "bot/pages/html/tables_list.h"
#include "bot/pages/html/template.h"
#include "bot/pages/html/ways.h"
#include "bot/pages/live.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/posters.h"
#include "bot/pages/site_pages.h"
#include "bot/people/network.h"
#include "bot/text/language.h"

enum {
    TOP = 5 /* rows of the board */,
    TABLES = 8,
    NETWORKS = 3 /* named in one card */,
    CHANNEL_LISTS = 8 /* lists of channels that are read at most */,
    OPENING_MAX = 16 /* characters of "!uno" */
};

struct home {
    struct people *people;
    const struct cJSON *tables, *board; /* NULL: could not be read just now */
    const struct cJSON *lists;          /* those of channels_make() that were read */
};

/* -- how to begin -- */

static void draw_ring(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)frame;
    html_ring(html, arg);
}

static void draw_square(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)frame;
    html_square(html, arg);
}

static void draw_fan(struct html *html, const struct page_frame *frame, const void *arg)
{
    /* a hand with every kind of card: a number, an action, a card with two sides, a draw card, a
     * wild */
    static const char *const fan[] = {"R7", "Gskip", "Y2|G", "B+2", "WF4"};
    struct rules rules;
    (void)frame;
    (void)arg;
    if (rules_init(&rules, ruleset_find("flex"), NULL, 0) != RULES_OK)
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(fan); i++)
        html_card_code(html, &rules, fan[i]);
}

/* As files the page names no network, but says how to bring the bot to one. */
static void draw_second(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)arg;
    TEMPLATE(
        html, frame, "<a class='act' href='{below}'>{words}</a>",
        {"below", .address = frame->files ? "#bring" : "#people"},
        {"words", .say = frame->files ? N_("Bring it to your channel") : N_("Play with people")});
}

static const char gist[] = N_(
    "Talon is a free bot for groups that chat on IRC or Discord. Say {uno}, and it opens a table "
    "for a card game of the UNO family.");

/* Writes `prefix` and the name of the command that opens a table. */
static const char *opening(const char *prefix, char out[OPENING_MAX])
{
    snprintf(out, OPENING_MAX, "%suno", prefix);
    return out;
}

static void draw_gist(struct html *html, const struct page_frame *frame, const void *arg)
{
    char uno[OPENING_MAX];
    (void)arg;
    HTML_PHRASE(html, tr(html->language, gist),
                {.place = "uno", .text = opening(frame->prefix, uno), .element = "code"});
}

static void add_hero(struct html *html, const struct page_frame *frame,
                     const struct page_head *head)
{
    TEMPLATE(html, frame,
             "<div class='hero'><div><h1>{title}</h1><p class='lead'>{gist}</p><p class='go'>"
             "<a class='act key' href='{play}'>{now}</a>{second}</p></div>"
             "<div class='felt-art' id='art' aria-hidden='true'>"
             "{ring}<div class='fan'>{fan}</div></div></div>",
             {"title", .text = head->title}, {"gist", .draw = draw_gist}, {"play", .path = "/play"},
             {"now", .say = N_("Play now against computers")}, {"second", .draw = draw_second},
             {"ring", .draw = draw_ring, .arg = "green"}, {"fan", .draw = draw_fan});
}

/* -- where people play -- */

static void begin_way(struct html *html, const struct page_frame *frame, const char *colour,
                      const char *name)
{
    TEMPLATE(html, frame, "<section class='door'><h3>{square}{name}</h3>",
             {"square", .draw = draw_square, .arg = colour}, {"name", .say = name});
}

/* Returns the channel of that network to which a stranger should go: one with a table that people
 * may watch, else the one where somebody played last. NULL: none is in the lists. */
static const struct cJSON *channel_of(const struct home *home, const char *network)
{
    const cJSON *best = NULL;
    const cJSON *list = NULL;
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(home->tables, "tables"))
    {
        if (strcmp(parts_text(at, "network"), network) == 0)
            return at;
    }
    cJSON_ArrayForEach(list, home->lists)
    {
        cJSON_ArrayForEach(at, cJSON_GetObjectItem(list, "channels"))
        {
            if (strcmp(parts_text(at, "network"), network) == 0 &&
                (best == NULL || parts_number(at, "last_at") > parts_number(best, "last_at")))
                best = at;
        }
    }
    return best;
}

static bool is_of_kind(const struct network *network, bool servers)
{
    const struct adapter_impl *impl = network->adapter != NULL ? network->adapter->impl : NULL;
    return impl != NULL && impl->pages == NULL && !impl->caps.local &&
           way_has_servers(network) == servers;
}

/* Returns the n-th network of a kind; NULL: there are fewer. */
static const struct network *network_of_kind(const struct home *home, bool servers, unsigned n)
{
    const struct network *network = NULL;
    unsigned at = 0;
    unsigned count = 0;
    while ((network = network_next(home->people, &at)) != NULL) {
        if (is_of_kind(network, servers) && count++ == n)
            return n < NETWORKS ? network : NULL;
    }
    return NULL;
}

/* Returns whether each network that the page names has a channel. */
static bool has_channels(const struct home *home)
{
    const struct network *network = NULL;
    for (unsigned servers = 0; servers < 2; servers++) {
        for (unsigned i = 0; (network = network_of_kind(home, servers != 0, i)) != NULL; i++) {
            if (channel_of(home, network->name) == NULL)
                return false;
        }
    }
    return true;
}

/* Names the channels of a kind of network: "#cards libera, #talon oftc". */
static void add_places(struct html *html, const struct page_frame *frame, const struct home *home,
                       bool servers)
{
    char path[ADDRESS_MAX];
    const struct network *network = NULL;
    unsigned depth = html->depth;
    for (unsigned i = 0; (network = network_of_kind(home, servers, i)) != NULL; i++) {
        const struct cJSON *channel = channel_of(home, network->name);
        if (channel == NULL ||
            !parts_channel_path("/channels", network->name, parts_text(channel, "channel"), path))
            continue;
        if (html->depth == depth)
            html_open_class(html, "ul", "where");
        TEMPLATE(html, frame, "<li><a href='{path}'>{channel}</a> <small>{network}</small></li>",
                 {"path", .path = path}, {"channel", .text = parts_channel_name(channel)},
                 {"network", .text = network->name});
    }
    html_close_to(html, depth);
}

static void add_buttons(struct html *html, const struct page_frame *frame, const struct home *home,
                        bool servers)
{
    const struct network *network = NULL;
    struct way_in way;
    for (unsigned i = 0; (network = network_of_kind(home, servers, i)) != NULL; i++) {
        const struct cJSON *channel = channel_of(home, network->name);
        if (way_join(network, channel != NULL ? parts_text(channel, "channel") : NULL, &way))
            way_button(html, frame, &way);
        if (way_add(network, &way))
            way_button(html, frame, &way);
    }
}

/* Writes the card of a kind of network, unless the bot is on none. `words` has the place {uno}. */
static void add_networks(struct html *html, const struct page_frame *frame, const struct home *home,
                         bool servers, const char *name, const char *words)
{
    char uno[OPENING_MAX];
    if (network_of_kind(home, servers, 0) == NULL)
        return;
    begin_way(html, frame, servers ? "blue" : "red", name);
    html_open(html, "p");
    HTML_PHRASE(
        html, tr(html->language, words),
        {.place = "uno", .text = opening(servers ? "/" : frame->prefix, uno), .element = "code"});
    html_close(html);
    add_places(html, frame, home, servers);
    add_buttons(html, frame, home, servers);
    html_close(html);
}

static void add_guest(struct html *html, const struct page_frame *frame, const struct home *home)
{
    char href[ADDRESS_MAX];
    const cJSON *table = NULL;
    const cJSON *free = NULL;
    cJSON_ArrayForEach(table, cJSON_GetObjectItem(home->tables, "tables"))
    {
        if (free == NULL && parts_is(table, "guests"))
            free = table;
    }
    begin_way(html, frame, "green", N_("As a guest"));
    html_open(html, "p");
    if (free != NULL) {
        HTML_PHRASE(html,
                    tr(html->language, N_("A name, no account. {channel} has a free seat at this "
                                          "moment.")),
                    {.place = "channel", .text = parts_channel_name(free), .element = "bdi"});
    } else {
        html_say(html, N_("A name, no account. Ask a player for an invitation to their table."));
    }
    html_close(html);
    if (free != NULL) {
        TEMPLATE(html, frame, "<a class='act key' href='{href}' data-way='guest'>{words}</a>",
                 {"href", .address = way_to_sit(frame, free, href)},
                 {"words", .say = N_("Sit down as a guest")});
    }
    html_close(html);
}

static void add_alone(struct html *html, const struct page_frame *frame)
{
    begin_way(html, frame, "yellow", N_("Alone"));
    html_open(html, "p");
    HTML_PHRASE(html,
                tr(html->language, N_("Against computer players in this page, also offline, or in "
                                      "a terminal with {command}.")),
                {.place = "command", .text = "talon play", .element = "code"});
    html_close(html);
    TEMPLATE(html, frame, "<a class='act' href='{play}'>{words}</a></section>",
             {"play", .path = "/play"}, {"words", .say = N_("Play now")});
}

static void add_ways(struct html *html, const struct page_frame *frame, const struct home *home)
{
    site_section(html, "people", N_("Sit down with people"));
    html_open_class(html, "div", "doors");
    add_networks(html, frame, home, false, "IRC", N_("Say {uno} in a channel, and you are in."));
    add_networks(
        html, frame, home, true, "Discord",
        N_("Buttons and pictures; only you see your hand. One command opens a table: {uno}."));
    add_guest(html, frame, home);
    add_alone(html, frame);
    html_close(html);
    html_close(html);
}

/* Says how somebody brings the bot to a place of their own. */
static void add_bringing(struct html *html, const struct home *home)
{
    const struct network *irc = network_of_kind(home, false, 0);
    const struct adapter *adapter = irc != NULL ? irc->adapter : NULL;
    const char *name = adapter != NULL && adapter->impl->own_name != NULL
                           ? adapter->impl->own_name(adapter)
                           : NULL;
    char invite[128];
    if (name == NULL && network_of_kind(home, true, 0) == NULL)
        return;
    site_section(html, "bring", N_("In your own channel"));
    html_open_class(html, "ul", "points");
    if (name != NULL) {
        snprintf(invite, sizeof(invite), "/invite %s #channel", name);
        html_open(html, "li");
        HTML_PHRASE(html,
                    tr(html->language, N_("IRC: an operator of the channel types {invite}. The bot "
                                          "stays until somebody kicks it out.")),
                    {.place = "invite", .text = invite, .element = "code"});
        html_close(html);
    }
    if (network_of_kind(home, true, 0) != NULL) {
        html_element_say(html, "li",
                         N_("Discord: press “Add to your server”. The bot needs no special rights, "
                            "and does not read what people write."));
    }
    html_close(html);
    html_close(html);
}

/* -- for readers of a folder of pages, who may never have seen the bot -- */

/* A sentence with the place of one command. */
struct how_step {
    const char *words, *place;
    const char *command, *arguments; /* typed to the bot, behind its prefix */
    const char *shell;               /* typed in a terminal instead; NULL: `command` */
};

static void add_step(struct html *html, const struct page_frame *frame, const struct how_step *step)
{
    char typed[48];
    snprintf(typed, sizeof(typed), "%s%s%s", frame->prefix,
             step->shell != NULL ? "" : tr(html->language, step->command), step->arguments);
    html_open(html, "li");
    html_open(html, "p");
    HTML_PHRASE(html, tr(html->language, step->words),
                {.place = step->place,
                 .text = step->shell != NULL ? step->shell : typed,
                 .element = "code"});
    html_close(html);
    html_close(html);
}

enum { STEPS = 3 };

static void add_steps(struct html *html, const struct page_frame *frame, const char *id,
                      const char *heading, const struct how_step steps[STEPS])
{
    site_section(html, id, heading);
    html_open_class(html, "ol", "steps");
    for (unsigned i = 0; i < STEPS; i++)
        add_step(html, frame, &steps[i]);
    html_close(html);
    html_close(html);
}

static void add_first_steps(struct html *html, const struct page_frame *frame)
{
    static const struct how_step play[STEPS] = {
        {N_("Say {uno} in a channel. Others join, and computer players fill the empty seats."),
         "uno", "uno", "", NULL},
        {N_("Say {start}. Everybody gets seven cards, and only you see yours."), "start", "start",
         "", NULL},
        {N_("At your turn say {play}, or press a card. The first player without cards wins."),
         "play", "play", " r7", NULL},
    };
    static const struct how_step bring[STEPS] = {
        {N_("Install Talon on a machine that stays on: {install}."), "install", "", "",
         "sudo apt install ./talon_*.deb"},
        {N_("Run {setup}. It asks for IRC or Discord, checks each answer, and names the command "
            "that starts the bot."),
         "setup", "", "", "sudo talon setup"},
        {N_("Say {uno} in your channel."), "uno", "uno", "", NULL},
    };
    add_steps(html, frame, "how", N_("How to play"), play);
    add_steps(html, frame, "bring", N_("In your own channel"), bring);
}

/* -- what it is -- */

static const struct {
    const char *what, *words;
} promises[] = {
    {N_("Fair"),
     N_("Each shuffle is committed to before the deal and shown at the end: anybody can check it, "
        "without trusting us.")},
    {N_("Remembered"),
     N_("Hands, turns and scores outlive a lost connection, and a restart of the host.")},
    {N_("Never short of players"),
     N_("Computer players of several strengths fill the empty seats.")},
};

static void add_promises(struct html *html, const struct page_frame *frame)
{
    html_open_class(html, "dl", "promises");
    for (unsigned i = 0; i < ARRAY_SIZE(promises); i++) {
        TEMPLATE(html, frame, "<div><dt>{what}</dt><dd>{words}</dd></div>",
                 {"what", .say = promises[i].what}, {"words", .say = promises[i].words});
    }
    html_close(html);
}

/* Shows the top of the overall board, unless it is empty. */
static void add_board(struct html *html, const struct page_frame *frame, const struct cJSON *board)
{
    if (cJSON_GetArraySize(cJSON_GetObjectItem(board, "rows")) == 0)
        return;
    site_section(html, "board", N_("Board"));
    board_table(html, frame, board, TOP);
    TEMPLATE(html, frame, "<p><a href='{boards}'>{words}</a></p></section>",
             {"boards", .path = "/boards"}, {"words", .say = N_("All boards")});
}

/* -- all of it -- */

/* Leaves out what the store or the tables could not answer: the rest of the page needs neither. */
static void show_home(struct page_job *job, unsigned status, struct cJSON *board, unsigned max_age)
{
    struct html html;
    struct page_frame frame;
    char uno[OPENING_MAX];
    char about[PARTS_WORDS];
    struct page_head head = {
        .title = tr(job->language, N_("Cards where you already talk")),
        .about = parts_phrase(job->language, gist, "uno",
                              opening(job->pages->lent.options->prefix, uno), about),
        .script = "home.js",
        .style = "boards.css",
    };
    parts_keep(job, "board", status, board);
    const struct home home = {.people = job->pages->lent.people,
                              .tables = parts_kept(job, "tables"),
                              .lists = parts_kept(job, "lists"),
                              .board = parts_kept(job, "board")};
    bool live = tables_any(home.tables, NULL, NULL);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    add_hero(&html, &frame, &head);
    if (frame.files)
        add_first_steps(&html, &frame);
    else
        add_ways(&html, &frame, &home);
    tables_list(&html, &frame, home.tables, NULL, NULL, TABLES);
    add_board(&html, &frame, home.board);
    site_sets(&html, &frame);
    if (!frame.files)
        add_bringing(&html, &home);
    add_promises(&html, &frame);
    frame_end(&html);
    if (!live)
        job->batch = 0; /* the page shows no running table, so it need not wait for the disk */
    frame_answer(job, &html, 200, live ? 0 : max_age);
}

/* Reads on until each network has a channel. */
static void take_channels(struct page_job *job, unsigned status, struct cJSON *list,
                          unsigned max_age)
{
    const struct boards_query query = {.scope = STORE_OVERALL, .window = STORE_ALL, .limit = TOP};
    cJSON *lists = cJSON_GetObjectItem(job->kept, "lists");
    const struct home home = {
        .people = job->pages->lent.people, .tables = parts_kept(job, "tables"), .lists = lists};
    int64_t next = 0;
    (void)max_age;
    if (status == 200 && cJSON_AddItemToArray(lists, list))
        next = parts_number(list, "next");
    else
        cJSON_Delete(list);
    if (next == 0 || cJSON_GetArraySize(lists) == CHANNEL_LISTS || has_channels(&home))
        boards_make(job, &query, show_home);
    else
        channels_make(job, next, take_channels);
}

static void ask_channels(struct page_job *job, unsigned status, struct cJSON *tables,
                         unsigned max_age)
{
    (void)max_age;
    parts_keep(job, "tables", status, tables);
    parts_keep(job, "lists", 200, cJSON_CreateArray());
    channels_make(job, 0, take_channels);
}

void home_page(struct page_job *job)
{
    tables_make(job, ask_channels);
}
