#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/pages/html/card_html.h"
#include "bot/pages/html/house_words.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/html/set_words.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

enum { STEP_CARDS = 4, EXAMPLES = 2, VALUE_TEXT = 64 };

/* -- how a round goes -- */

static const struct {
    const char *words;
    const char *cards[STEP_CARDS]; /* codes of classic, ended by NULL */
} steps[] = {
    {N_("Everybody is dealt 7 cards, and one card is turned up. The first player without cards "
        "wins the round."),
     {"R5"}},
    {N_("On your turn you play a card of the same colour, or of the same number or symbol, or a "
        "wild, with which you name a colour."),
     {"R9", "B5", "W"}},
    {N_("If nothing fits, or you do not want to, you draw one card. If it fits, you may play it at "
        "once, or keep it."),
     {NULL}},
    {N_("Skip takes the next player's turn. Reverse turns the direction. A +2 makes the next "
        "player draw 2 cards and lose the turn."),
     {"Gskip", "Brev", "Y+2"}},
    {N_("A wild +4 makes the next player draw 4. It is a bluff if you still hold the colour in "
        "force, or in some sets another wild. The next player may challenge it: a bluff costs you "
        "4 cards, a wrong challenge costs them 6."),
     {"W4"}},
    {N_("With your last card but one you say UNO. If somebody notices that you forgot it, you draw "
        "2 cards."),
     {NULL}},
};

static void add_steps(struct html *html, const struct rules *rules)
{
    site_section(html, "turn", N_("How a round goes"));
    html_open_class(html, "ol", "steps");
    for (unsigned i = 0; i < ARRAY_SIZE(steps); i++) {
        html_open(html, "li");
        html_element_say(html, "p", steps[i].words);
        if (steps[i].cards[0] != NULL)
            html_cards(html, rules, steps[i].cards);
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

/* -- house rules -- */

/* Example values, as people type them, for switches whose values have no names. */
static const char *const examples[SWITCH_COUNT][EXAMPLES] = {
    [SWITCH_TARGET] = {"500", "200"},
    [SWITCH_HAND_SIZE] = {"7", "5"},
    [SWITCH_UNO_PENALTY] = {"2", "progressive 2,2"},
    [SWITCH_FALSE_UNO] = {"0", "2"},
    [SWITCH_MERCY] = {"0", "25"},
};

static const char *value_at(enum switch_id id, unsigned n)
{
    const struct switch_info *info = switch_info(id);
    if (info->values != NULL)
        return info->values[n];
    return n < EXAMPLES ? examples[id][n] : NULL;
}

static void add_value(struct html *html, const struct page_frame *frame, enum switch_id id,
                      const char *value)
{
    struct switches usual, switches;
    char typed[VALUE_TEXT];
    struct buf buf;
    ruleset_defaults(ruleset_at(0), &usual);
    switches = usual;
    buf_init(&buf, typed, sizeof(typed));
    buf_printf(&buf, "%s %s", switch_info(id)->name, value);
    if (!switches_parse(&switches, id, value))
        return;
    html_open(html, "dt");
    site_command(html, frame, "set", typed);
    html_close(html);
    html_open(html, "dd");
    site_switch(html, &switches, id);
    if (switches.value[id] == usual.value[id]) {
        html_text(html, " ");
        html_open_class(html, "span", "usual");
        html_say(html, N_("(by default)"));
        html_close(html);
    }
    html_close(html);
}

static void add_house_rule(struct html *html, const struct page_frame *frame,
                           const struct rules *rules, const struct house_words *house)
{
    html_open_class(html, "article", "house");
    html_attr(html, "id", house->id);
    html_open(html, "h3");
    html_say(html, house->name);
    site_ids(html, house->id);
    html_close(html);
    html_element_say(html, "p", house->words);
    if (house->cards[0] != NULL)
        html_cards(html, rules, house->cards);
    html_open_class(html, "dl", "values");
    for (unsigned i = 0; i < house->switch_count; i++) {
        for (unsigned n = 0; value_at(house->switches[i], n) != NULL; n++)
            add_value(html, frame, house->switches[i], value_at(house->switches[i], n));
    }
    html_close(html);
    html_close(html);
}

static void add_house_rules(struct html *html, const struct page_frame *frame,
                            const struct rules *rules)
{
    html_open(html, "section");
    html_attr(html, "aria-labelledby", "house");
    html_open(html, "h2");
    html_attr(html, "id", "house");
    HTML_PHRASE(html, trn(html->language, "{n} house rule", "{n} house rules", HOUSE_RULES),
                {.place = "n", .number = HOUSE_RULES});
    html_close(html);
    html_element_say(html, "p",
                     N_("A table chooses any of them before the deal. All are off by default."));
    html_open_class(html, "div", "houses");
    for (unsigned i = 0; i < HOUSE_RULES; i++)
        add_house_rule(html, frame, rules, &house_words[i]);
    html_close(html);
    html_close(html);
}

/* -- all of it -- */

static void add_fine_points(struct html *html)
{
    site_section(html, "points", N_("What people argue about"));
    html_open_class(html, "ul", "points");
    for (const struct rule_words *rule = fine_points; rule->id != NULL; rule++) {
        html_open(html, "li");
        html_say(html, rule->words);
        site_ids(html, rule->id);
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

void rules_page(struct page_job *job)
{
    struct html html;
    struct page_frame frame;
    struct rules rules; /* of classic, for the pictures */
    char count[16];
    char about[PARTS_WORDS];
    snprintf(count, sizeof(count), "%d", HOUSE_RULES);
    const struct page_head head = {
        .title = tr(job->language, N_("Rules")),
        .about = parts_phrase(job->language,
                              N_("Six sets of rules and {n} house rules, with pictures of the "
                                 "cards."),
                              "n", count, about),
    };
    rules_init(&rules, ruleset_at(0), NULL, 0);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    frame_heading(&html, &head);
    add_steps(&html, &rules);
    site_sets(&html, &frame);
    add_house_rules(&html, &frame, &rules);
    add_fine_points(&html);
    frame_end(&html);
    frame_answer(job, &html, 200, SITE_AGE);
}
