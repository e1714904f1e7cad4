#include "typist.h"

#include <stdio.h>

#include "bot/command/context.h"
#include "bot/people/nick.h"

bool typist_account(const struct command_context *context, struct typist *self)
{
    const struct chat_user *user = &context->event->user;
    bool verified = false;
    if (user->account == NULL || !people_key(context->network, user, self->account, &verified))
        return false;
    people_clean_name(user->name, self->name);
    self->who =
        (struct store_identity){context->network->name, self->account, self->name, true, NULL};
    return true;
}

bool typist_nick(const struct command_context *context, struct typist *self)
{
    const struct chat_user *user = &context->event->user;
    const struct person *person = context->person;
    if (person != NULL && person->verified)
        return false;
    if (person != NULL)
        snprintf(self->account, sizeof(self->account), "%s", person->key);
    else if (!network_fold(context->network, user->id, self->account, sizeof(self->account)))
        return false;
    people_clean_name(person != NULL ? person->name : user->name, self->name);
    nick_mark(&(struct nick_bearer){.network = context->network,
                                    .nick = self->account,
                                    .id = user->id,
                                    .host = person != NULL ? person->host : user->host,
                                    .person = person},
              self->mark);
    self->who = (struct store_identity){context->network->name, self->account, self->name, false,
                                        self->mark};
    return true;
}

bool typist_of(const struct command_context *context, struct typist *self)
{
    bool sits_as_nick = context->person != NULL && !context->person->verified;
    return (!sits_as_nick && typist_account(context, self)) || typist_nick(context, self);
}
