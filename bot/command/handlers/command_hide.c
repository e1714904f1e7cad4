/* !hide and !show: a person chooses if the web pages show them. */
#include "bot/command/channel.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/typist.h"
#include "bot/pages/pages.h"
#include "bot/text/language.h"

/* Hides or shows the typist on the web pages. Linked identities are one person and hide together.
 * We tell the typist when the change is on the disk. */
static void hide(struct command_context *context, bool hidden)
{
    struct typist self;
    if (!typist_of(context, &self)) {
        context_tell(context, N_("I do not know you, and I store nothing about you."));
        return;
    }
    store_put_hidden(context->host->store, &self.who, hidden, clock_now());
    pages_forget_people(context->host->pages);
    context_tell(context,
                 hidden
                     ? N_("The web pages no longer show you; in rounds you are \"a player\". "
                          "{p}show puts you back.")
                     : N_("The web pages show you, like the boards here. {p}hide takes you off."));
}

void run_hide(struct command_context *context)
{
    const char *state = *context->arguments != '\0' ? channel_read_state(context->arguments) : "on";
    if (state == NULL)
        context_tell(context, N_("For example: {p}hide, {p}hide off"));
    else
        hide(context, *state == 'o' && state[1] == 'n');
}

void run_show(struct command_context *context)
{
    hide(context, false);
}
