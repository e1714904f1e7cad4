#include "books.h"

#include <stdlib.h>
#include <string.h>

enum { PLAY = 48 };
#define RENAMED "renamed %15s is %15s"

struct book {
    char (*plays)[PLAY];
    size_t count, room;
    unsigned actions;        /* moves of any kind */
    char nick[16], name[16]; /* who that nick is; "": nobody has another one */
};

static void add(struct book *book, const char *play)
{
    if (book->count == book->room) {
        book->room = book->room > 0 ? 2 * book->room : 1024;
        book->plays = realloc(book->plays, book->room * sizeof(*book->plays));
        if (book->plays == NULL)
            abort();
    }
    snprintf(book->plays[book->count++], PLAY, "%s", play);
}

/* "!play W red uno" is a play of "W", "!play R 5 uno" one of "R 5". */
static void read_play(struct book *book, const char *nick, const char *words)
{
    char card[PLAY];
    char play[PLAY];
    snprintf(card, sizeof(card), "%s", words);
    char *uno = strstr(card, " uno");
    if (uno != NULL)
        *uno = '\0';
    char *colour = card[0] == 'W' ? strrchr(card, ' ') : NULL;
    if (colour != NULL)
        *colour = '\0';
    snprintf(play, sizeof(play), "%.15s %.30s", nick, card);
    add(book, play);
}

static void read_line(struct book *book, const char *line)
{
    char nick[16] = "";
    const char *words = strstr(line, " PRIVMSG #cards :");
    if (sscanf(line, RENAMED, book->nick, book->name) == 2 || words == NULL ||
        sscanf(line, ":%15[^!]!", nick) != 1)
        return;
    words = strchr(words, ':') + 1;
    book->actions++;
    if (strncmp(words, "!play ", 6) == 0)
        read_play(book, strcmp(nick, book->nick) == 0 ? book->name : nick, words + 6);
}

static int by_text(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Both in order: each of `kept` must find its own in `asked`. */
static const char *first_unasked(const struct book *kept, const struct book *asked)
{
    size_t at = 0;
    for (size_t i = 0; i < kept->count; i++) {
        while (at < asked->count && strcmp(asked->plays[at], kept->plays[i]) < 0)
            at++;
        if (at == asked->count || strcmp(asked->plays[at], kept->plays[i]) != 0)
            return kept->plays[i];
        at++;
    }
    return NULL;
}

bool books_ask_for(FILE *said, const struct truth *truth, char *why, unsigned size)
{
    struct book asked = {0}, kept = {0};
    char line[1024];
    rewind(said);
    while (fgets(line, sizeof(line), said) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        read_line(&asked, line);
    }
    for (unsigned i = 0; i < truth->play_count; i++)
        add(&kept, truth->plays[i]);
    if (asked.count > 0)
        qsort(asked.plays, asked.count, sizeof(*asked.plays), by_text);
    if (kept.count > 0)
        qsort(kept.plays, kept.count, sizeof(*kept.plays), by_text);
    const char *unasked = first_unasked(&kept, &asked);
    if (unasked != NULL) {
        snprintf(why, size, "\"%s\" is kept more often than it was asked for", unasked);
    } else if (truth->actions > asked.actions) {
        snprintf(why, size, "%u moves are kept, %u were asked for", truth->actions, asked.actions);
    }
    free(asked.plays);
    free(kept.plays);
    return unasked == NULL && truth->actions <= asked.actions;
}

void books_rename(FILE *said, const char *nick, const char *name)
{
    fprintf(said, "renamed %s is %s\n", nick, name);
}
