/* set_words.h: the rules in words, for who reads them on a page: what each card does, what is
 * particular to a set, and the points that people argue about. Every text names the ids of RULES.md
 * that it follows. All texts are of the catalogue. */
#ifndef TALON_BOT_PAGES_HTML_SET_WORDS_H
#define TALON_BOT_PAGES_HTML_SET_WORDS_H

struct rule_words {
    const char *id; /* of RULES.md: "R-12", "H-7"; several are parted by ", " */
    const char *words;
};

/* What a card does by its normal side, and by its flex side (`words` NULL: it has none), by
 * enum kind. */
struct kind_rules {
    struct rule_words normal, flex;
};
extern const struct kind_rules kind_rules[];

/* A set in one sentence; NULL: it is none of ours. */
const char *set_gist(const char *set);
/* The code of the card that is its own; of classic a wild. */
const char *set_card(const char *set);
/* What is particular to it: ended by a row without id. None: the first row is that. */
const struct rule_words *set_rules(const char *set);

/* Points that hold in all sets: ended by a row without id. */
extern const struct rule_words fine_points[];

#endif
