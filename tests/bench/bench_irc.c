/* From "!play" to its line in the channel, through a real ngircd: `talon serve` with its journal on
 * disk, against an echo bot and against one durable commit of SQLite. */
#include <stdio.h>

#include "irc_match.h"
#include "raw.h"
#include "tests/real/ircd.h"

static bool commit(void *arg, unsigned count, struct samples *commits)
{
    char path[MEASURE_PATH + 32];
    static unsigned turn;
    snprintf(path, sizeof(path), "%s/raw-%u.db", (const char *)arg, turn++);
    return raw_insert(path, count, 1, commits) > 0;
}

int main(void)
{
    char folder[MEASURE_PATH];
    if (!ircd_available()) {
        puts("bench_irc: no ngircd here, nothing is measured");
        return 0;
    }
    if (!measure_folder(folder))
        return 1;
    measure_head();
    bool good = irc_match_measure("!play to its line", commit, folder);
    measure_folder_remove(folder);
    return good ? 0 : 1;
}
