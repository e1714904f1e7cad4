/* message.h: what is said, before any network's form.
 *
 * A message is text in spans, which cover it without a gap. An adapter turns each span's style into
 * what its network has (mIRC colours, ANSI, Markdown) or leaves it plain: the text alone always
 * says everything, a card is "[R 5]" with or without colour. Text holds no control codes; a line
 * end is "\n" and parts the message into lines. A span of STYLE_CARD is never split between two
 * lines of a network.
 *
 * Where the network shows things to press (adapter_caps.controls), a message carries controls: each
 * stands for words, and who uses it is as if they had typed them. Other networks never see one.
 *
 * Built with message_* below (bot/show/render/render.c and friends), read by adapters. One
 * allocation grows with the text, one with the controls; message_destroy() frees it. */
#ifndef TALON_BASE_MESSAGE_H
#define TALON_BASE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum style {
    STYLE_PLAIN,
    STYLE_STRONG,  /* emphasis */
    STYLE_NAME,    /* a person's name; must not call for attention */
    STYLE_MENTION, /* the name of the person who must act now: calls for attention */
    STYLE_CARD     /* a card or a colour's name, with `tint` */
};

/* Colours of cards for the eye; the values are enum colour of engine/card.h (asserted in
 * bot/text/cards.c).
 */
enum tint { TINT_WILD, TINT_RED, TINT_GREEN, TINT_BLUE, TINT_YELLOW, TINT_PURPLE, TINT_ORANGE };

/* What a card does, where one sign tells it in every language. */
enum sign { SIGN_NONE, SIGN_SKIP, SIGN_REVERSE, SIGNS };

/* A card, for networks that draw it, beside its label ("[R 5]*") and the tint of its colour. All
 * zero: this is no card, but a colour's name. */
struct shown_card {
    uint8_t sign;        /* enum sign */
    uint8_t flex;        /* enum tint, of its flex side; TINT_WILD: it has none */
    uint8_t face;        /* where in the label stands what is on the card, */
    uint8_t face_length; /* and how many bytes of it */
    bool flip;
    bool playable; /* it may be played now */
};

struct span {
    uint8_t style;          /* enum style */
    uint8_t tint;           /* enum tint, of STYLE_CARD */
    struct shown_card card; /* likewise */
    uint16_t start;         /* byte offset into the text */
    uint16_t length;
};

/* How urgent: an adapter with a slow line sends lower values first. */
enum urgency { URGENCY_HAND, URGENCY_TABLE, URGENCY_INFO };

/* Who plays at the table that a message is about. Where only so much can be said, tables of several
 * people go first, then those of one person, and private ones last. */
enum company { COMPANY_PEOPLE, COMPANY_ONE, COMPANY_ALONE };

/* What a message is for, on networks that show more than lines. */
enum purpose {
    PURPOSE_LINE,   /* something said */
    PURPOSE_HAND,   /* a whisper: all that its reader sees of the game; the newest counts alone */
    PURPOSE_BOARD,  /* to the channel: how its table stands; the newest counts alone */
    PURPOSE_PANEL,  /* the answer to who asked, beside their hand: what they may do about something.
                       It takes the place of the panel whose control was used */
    PURPOSE_CHOICES /* what the last option that is being typed may become: its controls, in order:
                       `words` the option's new text, `label` how it is shown */
};

enum control_kind {
    CONTROL_BUTTON, /* says `words` */
    CONTROL_MENU,   /* begins a menu of the choices that follow; `label` names it */
    CONTROL_CHOICE, /* in the menu before it: says `words` */
    CONTROL_WORDS   /* a button that asks for free words, under the title `words` */
};

/* Bytes, NUL included. */
enum { CONTROL_LABEL = 96, CONTROL_HELP = 101, CONTROL_SAYS = 96, CONTROLS_MAX = 128 };

/* Words are a command without prefix ("play r5", "draw"), but those asked for by CONTROL_WORDS:
 * these are told as they were typed. */
struct control {
    uint8_t kind;              /* enum control_kind */
    uint8_t tint;              /* enum tint: of the card or colour it is about */
    bool strong;               /* what one will most likely want */
    bool off;                  /* to be seen, not to be used */
    bool chosen;               /* a choice: it is as things stand */
    char label[CONTROL_LABEL]; /* cleaned; cut at a character when too long */
    char help[CONTROL_HELP];   /* a choice: what it means; "": its label says so */
    char words[CONTROL_SAYS];
};

enum { SNAPSHOT_SEATS = 10, SNAPSHOT_NAME = 64, SNAPSHOT_LABEL = 32 }; /* bytes, NUL included */

/* A table in play, for networks that draw it. The text says all of it, too. */
struct snapshot {
    uint8_t tint, colour; /* enum tint: of the card on top; in force */
    bool clockwise;
    uint16_t pile, pending;           /* cards: to draw from, that must be drawn */
    char top[SNAPSHOT_LABEL];         /* its label: "[R 5]" */
    struct shown_card card;           /* the card on top */
    char colour_word[SNAPSHOT_LABEL]; /* "red" */
    unsigned count;                   /* of the seats, in their order, from who must act on */
    struct {
        char name[SNAPSHOT_NAME];
        unsigned cards;
    } seats[SNAPSHOT_SEATS];
};

/* Bytes, NUL included. */
enum {
    FACTS_MAX = 50,
    FACT_CELLS = 4,
    FACT_CELL = 32,
    FACT_NAME = 96,
    FACTS_WORDS = 192,
    FACTS_ADDRESS = 512
};

/* A row. In a list: whose row it is, and what stands in its cells. Else: what the fact is, and in
 * the first cell how much. */
struct fact {
    char name[FACT_NAME];
    char cells[FACT_CELLS][FACT_CELL];
};

/* Facts, for networks that set them out instead of the text. The text says all of it, too. */
struct facts {
    char title[FACTS_WORDS];
    char head[FACTS_WORDS];      /* of a list: what its cells are, in their order; "": no list */
    char note[FACTS_WORDS];      /* what else is to be known; "": nothing */
    char address[FACTS_ADDRESS]; /* of a page that shows more; "": none */
    unsigned count;
    struct fact at[FACTS_MAX];
};

struct message {
    char *channel;   /* where the matter belongs; NULL: nowhere (a private talk) */
    char *user;      /* whisper to this user alone (chat_user.id); NULL: to all in the channel */
    char *title;     /* of a board: what its table is called where that has a name; NULL: nothing */
    char *calls;     /* chat_user.id of whom STYLE_MENTION names; NULL: not known */
    bool rings;      /* who is called is told so now; else only named */
    bool below;      /* of a board: it comes below all that was said; else it may stand where the
                        one before does */
    uint8_t urgency; /* enum urgency */
    uint8_t company; /* enum company; of no table: COMPANY_PEOPLE */
    uint8_t way;     /* enum way, of a whisper */
    bool mono;       /* the reader wants no colours */
    bool first;      /* goes before others of its urgency: what somebody's own command did, why a
                        player's one did nothing, and the hand of who is to move */
    bool replaces;   /* tells all that an earlier such whisper of that channel told: one that still
                        waits need not go. To a channel: need not go any more, itself, once
                        something later is said there */
    bool stays;      /* an answer to be read: beside a hand it stands until its reader does
                        something else; other words go when the hand changes */
    bool failed;     /* memory ran out while building: not to be sent */
    uint8_t purpose; /* enum purpose */
    uint32_t answers; /* chat_event.answers of what it is an answer to: whispered to who waits, or
                         said where they are; no board is one; 0: of nothing */
    uint32_t ticket;  /* of what it tells (adapter_setup.is_stale); 0: that stays so */
    uint64_t stamp;   /* of the state that the controls are about: comes back as chat_event.stamp */
    unsigned control_count;
    struct control *controls;
    struct snapshot
        *snapshot;       /* of a board; NULL: there is nothing to be drawn, or see the spans */
    struct facts *facts; /* NULL: the text is all there is */
    uint16_t span_count, span_room;
    struct span *spans;
    uint32_t length, room;
    char *text; /* NUL-ended */
};

/* How a whisper goes where the network has two ways: as a notice, or as a message that opens a
 * talk. */
enum way { WAY_ANY, WAY_NOTICE, WAY_TALK };

enum { MESSAGE_MAX = 8000 }; /* bytes of text; more is refused piece by piece */

/* How many messages could not be made so far because memory was out. */
unsigned long message_lost(void);

/* `user` NULL: to the channel. Both are copied. NULL when memory is out. */
struct message *message_create(const char *channel, const char *user, enum urgency urgency);
void message_destroy(struct message *message);

void message_add(struct message *message, enum style style, enum tint tint, const char *text,
                 size_t length);
void message_text(struct message *message, const char *text);
/* Replaces the text and its spans by those of `from`, which is destroyed. NULL, or a message that
 * has failed, fails this one. */
void message_replace_text(struct message *message, struct message *from);
/* Gives back the room that the text does not fill, for a message that waits. More can be added. */
void message_trim(struct message *message);
/* Says what the card that was added last looks like. */
void message_card(struct message *message, const struct shown_card *card);
/* Names a board's table, in a few words. */
void message_title(struct message *message, const char *title);
/* Says who is meant by STYLE_MENTION (names need not be unique), and rings for them. */
void message_call(struct message *message, const char *user);
/* Adds a control (copied). False, and the message stays as it was: there are CONTROLS_MAX. Without
 * memory the message fails. */
bool message_control(struct message *message, const struct control *control);
/* Gives it something to draw, to be filled in. NULL without memory: the message fails. */
struct snapshot *message_snapshot(struct message *message);
/* Gives it facts, to be filled in. NULL without memory: the message fails. */
struct facts *message_facts(struct message *message);
/* Writes one of the texts of facts, cut between two characters where it is too long. */
void facts_words(char *words, size_t size, const char *text);
/* Adds a fact with that name and empty cells. NULL: there are FACTS_MAX. */
struct fact *facts_add(struct facts *facts, const char *name);
/* The span of the byte at `at`, which is before the end. `*index` is where it is looked for first,
 * and becomes its place among the spans. */
const struct span *message_span(const struct message *message, size_t at, unsigned *index);
/* True when nothing was added yet. */
bool message_empty(const struct message *message);

#endif
