/* rating.h: how well somebody plays, as a number with its uncertainty. Pure: no store, no clock.
 *
 * Weng and Lin's Bayesian rating with the Plackett-Luce model ("A Bayesian Approximation Method for
 * Online Ranking", JMLR 12, 2011), for any number of players in an order of finish, in the form and
 * with the numbers of openskill 5 (npm), to whose figures tests/storage/test_rating.c holds it:
 * mu 25, sigma 25/3, beta 25/6, kappa 0.0001, tau 25/300, gamma sigma/c. Ties count as draws.
 *
 * Who is rated. People against people. A computer player is not: its strength is a setting and
 * another one in the next version, and rounds against the weakest would be worth what its mercy is.
 * Those who finished a round are compared as its rules set them apart (match_places()); computer
 * players among them are left out, and where these leave nothing to compare (one of them won, and
 * the people lost alike) the round says nothing of anybody.
 *
 * Boards order by what somebody is at least worth (rating_least()): who has won once is not before
 * who has won for a year. People read that one number (rating_number()), 40 times as large and
 * whole: a newcomer begins at 0. Before RATING_PROVISIONAL rounds they read "new" instead, have no
 * rank, and stand behind all who have one, by their rounds (rating_standing()).
 *
 * Seasons. At the turn of a quarter a rating goes a part of its way back to that of a newcomer, and
 * is less sure (rating_carry()): who was good last year may be so no more, and who begins now can
 * reach them. In between somebody's strength is taken to drift, and to come back to what all people
 * have in the mean, as the spread of all of them stays as it is:
 *
 *     mu' = 25 + r (mu - 25)        sigma'^2 = r^2 sigma^2 + (1 - r^2) (25/3)^2        r = 0.9
 *
 * A tenth of the distance is lost, and a sigma of 1.5 becomes 3.9, which a dozen rounds mend; a
 * newcomer stays one, nobody becomes less sure than that, and several quarters at once are the same
 * as one after another: who stays away for years comes back as a newcomer. */
#ifndef TALON_STORAGE_RATING_H
#define TALON_STORAGE_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RATING_SEATS_MAX = 32,  /* people whom one round can rate; it has fewer */
    RATING_PROVISIONAL = 10 /* with fewer rounds it is marked so */
};

struct rating {
    double mu, sigma; /* mean and standard deviation */
    uint32_t rounds;  /* that it comes from */
};

/* One of a round. */
struct rating_seat {
    int64_t person; /* the caller's own; not read */
    struct rating rating;
    unsigned place; /* of the order of finish; less is better, the same is a tie */
};

struct rating rating_new(void);
/* Rates a round: all seats are changed. False, and nothing is changed, when it tells nothing:
 * fewer than two people, all at one place, or more than RATING_SEATS_MAX. */
bool rating_round(struct rating_seat *seats, unsigned count);
/* Two that were rated apart turn out to be one player: the rating that is known better (sigma) is
 * theirs. The order of the two is of no account. They are not added up as two measurements would
 * be: of one player who was parted and is joined again both have the same rounds in them, and who
 * did that often would be surer each time of being better than they are. */
struct rating rating_join(const struct rating *one, const struct rating *other);
/* As it is that many seasons later, without a round in between. */
struct rating rating_carry(const struct rating *rating, unsigned seasons);
/* What somebody is at least worth: mu - 3 sigma. */
double rating_least(const struct rating *rating);
bool rating_provisional(const struct rating *rating);
/* What boards order by, as the index rating_order has it: rating_least(); of the provisional their
 * rounds, far below that of anybody else. */
double rating_standing(const struct rating *rating);
/* rating_least() as people read it: the number that they are shown, once they are not provisional.
 */
long rating_number(const struct rating *rating);
/* The mean, and how far it may be off (3 sigma), as programs read them. */
long rating_shown(const struct rating *rating);
long rating_off(const struct rating *rating);

#endif
