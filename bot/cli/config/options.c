#include "bot/cli/config/options.h"

#include "bot/cli/config/config.h"
#include "bot/host.h"
#include "bot/text/language.h"

enum { SECOND = 1000, DAY = 24 * 60 * 60 /* seconds */ };

void options_of_config(const struct config *config, struct host_options *options)
{
    const struct settings *talon = &config->talon;
    int timezone = 0;
    unsigned at = 0;
    const char *backup_at = settings_text(talon, CONFIG_BACKUP_AT);
    bool has_at = backup_at != NULL && config_time_of_day(backup_at, &at);
    config_timezone(settings_text(talon, CONFIG_TIMEZONE), &timezone);
    *options = (struct host_options){
        .language = language_find(settings_text(talon, CONFIG_LANGUAGE)),
        .prefix = settings_text(talon, CONFIG_PREFIX),
        .turn_reminder = (uint64_t)settings_number(talon, CONFIG_TURN_REMINDER) * SECOND,
        .turn_whisper = (uint64_t)settings_number(talon, CONFIG_TURN_WHISPER) * SECOND,
        .turn_limit = (uint64_t)settings_number(talon, CONFIG_TURN_LIMIT) * SECOND,
        .lobby_idle = (uint64_t)settings_number(talon, CONFIG_LOBBY_IDLE) * SECOND,
        .away_close = (uint64_t)settings_number(talon, CONFIG_AWAY_CLOSE) * SECOND,
        .bot_delay = (uint64_t)settings_number(talon, CONFIG_BOT_DELAY),
        .gather = (uint64_t)settings_number(talon, CONFIG_GATHER),
        .search_nodes = (uint32_t)settings_number(talon, CONFIG_SEARCH_NODES),
        .uno_grace = (uint64_t)settings_number(talon, CONFIG_UNO_GRACE),
        .round_pause = (uint64_t)settings_number(talon, CONFIG_ROUND_PAUSE),
        .split_wait = (uint64_t)settings_number(talon, CONFIG_SPLIT_WAIT) * SECOND,
        .quit_grace = (uint64_t)settings_number(talon, CONFIG_QUIT_GRACE) * SECOND,
        .link_life = (uint64_t)settings_number(talon, CONFIG_LINK_LIFE) * SECOND,
        .vote_time = (uint64_t)settings_number(talon, CONFIG_VOTE_TIME) * SECOND,
        .notify_pause = (uint64_t)settings_number(talon, CONFIG_NOTIFY_PAUSE) * SECOND,
        .pause_limit = (uint64_t)settings_number(talon, CONFIG_PAUSE_LIMIT) * SECOND,
        .behind_max = (uint64_t)settings_number(talon, CONFIG_BEHIND_MAX) * SECOND,
        .keep_results = (uint64_t)settings_number(talon, CONFIG_KEEP_RESULTS) * DAY * SECOND,
        .keep_replays = (uint64_t)settings_number(talon, CONFIG_KEEP_REPLAYS) * DAY * SECOND,
        .backup = settings_text(talon, CONFIG_BACKUP),
        .backup_at = has_at ? at + 1 : 0,
        .backup_keep = (unsigned)settings_number(talon, CONFIG_BACKUP_KEEP),
        .timezone_minutes = timezone,
        .rounds_per_hour = (unsigned)settings_number(talon, CONFIG_ROUNDS_PER_HOUR),
        .tables_max = (unsigned)settings_number(talon, CONFIG_TABLES_MAX),
        .tables_per_network = (unsigned)settings_number(talon, CONFIG_TABLES_PER_NETWORK),
        .private_per_network = (unsigned)settings_number(talon, CONFIG_PRIVATE_PER_NETWORK),
        .private_per_host = (unsigned)settings_number(talon, CONFIG_PRIVATE_PER_HOST),
        .tables_per_person = (unsigned)settings_number(talon, CONFIG_TABLES_PER_PERSON),
        .share = settings_switch(talon, CONFIG_SHARE),
        .room = (unsigned)settings_number(talon, CONFIG_ROOM)};
    options->link_settles = (uint64_t)DAY * SECOND;
}

enum log_level options_level(const struct config *config)
{
    enum log_level level = LOG_INFO;
    log_level_find(settings_text(&config->talon, CONFIG_LOG_LEVEL), &level);
    return level;
}
