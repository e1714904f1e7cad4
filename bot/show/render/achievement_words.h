/* achievement_words.h: the achievements (storage/achievement.h) in words. */
#ifndef TALON_BOT_SHOW_RENDER_ACHIEVEMENT_WORDS_H
#define TALON_BOT_SHOW_RENDER_ACHIEVEMENT_WORDS_H

struct language;
struct message;

/* The name of an achievement, as the catalogue has it in English. */
const char *achievement_name(unsigned achievement);
/* Appends what it takes, as a clause without full stop: "win 10 rounds in a row". */
void achievement_says(struct message *message, const struct language *language,
                      unsigned achievement);

#endif
