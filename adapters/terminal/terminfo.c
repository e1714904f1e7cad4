#include "terminfo.h"

#include <curses.h>
#include <term.h>

bool terminfo_moves(const char *term, int out)
{
    int result = 0;
    if (setupterm(term, out, &result) != OK)
        return false;
    const char *moves = tigetstr("cup");
    bool can = moves != NULL && moves != (const char *)-1;
    del_curterm(cur_term);
    return can;
}
