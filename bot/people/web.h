/* web.h: how much of a channel the web pages may show, and who may sit down from them. */
#ifndef TALON_BOT_PEOPLE_WEB_H
#define TALON_BOT_PEOPLE_WEB_H

struct people;

enum web_level {
    WEB_OFF,    /* nothing: the channel and its rounds are on no page */
    WEB_BOARDS, /* the channel's boards, its results, and rounds that are over */
    WEB_WATCH   /* also the channel's table while people play */
};

/* The key of a channel's setting, and the level of its stored value. An unknown value, or NULL,
 * means WEB_BOARDS, the default. */
#define WEB_KEY "web"
enum web_level web_read(const char *value);
/* Returns the level of a channel, by the names in the store. If its network is not here, we do not
 * know how it folds names, so the strictest level of all spellings counts. A private talk is
 * WEB_OFF. */
enum web_level web_of(struct people *people, const char *network, const char *channel);

/* How people without an account may sit down in a channel from a page. */
enum guests_level {
    GUESTS_OFF,   /* not at all */
    GUESTS_LINKS, /* people may sit down by a link that a player at the table asked for (!invite) */
    GUESTS_PAGE   /* people may also sit down from the page of a table that people may watch */
};

/* The key of a channel's setting, and the level of its stored value. An unknown value, or NULL,
 * means GUESTS_LINKS, the default. */
#define GUESTS_KEY "guests"
enum guests_level guests_read(const char *value);

#endif
