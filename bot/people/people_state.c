#include "people_state.h"

#include <stdlib.h>

#include "bot/people/ban.h"
#include "bot/people/link.h"
#include "bot/people/seen.h"
#include "bot/people/setting_store.h"

struct people *people_create(struct loop *loop, struct store *store, const struct log *log,
                             const struct host_options *options)
{
    struct people *people = calloc(1, sizeof(*people));
    if (people != NULL)
        *people = (struct people){loop, store, log, options, .settings_max = SETTINGS_MAX};
    return people;
}

void people_destroy(struct people *people)
{
    if (people == NULL)
        return;
    setting_finish(people);
    ban_finish(people);
    seen_finish(people);
    link_finish(people);
    free(people->networks);
    free(people);
}

bool people_make_code(struct people *people, const char *purpose, char code[CODE_SIZE])
{
    return code_make(people->options->seed, purpose, people->codes++, code);
}
