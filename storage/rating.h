/* rating.h: how well a person plays, as a number with its uncertainty. Pure: no store, no clock.
 *
 * The method is Weng and Lin's Bayesian rating with the Plackett-Luce model ("A Bayesian
 * Approximation Method for Online Ranking", JMLR 12, 2011). It takes any number of players in an
 * order of finish; ties count as draws. Form and numbers are those of openskill 5 (npm), and
 * tests/storage/test_rating.c compares with its figures: mu 25, sigma 25/3, beta 25/6, kappa
 * 0.0001, tau 25/300, gamma sigma/c.
 *
 * Who is rated: people against people. Computer players are not, because their strength is a
 * setting and changes between versions. People who finished a round are compared in the order that
 * its rules give (match_places()), without the computer players. If that leaves nothing to compare,
 * the round rates nobody: for example, a computer player won and all people lost alike.
 *
 * Boards order people by what they are worth at least (rating_least()), so one lucky win is not
 * ahead of a year of wins. People read that number times 40, rounded (rating_number()): a newcomer
 * begins at 0. Before RATING_PROVISIONAL rounds they read "new", have no rank, and stand after
 * everybody who has one, in order of their rounds (rating_standing()).
 *
 * Seasons: at the turn of a quarter a rating goes one tenth of the way back to a newcomer's and
 * becomes less sure (rating_carry()). The model is that strength drifts, and returns to the mean of
 * all people, while the spread of all people stays the same:
 *
 *     mu' = 25 + r (mu - 25)        sigma'^2 = r^2 sigma^2 + (1 - r^2) (25/3)^2        r = 0.9
 *
 * A sigma of 1.5 becomes 3.9, which a dozen rounds repair. A newcomer's rating does not change, and
 * nobody becomes less sure than a newcomer. Several quarters at once give the same as one after
 * another, so after years away a person is a newcomer again. */
#ifndef TALON_STORAGE_RATING_H
#define TALON_STORAGE_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RATING_SEATS_MAX = 32,  /* people that one round can rate; no round has more */
    RATING_PROVISIONAL = 10 /* with fewer rounds a rating is provisional */
};

struct rating {
    double mu, sigma; /* mean and standard deviation */
    uint32_t rounds;  /* that it comes from */
};

/* One of a round. */
struct rating_seat {
    int64_t person; /* the caller's own; not read */
    struct rating rating;
    unsigned place; /* position in the order of finish: less is better, equal is a tie */
};

struct rating rating_new(void);
/* Rates a round: changes all seats. Returns false and changes nothing if the round says nothing
 * about strength: fewer than two people, or all at one place. The same for more than
 * RATING_SEATS_MAX. */
bool rating_round(struct rating_seat *seats, unsigned count);
/* The rating of two rated persons who are linked, and so become one: the surer of the two ratings
 * (smaller sigma). Their order does not matter. The two are not added up as measurements. After a
 * parting and a new link both come from the same rounds, so each repetition would make the rating
 * look surer than it is. */
struct rating rating_join(const struct rating *one, const struct rating *other);
/* The rating `seasons` later, if no round was rated in between. */
struct rating rating_carry(const struct rating *rating, unsigned seasons);
/* What a person is worth at least: mu - 3 sigma. */
double rating_least(const struct rating *rating);
bool rating_provisional(const struct rating *rating);
/* The number by which boards order people: rating_least(). For a provisional rating it is far below
 * all others, and grows with the rounds. The database index rating_order computes the same. */
double rating_standing(const struct rating *rating);
/* rating_least() as people read it: times 40, rounded. People do not see this number while the
 * rating is provisional. */
long rating_number(const struct rating *rating);
/* The mean, and how far the true value may be from it (3 sigma), as programs read them. */
long rating_shown(const struct rating *rating);
long rating_off(const struct rating *rating);

#endif
