#include <string.h>

#include "base/array.h"
#include "bot/pages/html/card_html.h"
#include "bot/pages/pages.h"
#include "bot/pages/site_pages.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "engine/notation.h"

enum { GROUP_COMMANDS = 9, TYPED_MAX = 48 };

/* The first steps, in order; the rest is below. */
static const struct {
    const char *id, *heading, *words;
    const char *commands[GROUP_COMMANDS]; /* names in the table of commands, ended by NULL */
} groups[] = {
    {"seat",
     N_("Take a seat"),
     N_("Somebody opens a table in the channel, others join, and any player deals. Computer "
        "players can fill the empty seats."),
     {"uno", "join", "bots", "start"}},
    {"turn",
     N_("Your turn"),
     N_("Your hand comes to you alone, in a private line. Where buttons are shown you may press "
        "them instead."),
     {"play", "draw", "keep", "colour", "target", "accept", "challenge"}},
    {"call",
     N_("UNO!"),
     N_("Say it with your last card but one, or behind the play itself. If somebody else forgot "
        "it, say so before the next turn."),
     {"uno", "catch"}},
    {"look", N_("Look around"), NULL, {"hand", "table", "order", "score", "top", "stats"}},
    {"choose", N_("Choose what is played"), NULL, {"new", "set", "rules", "lang"}},
    {"go", N_("Go, and come back"), NULL, {"away", "back", "leave", "help"}},
};

enum { GROUPS = ARRAY_SIZE(groups) };

static void add_command(struct html *html, const struct page_frame *frame,
                        const struct told_command *command)
{
    html_open(html, "dt");
    site_command(html, frame, command->name,
                 *command->arguments != '\0' ? tr(html->language, command->arguments) : "");
    html_close(html);
    html_element_say(html, "dd", command->help);
}

static bool find_command(const struct pages *pages, const char *name, struct told_command *found)
{
    unsigned n = 0;
    while (pages_command(pages, n, found) && strcmp(found->name, name) != 0)
        n++;
    return pages_command(pages, n, found);
}

static void add_group(struct html *html, const struct page_frame *frame, const struct pages *pages,
                      unsigned n)
{
    struct told_command command;
    site_section(html, groups[n].id, groups[n].heading);
    if (groups[n].words != NULL)
        html_element_say(html, "p", groups[n].words);
    html_open_class(html, "dl", "commands");
    for (unsigned i = 0; groups[n].commands[i] != NULL; i++) {
        if (find_command(pages, groups[n].commands[i], &command))
            add_command(html, frame, &command);
    }
    html_close(html);
    html_close(html);
}

/* -- cards as they are typed -- */

static const struct {
    const char *typed, *set, *code;
    unsigned colour; /* the colour typed after a wild, in the reader's language */
} typed_cards[] = {
    {"r5", "classic", "R5", COLOUR_NONE},        {"b+2", "classic", "B+2", COLOUR_NONE},
    {"g skip", "classic", "Gskip", COLOUR_NONE}, {"y rev", "classic", "Yrev", COLOUR_NONE},
    {"w", "classic", "W", COLOUR_RED},           {"w+4", "classic", "W4", COLOUR_BLUE},
    {"hyper", "hyper", "WH", COLOUR_GREEN},      {"g7 flex", "flex", "G7|Y", COLOUR_NONE},
};

static void add_typed(struct html *html, const struct page_frame *frame)
{
    site_section(html, "cards", N_("How cards are typed"));
    html_open(html, "p");
    html_say(html, N_("By letter or word of the colour, then the number or symbol. With a wild, "
                      "the colour that you name."));
    html_close(html);
    html_open_class(html, "ul", "typed");
    for (unsigned i = 0; i < ARRAY_SIZE(typed_cards); i++) {
        struct rules rules;
        struct buf buf;
        char typed[TYPED_MAX];
        buf_init(&buf, typed, sizeof(typed));
        buf_add(&buf, typed_cards[i].typed);
        if (typed_cards[i].colour != COLOUR_NONE)
            buf_printf(&buf, " %s", colour_word(html->language, typed_cards[i].colour));
        if (rules_init(&rules, ruleset_find(typed_cards[i].set), NULL, 0) != RULES_OK)
            continue;
        html_open(html, "li");
        html_card_code(html, &rules, typed_cards[i].code);
        site_command(html, frame, "play", typed);
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

static bool is_told_above(const struct told_command *command)
{
    for (unsigned n = 0; n < GROUPS; n++) {
        for (unsigned i = 0; groups[n].commands[i] != NULL; i++) {
            if (strcmp(groups[n].commands[i], command->name) == 0)
                return true;
        }
    }
    return false;
}

static void add_further(struct html *html, const struct page_frame *frame,
                        const struct pages *pages)
{
    struct told_command command;
    site_section(html, "further", N_("Further commands"));
    html_open_class(html, "dl", "commands");
    for (unsigned i = 0; pages_command(pages, i, &command); i++) {
        if (!is_told_above(&command))
            add_command(html, frame, &command);
    }
    html_close(html);
    html_close(html);
}

void how_page(struct page_job *job)
{
    struct html html;
    struct page_frame frame;
    const struct page_head head = {
        .title = tr(job->language, N_("How to play")),
        .about = tr(job->language, N_("From an empty channel to the first round, in a handful of "
                                      "commands.")),
    };
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    frame_heading(&html, &head);
    for (unsigned i = 0; i < GROUPS; i++) {
        add_group(&html, &frame, job->pages, i);
        if (i == 1)
            add_typed(&html, &frame);
    }
    add_further(&html, &frame, job->pages);
    frame_end(&html);
    frame_answer(job, &html, 200, SITE_AGE);
}
