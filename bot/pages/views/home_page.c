/* The first page (/): how to begin, where people play, the tables of this moment, the top of the
 * board, and the sets of rules. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "board_page.h"
#include "bot/host.h"
#include "bot/pages/boards.h"
#include "bot/pages/channels.h"
#include "bot/pages/html/card_html.h"
#include "bot/pages/html/tables_list.h"
#include "bot/pages/html/template.h"
#include "bot/pages/html/ways.h"
#include "bot/pages/live.h"
#include "bot/pages/posters.h"
#include "bot/pages/site_pages.h"
#include "bot/people/network.h"
#include "bot/text/language.h"

enum { TOP = 5 /* rows of the board */, TABLES = 8, NETWORKS = 3 /* named in one card */ };

struct home {
    struct host *host;
    const struct cJSON *tables, *channels, *board; /* NULL: could not be read just now */
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

/* As files the page names no network. */
static void draw_people(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)arg;
    if (!frame->files) {
        TEMPLATE(html, frame, "<a class='act' href='{people}'>{words}</a>",
                 {"people", .address = "#people"}, {"words", .say = N_("Play with people")});
    }
}

static void add_hero(struct html *html, const struct page_frame *frame,
                     const struct page_head *head)
{
    TEMPLATE(html, frame,
             "<div class='hero'><div><h1>{title}</h1><p class='lead'>{about}</p><p class='go'>"
             "<a class='act key' href='{play}'>{now}</a>{with}</p></div>"
             "<div class='felt-art' id='art' aria-hidden='true'>"
             "{ring}<div class='fan'>{fan}</div></div></div>",
             {"title", .text = head->title}, {"about", .text = head->about},
             {"play", .path = "/play"}, {"now", .say = N_("Play now against computers")},
             {"with", .draw = draw_people}, {"ring", .draw = draw_ring, .arg = "green"},
             {"fan", .draw = draw_fan});
}

/* -- where people play -- */

static void begin_way(struct html *html, const struct page_frame *frame, const char *colour,
                      const char *name)
{
    TEMPLATE(html, frame, "<section class='door'><h3>{square}{name}</h3>",
             {"square", .draw = draw_square, .arg = colour}, {"name", .say = name});
}

/* Returns the channel of that network to which a stranger should go: one with a table that people
 * may watch, else the one where somebody played last. NULL: no page shows one. */
static const struct cJSON *channel_of(const struct home *home, const char *network)
{
    const cJSON *best = NULL;
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(home->tables, "tables"))
    {
        if (strcmp(parts_text(at, "network"), network) == 0)
            return at;
    }
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(home->channels, "channels"))
    {
        if (strcmp(parts_text(at, "network"), network) == 0 &&
            (best == NULL || parts_number(at, "last_at") > parts_number(best, "last_at")))
            best = at;
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
    while ((network = network_next(home->host, &at)) != NULL) {
        if (is_of_kind(network, servers) && count++ == n)
            return n < NETWORKS ? network : NULL;
    }
    return NULL;
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
    char uno[16];
    if (network_of_kind(home, servers, 0) == NULL)
        return;
    begin_way(html, frame, servers ? "blue" : "red", name);
    snprintf(uno, sizeof(uno), "%suno", servers ? "/" : frame->prefix);
    html_open(html, "p");
    HTML_PHRASE(html, tr(html->language, words), {.place = "uno", .text = uno, .element = "code"});
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
    struct page_head head = {
        .title = tr(job->language, N_("Cards where you already talk")),
        .about = tr(job->language, N_("Talon deals rounds of UNO in chat channels: six sets of "
                                      "rules, hands in private, scores that last.")),
        .script = "home.js",
        .style = "boards.css",
    };
    parts_keep(job, "board", status, board);
    const struct home home = {.host = job->host,
                              .tables = parts_kept(job, "tables"),
                              .channels = parts_kept(job, "channels"),
                              .board = parts_kept(job, "board")};
    bool live = tables_any(home.tables, NULL, NULL);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    add_hero(&html, &frame, &head);
    if (!frame.files)
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

static void ask_board(struct page_job *job, unsigned status, struct cJSON *channels,
                      unsigned max_age)
{
    const struct boards_query query = {.scope = STORE_OVERALL, .window = STORE_ALL, .limit = TOP};
    (void)max_age;
    parts_keep(job, "channels", status, channels);
    boards_make(job, &query, show_home);
}

static void ask_channels(struct page_job *job, unsigned status, struct cJSON *tables,
                         unsigned max_age)
{
    (void)max_age;
    parts_keep(job, "tables", status, tables);
    channels_make(job, 0, ask_board);
}

void home_page(struct page_job *job)
{
    tables_make(job, ask_channels);
}
