#include "guest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "daemon.h"
#define NICKSERV "PRIVMSG NickServ@services.test :"

struct irc_client *guest_come(const struct ircd *server, const char *nick, const char *user)
{
    struct irc_client *guest = irc_client_begin(server->port, false, nick, user);
    assert_non_null(guest);
    return guest;
}

void guest_join(struct irc_client *guest)
{
    assert_true(irc_client_welcomed(guest));
    assert_true(irc_client_send(guest, "JOIN #cards"));
    guest_hear(guest, "* 366 *");
}

struct irc_client *guest_enter(const struct ircd *server, const char *nick, const char *user)
{
    struct irc_client *guest = guest_come(server, nick, user);
    guest_join(guest);
    return guest;
}

void guest_leave(struct irc_client *guest, const char *nick, struct irc_client *witness)
{
    char pattern[40];
    irc_client_close(guest);
    snprintf(pattern, sizeof(pattern), ":%s!* QUIT*", nick);
    guest_hear(witness, pattern);
}

void guest_register(struct irc_client *guest, const char *nick)
{
    irc_client_send(guest, NICKSERV "REGISTER " DAEMON_PASSWORD " %s@mail.test", nick);
    guest_hear(guest, "* 900 *");
}

void guest_identify(struct irc_client *guest, const char *account)
{
    irc_client_send(guest, NICKSERV "IDENTIFY %s " DAEMON_PASSWORD, account);
    guest_hear(guest, "* 900 *");
}

void guest_say(struct irc_client *guest, const char *text)
{
    assert_true(irc_client_send(guest, "PRIVMSG #cards :%s", text));
}

void guest_hear(struct irc_client *guest, const char *pattern)
{
    assert_non_null(irc_client_expect(guest, GUEST_PATIENCE, pattern));
}

void guest_strip(const char *line, char *out, unsigned size)
{
    unsigned length = 0;
    for (; *line != '\0' && length + 1 < size; line++) {
        size_t mark = text_mark(line, strlen(line));
        if (mark > 0)
            line += mark - 1;
        else if (*line == '\003')
            line += strspn(line + 1, "0123456789,");
        else if (strchr("\002\017\026\037", *line) == NULL)
            out[length++] = *line;
    }
    out[length] = '\0';
}

static const char hand_start[] = "Your hand: ";

static void write_pattern(const char *nick, char pattern[80])
{
    snprintf(pattern, 80, ":talon*!* %s :*%s*", nick, hand_start);
}

static void read_hand(const char *line, char hand[GUEST_HAND])
{
    char plain[GUEST_HAND];
    unsigned length = 0;
    guest_strip(line, plain, sizeof(plain));
    for (const char *at = strstr(plain, hand_start) + strlen(hand_start); *at != '\0'; at++) {
        if (*at != '*') /* the marks change with the turn */
            hand[length++] = *at;
    }
    hand[length] = '\0';
    char *last = strrchr(hand, ']'); /* behind it stands what can be done */
    assert_non_null(last);
    last[1] = '\0';
}

void guest_hand(struct irc_client *guest, const char *nick, char hand[GUEST_HAND])
{
    char pattern[80];
    write_pattern(nick, pattern);
    const char *line = irc_client_expect(guest, GUEST_PATIENCE, pattern);
    assert_non_null(line);
    read_hand(line, hand);
}

void guest_done(struct irc_client *guest, const char *nick)
{
    char pattern[80];
    snprintf(pattern, sizeof(pattern), ":talon!* %s :*draws a card*", nick);
    assert_true(irc_client_send(guest, "PRIVMSG talon :help draw"));
    guest_hear(guest, pattern);
}

void guest_hand_now(struct irc_client *guest, const char *nick, char hand[GUEST_HAND])
{
    guest_done(guest, nick);
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
}

void guest_hand_and_hear(struct irc_client *guest, const char *nick, char hand[GUEST_HAND],
                         const char *pattern)
{
    static char lines[2][IRC_CLIENT_LINE];
    char of_hand[80];
    write_pattern(nick, of_hand);
    const char *const patterns[2] = {of_hand, pattern};
    assert_true(irc_client_expect_all(guest, GUEST_PATIENCE, patterns, 2, lines));
    read_hand(lines[0], hand);
}

void guest_word(struct irc_client *guest, const char *nick, char word[GUEST_WORD])
{
    static const char start[] = "seat word is ";
    char pattern[80];
    snprintf(pattern, sizeof(pattern), ":talon*!* %s :*%s*", nick, start);
    const char *line = irc_client_expect(guest, GUEST_PATIENCE, pattern);
    assert_non_null(line);
    char plain[GUEST_HAND];
    guest_strip(line, plain, sizeof(plain));
    const char *at = strstr(plain, start) + strlen(start);
    snprintf(word, GUEST_WORD, "%.*s", (int)strcspn(at, "."), at);
}

void guest_take_seat(struct irc_client *guest, const char *nick, const char *word)
{
    char pattern[80];
    snprintf(pattern, sizeof(pattern), ":talon*!* %s :*The seat is yours again*", nick);
    assert_true(irc_client_send(guest, "PRIVMSG talon :seat %s", word));
    guest_hear(guest, pattern);
}

void guest_draw(struct irc_client *first, struct irc_client *second)
{
    struct irc_client *const both[] = {first, second};
    for (unsigned i = 0; i < 2; i++) {
        guest_say(both[i], "!colour red"); /* should a wild lie on top at the deal */
        guest_say(both[i], "!draw");
        guest_say(both[i], "!keep");
    }
    guest_hear(first, ":talon*!* PRIVMSG #cards :*draws *card*");
}
