#include "command_registration.h"

#include <stdio.h>

#include "command_limits.h"
#include "commands.h"

static void compare_scope(struct scope *scope);

/* Keeps the ids of commands that are registered everywhere. */
static void learn(struct scope *scope, const cJSON *list)
{
    struct discord *discord = scope->discord;
    if (!scope->guild) {
        command_mentions_learn(&discord->mentions, list, discord->base.setup.commands,
                               discord->base.setup.command_count);
    }
}

static void on_put(void *arg, const struct rest_reply *reply)
{
    struct discord *discord = ((struct scope *)arg)->discord;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED)
        return;
    if (rest_passes(reply)) { /* the tries of rest.h took their time */
        compare_scope(arg);
    } else if (reply->status < 300) {
        log_info(&discord->base.log, "registered the commands");
        learn(arg, reply->body);
    } else {
        log_error(&discord->base.log, "cannot register the commands status=%u code=%u",
                  reply->status, (unsigned)reply->code);
        discord->registered = false; /* with the next connection */
    }
}

/* What Discord has. */
static void on_commands(void *arg, const struct rest_reply *reply)
{
    struct scope *scope = arg;
    const struct adapter_setup *setup = &scope->discord->base.setup;
    bool known = reply->end == REST_ANSWERED && reply->status < 300;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED)
        return;
    if (rest_passes(reply)) {
        compare_scope(scope);
        return;
    }
    if (!scope->compares) {
        learn(scope, known ? reply->body : NULL);
        return;
    }
    cJSON *wanted = commands_json(setup->commands, setup->command_count, setup->languages);
    struct fault why = {0};
    bool fits = command_limits_hold(wanted, &why);
    if (!fits)
        log_error(&scope->discord->base.log, "Discord would refuse the commands: %s", why.text);
    if (wanted == NULL || !fits || (known && commands_same(reply->body, wanted))) {
        if (fits && known)
            learn(scope, reply->body);
        cJSON_Delete(wanted);
        return;
    }
    const struct rest_request request = {.method = "PUT",
                                         .path = scope->path,
                                         .route = scope->guild
                                                      ? "PUT /applications/{}/guilds/{}/commands"
                                                      : "PUT /applications/{}/commands",
                                         .class = LIMITS_INFO,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = wanted,
                                         .done = on_put,
                                         .arg = scope};
    rest_send(scope->discord->rest, &request);
}

static void compare_scope(struct scope *scope)
{
    char path[128];
    snprintf(path, sizeof(path), "%s%s", scope->path,
             scope->compares ? "?with_localizations=true" : "");
    const struct rest_request request = {.method = "GET",
                                         .path = path,
                                         .route = scope->guild
                                                      ? "GET /applications/{}/guilds/{}/commands"
                                                      : "GET /applications/{}/commands",
                                         .class = LIMITS_INFO,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .done = on_commands,
                                         .arg = scope};
    rest_send(scope->discord->rest, &request);
}

void command_registration_start(struct discord *discord)
{
    const char *application = gateway_application(discord->gateway);
    unsigned guilds = discord->config.guild_count;
    bool compares = gateway_has(discord->gateway, 0); /* one process does it */
    if (discord->registered || (!compares && (discord->listed || guilds > 0)))
        return;
    discord->listed = true;
    discord->registered = compares;
    for (unsigned i = 0; i < (guilds > 0 ? guilds : 1); i++) {
        struct scope *scope = &discord->scopes[i];
        scope->discord = discord;
        scope->guild = guilds > 0;
        scope->compares = compares;
        snprintf(scope->path, sizeof(scope->path), "/applications/%s%s%s/commands", application,
                 guilds > 0 ? "/guilds/" : "", guilds > 0 ? discord->config.guilds[i] : "");
        compare_scope(scope);
    }
}
