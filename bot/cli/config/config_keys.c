/* The keys of [talon] and those that every network has. Each row holds all that the program and its
 * documents say about a key (base/settings.h). `./dev config` makes the example file and the manual
 * page from these rows. */
#include "bot/cli/config/config.h"
#include "bot/text/language.h"

enum { HOUR = 60 * 60, DAY = 24 * HOUR };

const char config_about[] = "Settings for all networks.";

const struct setting_key talon_keys[] = {
    [CONFIG_LANGUAGE] = {.topic = "Language and prefix",
                         .name = "language",
                         .type = SETTING_CHOICE,
                         .live = true,
                         .choices = language_codes,
                         .fallback = "en",
                         .help = "The language of a channel, until an operator there says !lang."},
    [CONFIG_PREFIX] = {.name = "prefix",
                       .type = SETTING_TEXT,
                       .live = true,
                       .fallback = "!",
                       .help =
                           "What commands begin with: one to four signs, no letters or digits."},
    [CONFIG_PRESETS] =
        {.topic = "House rules",
         .name = "presets",
         .type = SETTING_TEXT,
         .live = true,
         .help =
             "House rules of your own under a name, for !uno NAME. For example: \"friday: stack "
             "any, jump_in exact | calm: auto_uno on\". !set lists the switches, !help presets "
             "the presets that there are. At most eight."},
    [CONFIG_TURN_REMINDER] = {.topic = "Turns and waiting",
                              .name = "turn_reminder",
                              .type = SETTING_NUMBER,
                              .live = true,
                              .fallback = "60",
                              .min = 1,
                              .max = DAY,
                              .unit = "seconds",
                              .help = "Seconds of a turn until the channel reminds the player."},
    [CONFIG_TURN_WHISPER] = {.name = "turn_whisper",
                             .type = SETTING_NUMBER,
                             .live = true,
                             .fallback = "90",
                             .min = 1,
                             .max = DAY,
                             .unit = "seconds",
                             .help = "Seconds of a turn until the bot reminds the player in "
                                     "private. More than turn_reminder."},
    [CONFIG_TURN_LIMIT] = {.name = "turn_limit",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "120",
                           .min = 1,
                           .max = DAY,
                           .unit = "seconds",
                           .help = "Seconds of a turn until a computer player makes the move for "
                                   "an absent player. More than turn_whisper."},
    [CONFIG_ROUND_PAUSE] = {.name = "round_pause",
                            .type = SETTING_NUMBER,
                            .live = true,
                            .fallback = "10000",
                            .min = 0,
                            .max = 600000,
                            .unit = "milliseconds",
                            .help = "Time between the end of a round and the deal of the next."},
    [CONFIG_UNO_GRACE] = {.name = "uno_grace",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "0",
                          .min = 0,
                          .max = 60000,
                          .unit = "milliseconds",
                          .help = "How long the next turn waits after a play that leaves one card. "
                                  "Slow readers can still catch a missing UNO then."},
    [CONFIG_QUIT_GRACE] =
        {.name = "quit_grace",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "20",
         .min = 0,
         .max = HOUR,
         .unit = "seconds",
         .help = "How long a match waits for a player who leaves the network or the channel. After "
                 "that a computer player keeps the seat until they are back. In the lobby the seat "
                 "is kept without cards. 0: the player first gets the whole time of a turn."},
    [CONFIG_SPLIT_WAIT] = {.name = "split_wait",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "300",
                           .min = 0,
                           .max = DAY,
                           .unit = "seconds",
                           .help = "How long a table waits for players whom a netsplit took. It "
                                   "goes on earlier when they are back. 0: play does not wait."},
    [CONFIG_PAUSE_LIMIT] =
        {.name = "pause_limit",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "900",
         .min = 10,
         .max = 7L * DAY,
         .unit = "seconds",
         .help = "How long a !pause lasts at most. Then the table goes on by itself."},
    [CONFIG_LOBBY_IDLE] =
        {.name = "lobby_idle",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "900",
         .min = 1,
         .max = 30L * DAY,
         .unit = "seconds",
         .help = "How long an open table without a round may stay idle. Then it closes."},
    [CONFIG_AWAY_CLOSE] = {.name = "away_close",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "86400",
                           .min = 1,
                           .max = 365L * DAY,
                           .unit = "seconds",
                           .help = "How long a table stays open while all its players are away. It "
                                   "pauses first, and closes after this time."},
    [CONFIG_VOTE_TIME] = {.name = "vote_time",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "30",
                          .min = 5,
                          .max = HOUR,
                          .unit = "seconds",
                          .help = "How long a vote about !stop or !kick lasts. More than half of "
                                  "the players who are present must agree. A person who may stop a "
                                  "running match has to say !stop again within the same time."},
    [CONFIG_LINK_LIFE] = {.name = "link_life",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "600",
                          .min = 60,
                          .max = DAY,
                          .unit = "seconds",
                          .help = "How long a code of !link is valid."},
    [CONFIG_NOTIFY_PAUSE] =
        {.name = "notify_pause",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "900",
         .min = 0,
         .max = 7L * DAY,
         .unit = "seconds",
         .help = "The shortest time between two calls of the same person by !notify."},
    [CONFIG_BOT_DELAY] =
        {.topic = "Computer players",
         .name = "bot_delay",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "1000",
         .min = 0,
         .max = 60000,
         .unit = "milliseconds",
         .help = "How long a computer player seems to think at its turn, give or take a third. To "
                 "catch a missing UNO, or to jump in, it takes two to eight thirds of this."},
    [CONFIG_GATHER] = {.name = "gather",
                       .type = SETTING_NUMBER,
                       .live = true,
                       .fallback = "4000",
                       .min = 0,
                       .max = 60000,
                       .unit = "milliseconds",
                       .help = "How long the bot collects moves of computer players, and drawn "
                               "cards, to say them in one line. 0: each in its own line, at once."},
    [CONFIG_SEARCH_NODES] =
        {.name = "search_nodes",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "0",
         .min = 0,
         .max = 1000000,
         .unit = "moves",
         .help = "How many moves a computer player of the level hard tries out before it plays. "
                 "More moves play a little better and take longer. Computer players think one "
                 "after another, in a thread of their own. 0: the built-in number."},
    [CONFIG_TABLES_MAX] =
        {.topic = "Limits",
         .name = "tables_max",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "10000",
         .min = 1,
         .max = 1000000,
         .unit = "tables",
         .help =
             "Open tables on all networks together. Each takes 4 kB of memory and, while a round "
             "runs, 8 kB of disk. For more than the default, raise MemoryMax= of the service."},
    [CONFIG_TABLES_PER_NETWORK] = {.name = "tables_per_network",
                                   .type = SETTING_NUMBER,
                                   .live = true,
                                   .fallback = "10000",
                                   .min = 1,
                                   .max = 1000000,
                                   .unit = "tables",
                                   .help = "Open tables on each network."},
    [CONFIG_TABLES_PER_PERSON] =
        {.name = "tables_per_person",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "3",
         .min = 1,
         .max = 1000000,
         .unit = "tables",
         .help =
             "Open tables that one person opened. Guests with the same host count as one person."},
    [CONFIG_PRIVATE_PER_NETWORK] =
        {.name = "private_per_network",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "8",
         .min = 1,
         .max = 1000000,
         .unit = "tables",
         .help = "Tables that people play alone in private, on a network that limits how fast a "
                 "bot may send (IRC). Lines to channels go before lines to these tables."},
    [CONFIG_PRIVATE_PER_HOST] = {.name = "private_per_host",
                                 .type = SETTING_NUMBER,
                                 .live = true,
                                 .fallback = "2",
                                 .min = 1,
                                 .max = 1000000,
                                 .unit = "tables",
                                 .help = "Such private tables of people from one host."},
    [CONFIG_ROUNDS_PER_HOUR] =
        {.name = "rounds_per_hour",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "120",
         .min = 0,
         .max = 1000000,
         .unit = "rounds",
         .help = "Rounds an hour at the tables that one person opened. Guests with the same host "
                 "count as one person. Each round stays on disk, so this bounds the disk. At the "
                 "limit the next deal waits. 0: no limit."},
    [CONFIG_BEHIND_MAX] =
        {.name = "behind_max",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "10",
         .min = 0,
         .max = HOUR,
         .unit = "seconds",
         .help = "How late lines to a network may be before Talon opens no more tables there, and "
                 "adds no computer players. Networks limit how fast a bot may send. 0: no limit, "
                 "and no table is refused because the network has no room for it."},
    [CONFIG_DATABASE] =
        {.topic = "Database and backups",
         .name = "database",
         .type = SETTING_TEXT,
         .fallback = "/var/lib/talon/talon.db",
         .absent = "talon.db in the service's state folder (StateDirectory), else this path",
         .help = "Where rounds, people and scores are stored. Either the path of a file, whose "
                 "folder must exist and be writable, or a PostgreSQL database as "
                 "postgresql://USER@HOST/NAME. libpq reads that address: it may name several hosts "
                 "(?target_session_attrs=read-write) and verify TLS (?sslmode=verify-full). A "
                 "password in it is refused."},
    [CONFIG_DATABASE_PASSWORD] =
        {.name = "database_password",
         .type = SETTING_SECRET,
         .absent = "none; libpq may find one itself (PGPASSFILE)",
         .example = "database-password",
         .help = "The password of the PostgreSQL server: the name of a file beside this one, or a "
                 "path. Only the daemon's user may be able to read it."},
    [CONFIG_BACKUP] =
        {.name = "backup",
         .type = SETTING_TEXT,
         .live = true,
         .absent = "no daily backups",
         .help =
             "A folder for daily backups of the database. Each is checked, as by "
             "`talon backup`. The service may write below /var/lib/talon only, "
             "so use a folder there. For another disk let root run `talon backup` by cron. For a "
             "PostgreSQL database, pg_dump must be installed."},
    [CONFIG_BACKUP_AT] =
        {.name = "backup_at",
         .type = SETTING_TEXT,
         .live = true,
         .absent = "when a day of the leaderboards begins (timezone)",
         .example = "04:30",
         .help = "When the daily backup is made, as HH:MM in the machine's local time. If the "
                 "machine is off then, the backup follows at the next opportunity."},
    [CONFIG_BACKUP_KEEP] =
        {.name = "backup_keep",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "7",
         .min = 1,
         .max = 3650,
         .unit = "copies",
         .help = "How many daily backups stay. The oldest one goes when a new one is good."},
    [CONFIG_KEEP_REPLAYS] =
        {.name = "keep_replays",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "365",
         .min = 0,
         .max = 36500,
         .unit = "days",
         .help = "How long replays of rounds are kept. `talon verify` needs them. 0: for ever."},
    [CONFIG_KEEP_RESULTS] =
        {.name = "keep_results",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "0",
         .min = 0,
         .max = 36500,
         .unit = "days",
         .help = "How long results are kept: the winner of each round, and the leaderboards of "
                 "days, weeks, months and seasons that are over. All-time totals stay. 0: for "
                 "ever. If it is not 0, !link and !unlink move only the scores of this time. Older "
                 "scores stay with the player who has them."},
    [CONFIG_TIMEZONE] =
        {.name = "timezone",
         .type = SETTING_TEXT,
         .fallback = "UTC",
         .help = "When days, weeks and seasons of the leaderboards begin: UTC, +HH:MM or -HH:MM."},
    [CONFIG_LOG_LEVEL] = {.topic = "Log, control and monitoring",
                          .name = "log_level",
                          .type = SETTING_CHOICE,
                          .live = true,
                          .choices = "error warn info debug",
                          .fallback = "info",
                          .help = "How much is logged. Hands and secrets never are."},
    [CONFIG_CONTROL_SOCKET] = {.name = "control_socket",
                               .type = SETTING_TEXT,
                               .absent =
                                   "control in the service's runtime folder, else talon/control in "
                                   "$XDG_RUNTIME_DIR, else the database's path with -control added",
                               .example = "/run/talon/control",
                               .help = "The socket of `talon ctl`: a path, or off. Only root and "
                                       "the daemon's user may use it."},
    [CONFIG_HTTP] =
        {.name = "http",
         .type = SETTING_TEXT,
         .absent = "off",
         .example = "127.0.0.1:9467",
         .help = "Where /healthz, /readyz and /metrics (for Prometheus) are: HOST:PORT, where HOST "
                 "is a "
                 "numeric loopback address, or unix:PATH. They show no names, channels or cards."},
    [CONFIG_HTTP_OPEN] =
        {.name = "http_open",
         .type = SETTING_SWITCH,
         .fallback = "off",
         .help = "Allows http at an address that other machines can reach. There is no password."},
    [CONFIG_PROCESS] =
        {.topic = "Several processes on one PostgreSQL server",
         .name = "process",
         .type = SETTING_TEXT,
         .absent = "no other process may use the database",
         .example = "north-1",
         .help = "A name for this process. With it, several processes share the database. All have "
                 "the same networks in their configurations, and each network is played by one of "
                 "them. `talon ctl fleet` shows the name. It is only a label."},
    [CONFIG_LEASE_LIFE] =
        {.name = "lease_life",
         .type = SETTING_NUMBER,
         .absent = "1500 with process, 3000 without it",
         .example = "1500",
         .min = 500,
         .max = 60000,
         .unit = "milliseconds",
         .help = "After this time without a sign of life, another process may replace this one. So "
                 "may its own next start. While the database server does not answer for longer "
                 "than this, the process stays silent."},
    [CONFIG_LEASE_RENEW] =
        {.name = "lease_renew",
         .type = SETTING_NUMBER,
         .absent = "500 with process, 1000 without it, and at most a third of lease_life",
         .example = "500",
         .min = 100,
         .max = 20000,
         .unit = "milliseconds",
         .help = "How often a process gives a sign of life. At most a third of lease_life."},
    [CONFIG_SHARE] =
        {.name = "share",
         .type = SETTING_SWITCH,
         .live = true,
         .fallback = "on",
         .help = "Networks and shards move from processes that have more to processes that have "
                 "less, one in ten seconds at most, while nobody waits for an answer. off: this "
                 "process neither gives nor gets any in that way. Free ones it takes in any case."},
    [CONFIG_ROOM] =
        {.name = "room",
         .type = SETTING_NUMBER,
         .live = true,
         .absent = "no limit",
         .example = "40",
         .min = 1,
         .max = 4096,
         .help = "The most networks and shards that this process takes. If all processes are full, "
                 "the rest is played by none."},
    {0},
};

const struct setting_key network_keys[] = {
    [NETWORK_ADMINS] = {.topic = "Administrators",
                        .name = "admins",
                        .type = SETTING_LIST,
                        .live = true,
                        .absent = "nobody",
                        .help =
                            "Accounts that control every table of this network (!kick, !stop, "
                            "!set): services accounts on IRC, user ids on Discord. On IRC, "
                            "certfp:PRINT is anyone with the TLS certificate of that fingerprint "
                            "(hexadecimal, as /whois shows it), even without an account."},
    [NETWORK_JOIN_URL] =
        {.topic = "Ways in",
         .name = "join_url",
         .type = SETTING_TEXT,
         .live = true,
         .absent = "pages show no such link",
         .example = "ircs://irc.example.net",
         .help = "Where people come to this network. The pages of [web] link to it. On IRC it is "
                 "the address of a server (ircs:// or irc://) or of a web client (https://), on "
                 "Discord an invitation (https://discord.gg/...). {channel} stands for the name of "
                 "a channel. ircs:// without a path gets the channel by itself."},
    [NETWORK_HOME] =
        {.topic = "Several processes",
         .name = "home",
         .type = SETTING_TEXT,
         .live = true,
         .absent = "any process",
         .example = "north-1",
         .help = "The process (process in [talon]) that has this network whenever it can. While it "
                 "is away or full, another process has the network. Write the same on all "
                 "processes."},
    {0},
};
