#include "wordless.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "seated.h"

static unsigned told;

static void on_line(void *arg, const char *line)
{
    static const char *const words[] = {"seat is kept", "seat WORD", "have no seat",
                                        "is yours again", "not in this round"};
    (void)arg;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        if (strncmp(line, ":talon", 6) != 0 || strstr(line, words[i]) == NULL)
            continue;
        fprintf(stderr, "told: %s\n", line);
        told++;
    }
}

void wordless_listen(void)
{
    told = 0;
    irc_client_watch(seated.alice, on_line, NULL);
    irc_client_watch(seated.bob, on_line, NULL);
}

static void expect_hand(struct irc_client *guest, const char *nick, const char *cards)
{
    char hand[GUEST_HAND];
    guest_hand_now(guest, nick, hand);
    assert_string_equal(hand, cards);
}

void wordless_expect(const char *alice, const char *bob)
{
    expect_hand(seated.alice, alice, seated.alices);
    expect_hand(seated.bob, bob, seated.bobs);
}

void wordless_expect_back(const char *alice, const char *bob)
{
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*The table goes on where it was*");
    wordless_expect(alice, bob);
}

void wordless_end(void)
{
    assert_int_equal(told, 0);
}
