#include "nick.h"

#include <stdio.h>
#include <string.h>

#include "bot/people/code.h"
#include "bot/people/people_state.h"
#include "bot/people/setting_store.h"
#include "bot/text/language.h"

enum { SCOPE_SIZE = 128, WORD_HEX = 2 * PERSON_WORD_SIZE, STRANGERS = 8 };

/* The setting of a linked nick: its mark, a blank, and the beginning of its word's hash. */
struct linked_nick {
    char mark[HASH_HEX];
    char word[WORD_HEX + 1]; /* "": none */
};

static const char *scope_of(const char *network, char scope[SCOPE_SIZE])
{
    snprintf(scope, SCOPE_SIZE, "nick:%s", network);
    return scope;
}

static bool read_kept(const struct network *network, const char *nick, struct linked_nick *kept)
{
    char scope[SCOPE_SIZE];
    const char *value = setting_get(network->people, scope_of(network->name, scope), nick);
    if (value == NULL)
        return false;
    size_t length = strcspn(value, " ");
    snprintf(kept->mark, sizeof(kept->mark), "%.*s", (int)length, value);
    snprintf(kept->word, sizeof(kept->word), "%s", value + length + (value[length] == ' '));
    return true;
}

static void write_kept(const struct network *network, const char *nick,
                       const struct linked_nick *kept)
{
    char scope[SCOPE_SIZE];
    char value[HASH_HEX + WORD_HEX + 2];
    snprintf(value, sizeof(value), "%s %s", kept->mark, kept->word);
    setting_set(network->people, scope_of(network->name, scope), nick, value);
}

static void write_word(const uint8_t *word, char hex[WORD_HEX + 1])
{
    for (unsigned i = 0; i < PERSON_WORD_SIZE; i++)
        snprintf(hex + 2U * i, 3, "%02x", word[i]);
}

/* -- who is known now -- */

static const char known_kind[] = "known";

static void remember_bearer(const struct network *network, const char *id, const char *nick)
{
    setting_set_of_user(network, known_kind, id, nick);
}

void nick_forget(const struct network *network, const char *id)
{
    if (id == NULL)
        setting_drop_of_users(network, known_kind);
    else
        remember_bearer(network, id, NULL);
}

static bool is_remembered(const struct network *network, const char *id, const char *nick)
{
    const char *known = id != NULL ? setting_of_user(network, known_kind, id) : NULL;
    return known != NULL && strcmp(known, nick) == 0;
}

static bool has_its_word(const struct person *person, const struct linked_nick *kept)
{
    char word[WORD_HEX + 1];
    if (!person->has_word)
        return false;
    write_word(person->word, word);
    return strcmp(word, kept->word) == 0;
}

/* Turns `mark` into another mark: that of unknown bearers who come from the host of `mark`. */
static void other_mark(char mark[HASH_HEX])
{
    uint8_t hash[HASH_SIZE];
    if (code_hash("not known", mark, hash))
        hash_hex(hash, mark);
    else
        mark[0] = '\0';
}

/* Returns true if the nick may have been linked from the host of `mark`: the mark kept for it is
 * this one, or that of unknown bearers from that host. */
static bool comes_thence(const char *mark, const struct linked_nick *kept)
{
    char at[HASH_HEX];
    bool same = strcmp(mark, kept->mark) == 0;
    snprintf(at, sizeof(at), "%s", mark);
    for (unsigned i = 0; i < STRANGERS && !same && *at != '\0'; i++) {
        other_mark(at);
        same = strcmp(at, kept->mark) == 0;
    }
    return same;
}

void nick_mark(const struct nick_bearer *bearer, char mark[HASH_HEX])
{
    struct linked_nick kept;
    people_mark_host(bearer->network, bearer->host, mark);
    if (*mark == '\0' || !read_kept(bearer->network, bearer->nick, &kept) ||
        !comes_thence(mark, &kept))
        return;
    snprintf(mark, HASH_HEX, "%s", kept.mark);
    if (!is_remembered(bearer->network, bearer->id, bearer->nick) &&
        (bearer->person == NULL || !has_its_word(bearer->person, &kept)))
        other_mark(mark);
}

void nick_mark_of(const struct person *person, char mark[HASH_HEX])
{
    nick_mark(&(struct nick_bearer){.network = person->network,
                                    .nick = person->key,
                                    .id = person->id,
                                    .host = person->host,
                                    .person = person},
              mark);
}

/* -- what is kept -- */

void nick_link(const struct network *network, const struct store_identity *who, const char *id,
               const struct person *person)
{
    struct linked_nick kept = {.word = ""};
    snprintf(kept.mark, sizeof(kept.mark), "%s", who->mark);
    if (person != NULL && person->has_word)
        write_word(person->word, kept.word);
    write_kept(network, who->account, &kept);
    if (id != NULL)
        remember_bearer(network, id, who->account);
}

void nick_unlink(struct people *people, const char *network, const char *account)
{
    char scope[SCOPE_SIZE];
    setting_set(people, scope_of(network, scope), account, NULL);
}

/* Returns true if the person's nick is linked, and they are known as its bearer. */
static bool is_known(const struct person *person, struct linked_nick *kept)
{
    return !person->verified && read_kept(person->network, person->key, kept) &&
           (is_remembered(person->network, person->id, person->key) || has_its_word(person, kept));
}

void nick_word(const struct person *person)
{
    struct linked_nick kept;
    if (!person->has_word || !is_known(person, &kept))
        return;
    write_word(person->word, kept.word);
    write_kept(person->network, person->key, &kept);
}

void nick_set_word(const struct network *network, const char *id, const uint8_t hash[HASH_SIZE])
{
    struct linked_nick kept;
    char nick[PERSON_ID_MAX];
    if (!network_fold(network, id, nick, sizeof(nick)) || !read_kept(network, nick, &kept))
        return;
    write_word(hash, kept.word);
    write_kept(network, nick, &kept);
}

/* Returns true if the network vouches for the user's host, and the nick was linked from that host.
 */
static bool is_vouched(const struct person *person, const struct chat_user *user,
                       const struct linked_nick *kept)
{
    char mark[HASH_HEX];
    people_mark_host(person->network, user->host, mark);
    return user->host_vouched && *mark != '\0' && comes_thence(mark, kept);
}

const char *nick_sits(const struct person *person, const struct chat_user *user)
{
    struct linked_nick kept;
    if (person->verified || !read_kept(person->network, person->key, &kept))
        return NULL;
    if (is_vouched(person, user, &kept))
        remember_bearer(person->network, user->id, person->key);
    if (is_known(person, &kept)) {
        nick_word(person);
        return NULL;
    }
    return *kept.word != '\0'
               ? N_("The nick {player} is linked, and I cannot tell that it is you. If it is, send "
                    "me your old seat word in private: {p}seat WORD. Until then your wins go to "
                    "{player}~.")
               : N_("The nick {player} is linked, and I cannot tell that it is you: your wins go "
                    "to {player}~. If you linked it, {p}link links it from here too.");
}

/* The nick's mark becomes `to`. */
static void move_nick(const struct network *network, const struct store_identity *who,
                      const char *to)
{
    struct linked_nick kept;
    store_move_nick(network->people->store, who, to);
    if (!read_kept(network, who->account, &kept) || strcmp(kept.mark, who->mark) != 0)
        return;
    snprintf(kept.mark, sizeof(kept.mark), "%s", to);
    write_kept(network, who->account, &kept);
}

bool nick_proves(struct network *network, const struct chat_user *user,
                 const uint8_t hash[HASH_SIZE])
{
    char name[PERSON_NAME_MAX];
    char nick[PERSON_ID_MAX];
    char word[WORD_HEX + 1];
    char mark[HASH_HEX];
    struct linked_nick kept;
    if (!network_fold(network, user->id, nick, sizeof(nick)) || !read_kept(network, nick, &kept))
        return false;
    write_word(hash, word);
    people_mark_host(network, user->host, mark);
    if (*mark == '\0' || strlen(kept.word) != WORD_HEX ||
        !code_same((const uint8_t *)word, (const uint8_t *)kept.word, WORD_HEX))
        return false;
    people_clean_name(user->name, name);
    const struct store_identity moved = {network->name, nick, name, false, kept.mark};
    if (!comes_thence(mark, &kept))
        move_nick(network, &moved, mark);
    remember_bearer(network, user->id, nick);
    return true;
}

void nick_moved(const struct person *person, const char *mark)
{
    struct linked_nick kept;
    char now[HASH_HEX];
    if (person->verified || *mark == '\0')
        return;
    people_mark(person, now);
    if (*now == '\0' || strcmp(mark, now) == 0)
        return;
    bool known = is_known(person, &kept) && comes_thence(mark, &kept);
    const struct store_identity who = {person->network->name, person->key, person->name, false,
                                       known ? kept.mark : mark};
    move_nick(person->network, &who, now);
}

struct person *nick_follow(struct person *person, const struct chat_user *user)
{
    char mark[HASH_HEX] = "";
    bool moves = !person->verified && person->host != NULL && user->host != NULL &&
                 strcmp(person->host, user->host) != 0;
    if (moves)
        people_mark(person, mark);
    struct person *met = people_meet(person->network->people, person, user);
    if (met != NULL)
        nick_moved(met, mark);
    return met;
}
