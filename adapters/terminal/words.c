#include "words.h"

#include <stddef.h>

#include "base/array.h"

static const char *const help[] = {
    N_("The card in the middle is the one to play on. The ring around it has the colour in force."),
    N_("The cards that stand higher and have a * can be played."),
    "",
    N_("← →  choose a card          Enter  play it"),
    N_("Tab  to the buttons below    Esc  back"),
    N_("A button shows its letter: press it."),
    N_("1-9  choose from a list      L  what happened"),
    N_("/  type a command: every command works here. Tab completes it."),
    N_("Any other letter begins a command, too: r5 plays the red 5."),
    N_("The mouse presses cards and buttons."),
    N_("Ctrl-C twice, or quit, leaves. The next talon play continues."),
    N_("talon play --plain shows lines instead of the table."),
};

const char *words_help(unsigned n)
{
    return n < ARRAY_SIZE(help) ? help[n] : NULL;
}
