#include <string.h>

#include "bot/pages/html/card_html.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/html/set_words.h"
#include "bot/pages/html/template.h"
#include "bot/pages/site_pages.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"

enum { SEVEN = 7 /* the number card that is shown for all numbers */ };

/* -- facts -- */

static void add_facts(struct html *html, const struct rules *rules)
{
    html_open_class(html, "dl", "facts");
    parts_begin_fact(html, N_("Players"));
    HTML_PHRASE(html, "{least}–{most}", {.place = "least", .number = rules->players_min},
                {.place = "most", .number = rules->players_max});
    parts_end_fact(html);
    parts_begin_fact(html, N_("Cards"));
    html_number(html, rules->deck.size);
    if (rules->power_cards > 0) {
        HTML_PHRASE(html, tr(html->language, N_(" and {n} power cards")),
                    {.place = "n", .number = rules->power_cards});
    }
    parts_end_fact(html);
    parts_begin_fact(html, N_("Colours"));
    for (unsigned i = 0; i < sizeof(rules->colours); i++) {
        html_text(html, i > 0 ? ", " : "");
        html_text(html, colour_word(html->language, rules->colours[i]));
    }
    parts_end_fact(html);
    parts_begin_fact(html, N_("A match"));
    site_switch(html, &rules->switches, SWITCH_SCORE);
    parts_end_fact(html);
    html_close(html);
}

/* -- cards -- */

static bool same_sort(const struct card *a, const struct card *b)
{
    return a->kind == b->kind && a->flex == b->flex && a->flip == b->flip;
}

/* Returns the face that is shown for all cards of a sort: the 7 of number cards, else the first
 * face. */
static const struct card *face_of_sort(const struct deck *deck, unsigned first)
{
    const struct card *face = &deck->face[first];
    for (unsigned i = first; i < deck->faces; i++) {
        if (same_sort(&deck->face[i], face) && deck->face[i].colour == face->colour &&
            deck->face[i].value == SEVEN)
            return &deck->face[i];
    }
    return face;
}

static bool seen_before(const struct deck *deck, unsigned face)
{
    for (unsigned i = 0; i < face; i++) {
        if (same_sort(&deck->face[i], &deck->face[face]))
            return true;
    }
    return false;
}

static unsigned count_of_sort(const struct deck *deck, const struct card *sort)
{
    unsigned count = 0;
    for (unsigned i = 0; i < deck->faces; i++)
        count += same_sort(&deck->face[i], sort) ? deck->copies[i] : 0;
    return count;
}

static void add_words(struct html *html, const struct rule_words *words)
{
    html_say(html, words->words);
    site_ids(html, words->id);
}

static void add_does(struct html *html, const struct card *card)
{
    static const struct rule_words flips = {"F-7",
                                            N_("Turns your own power card over when you play it.")};
    const struct kind_rules *words = &kind_rules[card->kind];
    html_open(html, "p");
    add_words(html, &words->normal);
    html_close(html);
    if (card->flip) {
        html_open(html, "p");
        add_words(html, &flips);
        html_close(html);
    }
    if (!card->flex || words->flex.words == NULL)
        return;
    html_open(html, "p");
    html_element_say(html, "strong", N_("Flex side:"));
    html_text(html, " ");
    add_words(html, &words->flex);
    html_close(html);
}

static const char *sort_name(const struct card *card)
{
    if (card->kind == KIND_NUMBER && card->flex)
        return N_("Flex number card");
    if (card->flip)
        return N_("Number card with a flip icon");
    if (card->flex && card->colour != COLOUR_NONE) {
        return card->kind == KIND_SKIP      ? N_("Flex Skip")
               : card->kind == KIND_REVERSE ? N_("Flex Reverse")
                                            : N_("Flex Draw Two");
    }
    return card_kind_name(card->kind);
}

static void add_sort(struct html *html, const struct rules *rules, unsigned first)
{
    const struct deck *deck = &rules->deck;
    const struct card *card = face_of_sort(deck, first);
    html_open_class(html, "li", "sort");
    html_card(html, rules, card);
    html_open(html, "div");
    html_element_say(html, "h3", sort_name(card));
    html_open_class(html, "p", "count");
    HTML_PHRASE(html,
                tr(html->language, card->kind == KIND_NUMBER
                                       ? N_("{n} cards, each worth its number")
                                       : N_("{n} cards, each worth {points} points")),
                {.place = "n", .number = count_of_sort(deck, card)},
                {.place = "points", .number = card->points});
    html_close(html);
    add_does(html, card);
    html_close(html);
    html_close(html);
}

static void add_sorts(struct html *html, const struct rules *rules)
{
    site_section(html, "cards", N_("The cards"));
    html_open_class(html, "ul", "sorts");
    for (unsigned i = 0; i < rules->deck.faces; i++) {
        if (!seen_before(&rules->deck, i))
            add_sort(html, rules, i);
    }
    html_close(html);
    html_close(html);
}

static void add_deck(struct html *html, const struct rules *rules)
{
    const struct deck *deck = &rules->deck;
    site_section(html, "deck", N_("The whole deck"));
    html_open_class(html, "ul", "deck");
    for (unsigned i = 0; i < deck->faces; i++) {
        html_open(html, "li");
        html_card(html, rules, &deck->face[i]);
        html_open(html, "span");
        HTML_PHRASE(html, "×{n}", {.place = "n", .number = deck->copies[i]});
        html_close(html);
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

/* -- rules -- */

static void add_own_rules(struct html *html, const char *name)
{
    const struct rule_words *rule = set_rules(name);
    if (rule->id == NULL)
        return;
    site_section(html, "own", N_("What is special here"));
    html_open_class(html, "ul", "points");
    for (; rule->id != NULL; rule++) {
        html_open(html, "li");
        add_words(html, rule);
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

/* True for a switch in which sets differ (RULES.md 9). House rules have a section of their own. */
static bool is_told(const struct rules *rules, enum switch_id id)
{
    return strncmp(switch_info(id)->rule, "HR-", 3) != 0 && id != SWITCH_SCORE &&
           id != SWITCH_ROUND_LIMIT && switch_idle(rules->set, &rules->switches, id) == NULL;
}

static void add_settled(struct html *html, const struct rules *rules)
{
    site_section(html, "settled", N_("As it is played in this set"));
    html_open_class(html, "ul", "points");
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (!is_told(rules, (enum switch_id)id))
            continue;
        html_open(html, "li");
        site_switch(html, &rules->switches, (enum switch_id)id);
        site_ids(html, switch_info((enum switch_id)id)->rule);
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

/* -- all of it -- */

static void add_others(struct html *html, const struct page_frame *frame, const struct ruleset *set)
{
    TEMPLATE(html, frame, "<nav class='others' aria-label='{label}'><ul>",
             {"label", .say = N_("Sets of rules")});
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        char path[64];
        struct buf buf;
        buf_init(&buf, path, sizeof(path));
        buf_add(&buf, "/rules");
        address_add(&buf, ruleset_name(ruleset_at(i)));
        TEMPLATE(html, frame, "<li><a href='{path}' aria-current='{here}'>{name}</a></li>",
                 {"path", .path = path}, {"here", .text = ruleset_at(i) == set ? "page" : NULL},
                 {"name", .text = ruleset_name(ruleset_at(i))});
    }
    html_close(html);
    html_close(html);
}

void set_page(struct page_job *job)
{
    struct html html;
    struct page_frame frame;
    struct rules rules;
    const struct ruleset *set = ruleset_find(job->rest);
    if (set == NULL || rules_init(&rules, set, NULL, 0) != RULES_OK) {
        error_page(job, 404);
        return;
    }
    const char *name = ruleset_name(set);
    const struct page_head head = {.title = name, .about = tr(job->language, set_gist(name))};
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    add_others(&html, &frame, set);
    frame_heading(&html, &head);
    add_facts(&html, &rules);
    html_open(&html, "p");
    html_say(&html, N_("To open a table with it:"));
    html_text(&html, " ");
    site_command(&html, &frame, "new", name);
    html_close(&html);
    add_own_rules(&html, name);
    add_sorts(&html, &rules);
    add_settled(&html, &rules);
    add_deck(&html, &rules);
    frame_end(&html);
    frame_answer(job, &html, 200, SITE_AGE);
}
