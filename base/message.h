/* message.h: what Talon says, before an adapter gives it the form of its network.
 *
 * A message is text in spans that cover it without a gap. An adapter turns the style of each span
 * into colours or marks of its network (mIRC colours, ANSI, Markdown), or leaves it plain. The text
 * says everything without them: a card is "[R 5]" with or without colour. Text holds no control
 * codes. "\n" ends a line. An adapter never splits a span of STYLE_CARD between two lines.
 *
 * For networks with buttons and menus (adapter_caps.controls) a message carries controls. Each
 * stands for words: a person who uses it has typed them. Other networks never get a control.
 *
 * bot/show/render/ builds messages with the functions below, and adapters read them. Most messages
 * are one allocation; message_destroy() frees all. */
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
    STYLE_CARD,    /* a card or a colour's name, with `tint` */
    STYLE_COMMAND  /* one of our commands with its "/", in a text for a network that has
                      adapter_caps.slash_commands */
};

/* Colours of cards. The values are those of enum colour in engine/card.h (asserted in
 * bot/text/cards.c). */
enum tint {
    TINT_WILD,
    TINT_RED,
    TINT_GREEN,
    TINT_BLUE,
    TINT_YELLOW,
    TINT_PURPLE,
    TINT_ORANGE,
    TINTS
};

/* Symbols of cards that need no translation. */
enum sign { SIGN_NONE, SIGN_SKIP, SIGN_REVERSE, SIGNS };

enum { SHOWN_CODE = 5 }; /* bytes, NUL included */

/* A card, for networks that draw it. Its label ("[R 5]*") stands in the text, and the span has
 * its tint. `face_length` 0: the span is no card but the name of a colour. */
struct shown_card {
    uint8_t sign;        /* enum sign */
    uint8_t flex;        /* enum tint of its flex side; TINT_WILD: it has no colour, or there is no
                          * flex side */
    uint8_t face;        /* byte offset in the label of the number or symbol on the card */
    uint8_t face_length; /* bytes of it */
    uint8_t letters;     /* of a colour's name: how many of its first bytes cards show */
    bool foot;           /* it has a flex side */
    bool flip;
    bool playable; /* may be played now */
    /* Its face in the notation of engine/notation.h, in every language: "5", "skip", "+2", "W4". */
    char code[SHOWN_CODE];
};

struct span {
    uint8_t style;          /* enum style */
    uint8_t tint;           /* enum tint, of STYLE_CARD */
    struct shown_card card; /* of STYLE_CARD */
    uint16_t start;         /* byte offset into the text */
    uint16_t length;
};

/* How urgent a message is. An adapter that must wait sends lower values first. */
enum urgency { URGENCY_HAND, URGENCY_TABLE, URGENCY_INFO };

/* Who plays at the table that a message is about. If an adapter must choose, tables of several
 * people go first, then tables of one person, then private tables. */
enum company { COMPANY_PEOPLE, COMPANY_ONE, COMPANY_ALONE };

/* What a message is for, on networks that show more than lines. */
enum purpose {
    PURPOSE_LINE,  /* something said */
    PURPOSE_HAND,  /* a whisper: all that its reader sees of the game; only the newest counts */
    PURPOSE_BOARD, /* to the channel: the state of its table; only the newest counts */
    /* A whisper beside the hand that offers choices about one subject. It replaces the panel whose
     * control was used. */
    PURPOSE_PANEL,
    /* Suggestions for the option that somebody is typing. Each control is one: `words` is the
     * option's new text, `label` shows it. */
    PURPOSE_CHOICES,
    /* A whisper that opens a form (adapter_caps.forms): its text is the title, and the words of its
     * first control begin the command. Menus and boxes follow, with what is chosen now. The filled
     * form comes back as that command, followed by the words of each choice in it. */
    PURPOSE_FORM
};

enum control_kind {
    CONTROL_BUTTON, /* says `words` */
    CONTROL_MENU,   /* a menu with the name `label`; its choices follow */
    CONTROL_CHOICE, /* a choice of the menu before it: says `words` */
    CONTROL_WORDS,  /* a button that opens a field for free words with the title `words` */
    CONTROL_BOXES   /* in a form: boxes with the name `label`; any number of the choices that follow
                     * may be ticked */
};

/* Bytes, NUL included. */
enum { CONTROL_LABEL = 96, CONTROL_HELP = 101, CONTROL_SAYS = 96, CONTROLS_MAX = 128 };

/* `words` is a command without prefix ("play r5", "draw"). Only words typed into a field of
 * CONTROL_WORDS come back as they were typed. */
struct control {
    uint8_t kind;              /* enum control_kind */
    uint8_t tint;              /* enum tint of its card or colour */
    struct shown_card card;    /* the card that it plays; all zero: it plays none */
    bool strong;               /* the most likely choice */
    bool off;                  /* visible, but disabled */
    bool chosen;               /* a choice that is set now */
    char label[CONTROL_LABEL]; /* cleaned; cut at a character when too long */
    char help[CONTROL_HELP];   /* a choice: its meaning; "": the label says enough */
    char words[CONTROL_SAYS];
};

/* Bytes, NUL included. */
enum { SNAPSHOT_TEAM = 16 }; /* bytes, NUL included */
enum { SNAPSHOT_SEATS = 20, SNAPSHOT_NAME = 64, SNAPSHOT_LABEL = 40, SNAPSHOT_WORDS = 200 };

/* A table in play, for networks that draw it. The text says the same. */
struct snapshot {
    uint8_t tint, colour; /* enum tint of the card on top, and of the colour in force */
    bool clockwise;
    uint16_t pile, pending;           /* cards in the draw pile; those that may have to be drawn */
    char top[SNAPSHOT_LABEL];         /* its label: "[R 5]" */
    struct shown_card card;           /* the card on top */
    char colour_word[SNAPSHOT_LABEL]; /* "red" */
    uint8_t letters;                  /* how many bytes at its start cards show */
    unsigned round;                   /* number of the round in the match; 0: not known */
    bool totals;                      /* the seats have points from earlier rounds */
    char asks[SNAPSHOT_LABEL];  /* what the first seat must do, in a word: "turn"; "": not known */
    char moves[SNAPSHOT_WORDS]; /* the last moves, shortened at the front to fit; "": none known */
    unsigned moved;             /* 1 + the seat that moved last; 0: not known */
    unsigned count;             /* seats, in their order; the first must act */
    struct {
        char name[SNAPSHOT_NAME];
        unsigned cards;
        bool uno;                 /* one card, and UNO was said */
        bool computer;            /* no person has the seat */
        bool away;                /* a computer player keeps the seat meanwhile */
        long total;               /* points of the match; 0 without `totals` */
        char team[SNAPSHOT_TEAM]; /* "team 1"; "": it plays alone */
    } seats[SNAPSHOT_SEATS];
};

/* A card to draw, and the label that stands for it in texts. */
struct drawn_card {
    uint8_t tint; /* enum tint */
    struct shown_card card;
    char label[SNAPSHOT_LABEL];
};

enum { ENDING_CARDS = 12, ENDING_FIGURE = 16 }; /* ENDING_FIGURE: bytes, NUL included */

/* How a round ended, for networks that draw it. The text says the same. */
struct ending {
    char title[SNAPSHOT_WORDS], note[SNAPSHOT_WORDS]; /* "mia wins"; what ended, and how */
    char gained[ENDING_FIGURE];                       /* "+86"; "": points do not count */
    char unit[SNAPSHOT_LABEL];                        /* below it: "points" */
    char left_head[SNAPSHOT_LABEL], total_head[SNAPSHOT_LABEL]; /* of two columns */
    uint8_t colour;                   /* enum tint of the colour in force at the end */
    char colour_word[SNAPSHOT_LABEL]; /* as in struct snapshot */
    uint8_t letters;
    bool clockwise;
    struct drawn_card top;
    char none[SNAPSHOT_LABEL]; /* in place of cards: "no card left" */
    unsigned count;
    struct {
        char name[SNAPSHOT_NAME];
        bool won;
        char left[ENDING_FIGURE], total[ENDING_FIGURE]; /* of the columns */
        unsigned cards;                                 /* in the hand */
        struct drawn_card hand[ENDING_CARDS];           /* the first of them */
    } seats[SNAPSHOT_SEATS];
};

/* Where a board appears when it is shown again. */
enum board_way {
    BOARD_AS_SET, /* as the network's configuration says */
    BOARD_MOVES,  /* the board becomes a new message when somebody has to be called */
    BOARD_STAYS   /* the board stays the same message, which is edited for ever and alerts nobody */
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

/* One row. In a list: a name and its cells. Otherwise: the name of a fact, and its value in the
 * first cell. */
struct fact {
    char name[FACT_NAME];
    char cells[FACT_CELLS][FACT_CELL];
};

/* Facts, for networks that lay them out as a table. The text says the same. */
struct facts {
    char title[FACTS_WORDS];
    char head[FACTS_WORDS];      /* a list: the names of its columns, in order; "": no list */
    char note[FACTS_WORDS];      /* a remark below the facts; "": none */
    char address[FACTS_ADDRESS]; /* a page that shows more; "": none */
    unsigned count;
    struct fact at[FACTS_MAX];
};

struct message {
    char *channel; /* the channel that the message is about; NULL: none (a private talk) */
    char *user;    /* chat_user.id: whisper to this user only; NULL: to the whole channel */
    char *title;   /* PURPOSE_BOARD: the name of the table; NULL: none */
    char *calls;   /* chat_user.id of the person that STYLE_MENTION names; NULL: not known */
    bool rings;    /* the network alerts the person in `calls`; false: it only shows the name */
    /* PURPOSE_BOARD: show it below everything said so far; false: the shown one may be changed. */
    bool below;
    uint8_t board;   /* enum board_way, of PURPOSE_BOARD */
    uint8_t urgency; /* enum urgency */
    uint8_t company; /* enum company; COMPANY_PEOPLE if it is about no table */
    uint8_t way;     /* enum way, of a whisper */
    bool mono;       /* the reader wants no colours */
    /* Goes before other messages of its urgency. Set for the result of a command, the reason why a
     * player's command was refused, and the hand of the player to move. */
    bool first;
    /* A whisper: it contains all that an earlier whisper with this flag said of that channel, so an
     * earlier one that still waits can be dropped. To a channel: drop this message if something
     * later is said there before it is sent. */
    bool replaces;
    /* An answer that takes time to read: it stays beside the hand until its reader does something
     * else. Other answers go when the hand changes. */
    bool stays;
    bool failed;     /* memory ran out while it was built: do not send it */
    uint8_t asks;    /* bytes at the end that ask the person whom STYLE_MENTION names at the
                        beginning, such as " → your turn"; 0: none */
    uint8_t purpose; /* enum purpose */
    /* A copy of chat_event.answers: the event that this message answers. The person who waits for
     * the answer gets the message as a whisper, or in the channel where they asked. Never set on a
     * board. 0: it answers no event. */
    uint32_t answers;
    uint32_t ticket; /* number for adapter_setup.is_stale; 0: the message never becomes stale */
    uint64_t stamp;  /* identifies the state that the controls show; chat_event.stamp brings it back
                      * when somebody uses a control */
    unsigned control_count;
    struct control *controls;
    struct snapshot *snapshot; /* PURPOSE_BOARD: the table to draw; NULL: there is only the text */
    struct ending *ending;     /* PURPOSE_BOARD: the end of a round to draw; NULL: none */
    struct facts *facts;       /* NULL: there is only the text */
    uint16_t span_count, span_room;
    struct span *spans;
    uint32_t length, room;
    char *text; /* NUL-ended */
    char *end;  /* the end of the message's own allocation; parts that lie before it must not be
                 * freed separately */
};

/* How to whisper on a network with two ways: a notice, or a message that opens a talk. */
enum way { WAY_ANY, WAY_NOTICE, WAY_TALK };

enum { MESSAGE_MAX = 8000 }; /* bytes of text; a piece that would exceed it is left out */

/* Messages lost so far because memory was out. */
unsigned long message_lost(void);

/* Copies `channel` and `user`. `user` NULL: the message goes to the channel. Returns NULL if memory
 * is out. */
struct message *message_create(const char *channel, const char *user, enum urgency urgency);
void message_destroy(struct message *message);
/* The message is about no channel any more. */
void message_drop_channel(struct message *message);
/* Copies another user. Returns false, and changes nothing, if memory is out. */
bool message_set_user(struct message *message, const char *user);

void message_add(struct message *message, enum style style, enum tint tint, const char *text,
                 size_t length);
void message_text(struct message *message, const char *text);
/* Adds plain text, if it is not empty, and behind it a card whose label is `length` bytes long. */
void message_label(struct message *message, const char *before, const struct drawn_card *card,
                   size_t length);
/* Adds a card, or the name of a colour, with its looks. */
void message_card(struct message *message, enum tint tint, const struct shown_card *card,
                  const char *label, size_t length);
/* Replaces the text and its spans by those of `from`, and destroys `from`. If `from` is NULL or
 * has failed, this message fails. */
void message_replace_text(struct message *message, struct message *from);
/* Appends the text of `piece` with its styles and cards. */
void message_append(struct message *message, const struct message *piece);
/* Frees the memory that the text does not need, for a message that waits. Returns the message,
 * which has moved. More text can still be added. */
struct message *message_trim(struct message *message);
/* Sets the name of the table of a board, a few words. */
void message_title(struct message *message, const char *title);
/* Sets whom STYLE_MENTION names (names need not be unique), and alerts that person. */
void message_call(struct message *message, const char *user);
/* Adds a copy of a control. False: there are CONTROLS_MAX already and nothing changes, or memory
 * is out and the message fails. */
bool message_control(struct message *message, const struct control *control);
/* Adds a snapshot for the caller to fill in. NULL if memory is out: the message fails. */
struct snapshot *message_snapshot(struct message *message);
/* Adds an ending for the caller to fill in. NULL if memory is out: the message fails. */
struct ending *message_ending(struct message *message);
/* Adds facts for the caller to fill in. NULL if memory is out: the message fails. */
struct facts *message_facts(struct message *message);
/* Writes a text of the facts, cut between two characters if it is too long. */
void facts_words(char *words, size_t size, const char *text);
/* Adds a fact with that name and empty cells. NULL: there are FACTS_MAX already. */
struct fact *facts_add(struct facts *facts, const char *name);
/* The span that holds the byte at `at`, which must be before the end. The search begins at span
 * `*index`, which becomes the number of the span found. */
const struct span *message_span(const struct message *message, size_t at, unsigned *index);
/* True when nothing was added yet. */
bool message_empty(const struct message *message);

#endif
