/* proof_scene.h: a scripted table whose shuffles carol will prove from her log. */
#ifndef TALON_TESTS_BOT_PROOF_SCENE_H
#define TALON_TESTS_BOT_PROOF_SCENE_H

#include "log.h"
#include "trio.h"

extern struct log_text proof_saw; /* what carol's client saw, as proof_take() wrote it */

/* alice opens a table; bob, carol and a computer player sit down. Matches go to 500 points. */
void proof_open(const char *set);
/* The three play until the bot says `end`; then carol asks for the proof. */
void proof_play_until(const char *end);
void proof_play_on(void);    /* until somebody wins the round */
void proof_play_first(void); /* alice deals with a word of hers */
void proof_play_next(void);  /* the next deal of the match comes at once */
void proof_take(void);       /* fills proof_saw */

#endif
