#include "rating.h"

#include <math.h>

static const double mu_new = 25.0;
static const double sigma_new = 25.0 / 3.0;
static const double beta = 25.0 / 6.0;
static const double tau = 25.0 / 300.0;
static const double kappa = 0.0001;
static const double carried = 0.9; /* what is kept of a rating's distance to the mean from one
                                    * season to the next */

enum { SHOWN = 40, SIGMAS = 3 };
static const double new_below = 1e6; /* the index rating_order has the same number */

struct rating rating_new(void)
{
    return (struct rating){.mu = mu_new, .sigma = sigma_new, .rounds = 0};
}

/* Sums over all seats. */
struct rating_field {
    double strength[RATING_SEATS_MAX]; /* exp(mu / c) */
    double behind[RATING_SEATS_MAX];   /* for each seat: the sum of the strengths of all seats at
                                        * its place or behind it */
    double tied[RATING_SEATS_MAX];     /* for each seat: how many seats are at its place, itself
                                        * included */
    double c;
};

static void sum_field(struct rating_field *field, const struct rating_seat *seats, unsigned count)
{
    double square = 0;
    for (unsigned i = 0; i < count; i++)
        square += seats[i].rating.sigma * seats[i].rating.sigma + beta * beta;
    field->c = sqrt(square);
    for (unsigned i = 0; i < count; i++)
        field->strength[i] = exp(seats[i].rating.mu / field->c);
    for (unsigned q = 0; q < count; q++) {
        field->behind[q] = field->tied[q] = 0;
        for (unsigned i = 0; i < count; i++) {
            if (seats[i].place >= seats[q].place)
                field->behind[q] += field->strength[i];
            field->tied[q] += seats[i].place == seats[q].place;
        }
    }
}

static struct rating rate_seat(const struct rating_field *field, const struct rating_seat *seats,
                               unsigned count, unsigned seat)
{
    const struct rating *was = &seats[seat].rating;
    double omega = 0, delta = 0;
    for (unsigned q = 0; q < count; q++) {
        if (seats[q].place > seats[seat].place)
            continue;
        double chance = field->strength[seat] / field->behind[q];
        omega += ((q == seat ? 1 : 0) - chance) / field->tied[q];
        delta += chance * (1 - chance) / field->tied[q];
    }
    double variance = was->sigma * was->sigma, c = field->c;
    double gamma = was->sigma / c;
    return (struct rating){
        .mu = was->mu + omega * variance / c,
        .sigma = was->sigma * sqrt(fmax(1 - delta * variance / (c * c) * gamma, kappa)),
        .rounds = was->rounds + 1,
    };
}

bool rating_round(struct rating_seat *seats, unsigned count)
{
    struct rating_field field;
    struct rating after[RATING_SEATS_MAX];
    bool apart = false;
    for (unsigned i = 1; i < count; i++)
        apart = apart || seats[i].place != seats[0].place;
    if (!apart || count > RATING_SEATS_MAX)
        return false;
    for (unsigned i = 0; i < count; i++) { /* keeps ratings from becoming fixed for ever */
        struct rating *rating = &seats[i].rating;
        rating->sigma = sqrt(rating->sigma * rating->sigma + tau * tau);
    }
    sum_field(&field, seats, count);
    for (unsigned i = 0; i < count; i++)
        after[i] = rate_seat(&field, seats, count, i);
    for (unsigned i = 0; i < count; i++)
        seats[i].rating = after[i];
    return true;
}

struct rating rating_join(const struct rating *one, const struct rating *other)
{
    if (one->rounds == 0 || other->rounds == 0)
        return one->rounds == 0 ? *other : *one;
    if (one->sigma != other->sigma)
        return one->sigma < other->sigma ? *one : *other;
    return one->mu < other->mu ? *one : *other;
}

struct rating rating_carry(const struct rating *rating, unsigned seasons)
{
    double kept = pow(carried, seasons), square = kept * kept;
    if (seasons == 0)
        return *rating;
    return (struct rating){
        .mu = mu_new + kept * (rating->mu - mu_new),
        .sigma =
            sqrt(square * rating->sigma * rating->sigma + (1 - square) * sigma_new * sigma_new),
        .rounds = rating->rounds,
    };
}

double rating_least(const struct rating *rating)
{
    return rating->mu - SIGMAS * rating->sigma;
}

bool rating_provisional(const struct rating *rating)
{
    return rating->rounds < RATING_PROVISIONAL;
}

double rating_standing(const struct rating *rating)
{
    return rating_provisional(rating) ? rating->rounds - new_below : rating_least(rating);
}

long rating_number(const struct rating *rating)
{
    return lround(SHOWN * rating_least(rating));
}

long rating_shown(const struct rating *rating)
{
    return lround(SHOWN * rating->mu);
}

long rating_off(const struct rating *rating)
{
    return lround(SHOWN * SIGMAS * rating->sigma);
}
