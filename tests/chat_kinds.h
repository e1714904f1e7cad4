/* chat_kinds.h: names of the kinds of events, for tests that keep them as text. */
#ifndef TALON_TESTS_CHAT_KINDS_H
#define TALON_TESTS_CHAT_KINDS_H

#include "adapters/adapter.h"

static const char *const chat_kinds[] = {
    [CHAT_CONNECTED] = "CONNECTED",
    [CHAT_DISCONNECTED] = "DISCONNECTED",
    [CHAT_ENTERED] = "ENTERED",
    [CHAT_REMOVED] = "REMOVED",
    [CHAT_DROPPED] = "DROPPED",
    [CHAT_STALE] = "STALE",
    [CHAT_MUTED] = "MUTED",
    [CHAT_TRY] = "TRY",
    [CHAT_MESSAGE] = "MESSAGE",
    [CHAT_SUGGEST] = "SUGGEST",
    [CHAT_JOIN] = "JOIN",
    [CHAT_LEAVE] = "LEAVE",
    [CHAT_RENAME] = "RENAME",
    [CHAT_IDENTITY] = "IDENTITY",
    [CHAT_KNOWN] = "KNOWN",
    [CHAT_GONE] = "GONE",
    [CHAT_FAILED] = "FAILED",
    [CHAT_UNANSWERED] = "UNANSWERED",
    [CHAT_GAP] = "GAP",
    [CHAT_STOPPED] = "STOPPED",
};

#endif
