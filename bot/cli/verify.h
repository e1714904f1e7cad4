/* verify.h: the two halves of `talon verify`: from the database, and from what a channel saw. */
#ifndef TALON_BOT_CLI_VERIFY_H
#define TALON_BOT_CLI_VERIFY_H

/* `path` "-": the standard input. `commitment`: 64 digits, or NULL. Gives the exit status. */
int verify_transcript(const char *path, const char *commitment);

#endif
