/* session_transcript.h: a session as transcripts: what comes in, what must go out.
 *
 *   "<..."  a line of the server           ">..."  the next line we send
 *   "!..."  the next event: KIND channel ?user[account] {certificate} from host since 'sign-on'
 * text
 *           ("?": in no channel of ours, and not watched; "~": through a relay); or "SECURE
 * seconds" of sts
 *   "+..."  so many ms pass                "=..."  the session is over, with those words
 *   "?nick" the host asks about their connection, "?!nick" before others
 *   "#..."  a message: "#chan text"; "nick text" whispers a hand, "nick ?text" an answer, "nick
 *           ^text" one that a player waits for, "nick +text" a hand of #c that replaces, "nick
 *           =text" one of a private table; "*" before the text for a red card, "%" before
 *           one that begins with a name
 *
 * Before anything comes in or time passes, all that went out must have been named. */
#ifndef TALON_TESTS_ADAPTERS_IRC_SESSION_TRANSCRIPT_H
#define TALON_TESTS_ADAPTERS_IRC_SESSION_TRANSCRIPT_H

#include "adapters/irc/session.h"

enum { STAGE_EVENTS = 64 };

struct session_transcript {
    struct session *session;
    uint64_t now;
    bool identify; /* asks for the certificate behind words that begin with '!', and then waits */
    const char *step;
    unsigned events, next_event;
    char event[STAGE_EVENTS][1200];
};

extern struct session_transcript stage;

/* What tests start from: nick talon, no pacing. */
extern const struct session_setup session_transcript_setup;

/* Makes a session that wants the channels (parted by blanks), on a connection that stands. */
void session_transcript_open(const struct session_setup *setup, bool tls, const char *channels);
/* The steps up to a NULL. */
void session_transcript_run(const char *const *steps);
#define STEPS(...) session_transcript_run((const char *const[]){__VA_ARGS__, NULL})
/* One line of the server. */
void session_transcript_hear(const char *line);
/* The next line to send, without its end, or "". */
const char *session_transcript_take(void);
/* One message, as behind '#'. */
void session_transcript_send(const char *what);
/* Nothing may be left that was not named. */
void session_transcript_end(void);

/* A test: opens a stage, takes the steps, ends. */
#define SCENE(name, open, ...)                                                                     \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        open;                                                                                      \
        STEPS(__VA_ARGS__);                                                                        \
        session_transcript_end();                                                                  \
    }

#endif
