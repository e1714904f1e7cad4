#include "servers.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"

/* What each server does with lines that come too fast, under the limits of its default
 * configuration. If a server delays lines, `lines` and `bytes` say how much may be in flight: far
 * less than the amount at which it drops a client. For other servers they are 0, and the count of
 * time keeps us below the limit. `burst` is below the measured value, since servers count in whole
 * seconds, and since unplanned lines (PONG) count, too.
 *
 * InspIRCd 3.15, measured: 11 lines at once, then one a second. Its example class has threshold 10
 * and commandrate 1000, each command a penalty of a second, JOIN and WHOIS of two, a change of nick
 * of four, PART of five (src/usermanager.cpp, the commands' Penalty); recvq 10K. With fakelag off
 * it drops clients that reach the threshold, so we stay below it.
 *
 * ircd-hybrid 8.2.43, measured: 5, then one a second (MAX_FLOOD, src/packet.c); recvq of 2560 bytes
 * unless the configuration has another (DEFAULT_RECVQ). Plexus calls itself hybrid, too.
 *
 * ngircd 26.1, measured: 3 to 5, then three a second. If more than three commands of a client wait,
 * or it had 256 bytes read within a second, the server pauses for a second (MAX_COMMANDS and
 * maxbps, src/ngircd/conn.c); MODE, WHO, WHOIS and a change of nick cost a second of their own, or
 * two (src/ngircd/parse.c).
 *
 * Solanum: client_flood_burst_max 5, then client_flood_message_num 2 a second, dropped beyond
 * client_flood_max_lines 20 (ircd/packet.c, doc/reference.conf); Charybdis and ircd-seven before
 * it.
 *
 * Ergo: fakelag with burst-limit 5, then 2 a window of a second (default.yaml).
 *
 * UnrealIRCd 6: a second and another for 90 bytes, until 10 seconds ahead (lag-penalty of
 * unknown-users, src/conf.c and src/parse.c); recvq 8000; a change of nick 3 more.
 *
 * ircu, with snircd and Nefarious: 2 seconds and 1/120 a byte, 10 seconds ahead (ircd/parse.c,
 * ircd/s_bsd.c), dropped beyond 1024 bytes unread (CLIENT_FLOOD).
 *
 * Bahamut: the same, beyond 2560. */
static const struct server_kind kinds[] = {
    {"InspIRCd",
     "InspIRCd",
     "inspircd.org/",
     {.burst = 8,
      .line_ms = 1000,
      .lines = 20,
      .bytes = 6000,
      .extra = {{"JOIN", 1000}, {"WHOIS", 1000}, {"NICK", 4000}, {"PART", 4000}}}},
    {"ircd-hybrid", "hybrid", NULL, {.burst = 5, .line_ms = 1000, .lines = 14, .bytes = 1800}},
    {"ngircd",
     "ngircd",
     NULL,
     {.burst = 5,
      .line_ms = 120,
      .byte_us = 3000,
      .lines = 12,
      .bytes = 1800,
      .extra = {{"MODE", 1000}, {"WHO", 1000}, {"WHOIS", 1000}, {"NICK", 2000}}}},
    {"Solanum",
     "solanum",
     "solanum.chat/",
     {.burst = 5, .line_ms = 500, .lines = 14, .bytes = 6000}},
    {"Charybdis", "charybdis", NULL, {.burst = 5, .line_ms = 500, .lines = 14, .bytes = 6000}},
    {"ircd-seven", "ircd-seven", NULL, {.burst = 5, .line_ms = 500, .lines = 14, .bytes = 6000}},
    {"Ergo", "ergo-", "ergo.chat/", {.burst = 5, .line_ms = 500, .lines = 14, .bytes = 6000}},
    {"UnrealIRCd",
     "UnrealIRCd",
     "unrealircd.org/",
     {.burst = 9,
      .line_ms = 1000,
      .byte_us = 11112,
      .lines = 20,
      .bytes = 5000,
      .extra = {{"NICK", 3000}}}},
    {"ircu", "u2.10.", NULL, {.burst = 5, .line_ms = 2000, .byte_us = 8333, .unread = 1024}},
    {"Bahamut", "bahamut", NULL, {.burst = 5, .line_ms = 2000, .byte_us = 8333, .unread = 1024}},
};
enum { KINDS = ARRAY_SIZE(kinds) };

/* For unknown software: the strictest limits of the table. */
const struct server_kind servers_unknown = {
    "unknown", NULL, NULL, {.burst = 5, .line_ms = 2000, .byte_us = 8333, .unread = 1024}};

const struct server_kind *servers_at(unsigned n)
{
    return n < KINDS ? &kinds[n] : NULL;
}

static bool contains_text(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0)
            return true;
    }
    return false;
}

const struct server_kind *servers_find(const char *version)
{
    for (unsigned i = 0; i < KINDS; i++) {
        if (contains_text(version, kinds[i].version))
            return &kinds[i];
    }
    return NULL;
}

const struct server_kind *servers_by_token(const char *token, size_t length)
{
    for (unsigned i = 0; i < KINDS; i++) {
        const char *own = kinds[i].token;
        if (own != NULL && strlen(own) <= length && memcmp(own, token, strlen(own)) == 0)
            return &kinds[i];
    }
    return NULL;
}
