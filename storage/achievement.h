/* achievement.h: the achievements that people earn, and what each of them takes. Pure.
 *
 * The same rounds count as for the leaderboards: rounds that somebody won, with at least two people
 * at the table; a team (HR-20) wins only if the other teams have people, too. A person with two
 * seats in a round earns nothing there. What a computer player did in a person's seat counts as
 * theirs, as it does for points and records (record.h).
 *
 * Each row of the table compares one number with the least that it takes. Totals and streaks come
 * from the records of the person, everything else from what the seat did in this round. A round
 * earns what it makes true: the number was too small before, and is large enough now. If the number
 * was large enough before, the person has earned it at a time that nobody knows, because that round
 * is older than this table or a link has joined two persons. It is stored without a date and told
 * to nobody.
 *
 * The transaction that ends a round stores what it earned, under the identity that sat there. A
 * person has what any of their identities has, each once, with the earliest date. So achievements
 * follow a link and its end like scores do: a link removes those that come from a round in which
 * both sat, and unlinked identities keep their own. A row in the database is the only fact: the
 * channel is told only of rows that the round added, so nothing is told twice. Rows stay when old
 * results are deleted. They cannot be computed again: exports, copies and backups hold them. */
#ifndef TALON_STORAGE_ACHIEVEMENT_H
#define TALON_STORAGE_ACHIEVEMENT_H

#include "query.h"

/* What decides, once the round has ended. */
struct achievement_facts {
    const struct store_records *all, *own; /* in all rule sets, and in that of the round */
    const struct store_result *result;     /* NULL: before the round */
    unsigned beaten;                       /* people at the table who have not won the round */
};

/* The word of an achievement for documents and programs: "first-win". */
const char *achievement_key(unsigned achievement);
/* The least number that it takes. */
unsigned achievement_least(unsigned achievement);
/* Returns the achievements whose number is large enough, as bits. */
uint32_t achievements_of(const struct achievement_facts *facts);

#endif
