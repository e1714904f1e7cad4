#include "couple.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

struct irc_client *alice, *bob;

int couple_begin(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    alice = guest_come(&server, "alice", "alice");
    bob = guest_come(&server, "bob", "bob");
    guest_join(alice);
    guest_join(bob);
    if (!daemon_init(&talon, &server, false, "") || !daemon_start(&talon))
        return -1;
    guest_hear(alice, ":talon!* JOIN *#cards*");
    return 0;
}

int couple_end(void **state)
{
    struct irc_client *const both[] = {alice, bob};
    bool gone = true;
    (void)state;
    if (server.pid == 0)
        return 0;
    int status = daemon_stop(&talon);
    daemon_finish(&talon);
    for (unsigned i = 0; i < 2; i++)
        irc_client_send(both[i], "QUIT");
    for (unsigned i = 0; i < 2; i++) {
        gone = irc_client_expect(both[i], GUEST_PATIENCE, "ERROR *") != NULL && gone;
        irc_client_close(both[i]);
    }
    return gone && status == 0 ? 0 : -1;
}

void couple_sit(void)
{
    guest_say(alice, "!uno");
    guest_hear(bob, ":talon!* #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* #cards :*bob takes a seat*");
}

void couple_deal(void)
{
    guest_say(alice, "!start");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*first card *");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*first card *");
}

void couple_set_channel(const char *modes)
{
    char pattern[64];
    irc_client_send(alice, "MODE #cards %s", modes);
    snprintf(pattern, sizeof(pattern), ":alice!* MODE #cards *%.2s*", modes);
    guest_hear(alice, pattern);
}
