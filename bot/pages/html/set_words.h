/* set_words.h: the rules in words for readers of a page: what each card does, what is special in a
 * set, and points that people argue about. Each text names the ids of RULES.md that it follows. All
 * texts are of the catalogue. */
#ifndef TALON_BOT_PAGES_HTML_SET_WORDS_H
#define TALON_BOT_PAGES_HTML_SET_WORDS_H

struct rule_words {
    const char *id; /* ids of RULES.md: "R-12", "H-7"; several have ", " between them */
    const char *words;
};

/* By enum kind: what a card does with its normal side, and with its flex side (`words` NULL: it has
 * no flex side). */
struct kind_rules {
    struct rule_words normal, flex;
};
extern const struct kind_rules kind_rules[];

/* Returns a sentence about a set; NULL: no such set. */
const char *set_gist(const char *set);
/* Returns the code of the card that only this set has; for classic, of a wild. */
const char *set_card(const char *set);
/* Returns what is special in the set. A row without id ends the list. */
const struct rule_words *set_rules(const char *set);

/* Points that hold in all sets. A row without id ends the list. */
extern const struct rule_words fine_points[];

#endif
