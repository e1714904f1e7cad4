#include "admin.h"

#include <ctype.h>
#include <string.h>

#include "bot/people/people_state.h"

enum { PRINT_MIN = 32, PRINT_MAX = 128 }; /* digits: of MD5 to SHA-512 */

static const char sign[] = "certfp:";
enum { SIGN = sizeof(sign) - 1 };

/* Finds the next word of a list. Returns false after the last. */
static bool next_word(const char **list, const char **word, size_t *length)
{
    static const char parts[] = " \t,";
    if (*list == NULL)
        return false;
    *word = *list + strspn(*list, parts);
    *length = strcspn(*word, parts);
    *list = *word + *length;
    return *length > 0;
}

static bool is_print(const char *word, size_t length)
{
    return length >= SIGN && strncmp(word, sign, SIGN) == 0;
}

const char *admin_check(const char *list)
{
    const char *word = NULL;
    size_t length = 0;
    while (next_word(&list, &word, &length)) {
        unsigned digits = 0;
        unsigned others = 0;
        for (size_t i = SIGN; is_print(word, length) && i < length; i++) {
            digits += isxdigit((unsigned char)word[i]) != 0;
            others += !isxdigit((unsigned char)word[i]) && word[i] != ':';
        }
        size_t sign_at = strcspn(word, "!@*?");
        if (sign_at < length && !is_print(word, length)) {
            return "has a mask: only names of accounts belong here, or certfp: and a certificate's "
                   "digits";
        }
        if (is_print(word, length) && (digits < PRINT_MIN || digits > PRINT_MAX || others > 0))
            return "has no 32 to 128 hexadecimal digits behind certfp:";
    }
    return NULL;
}

static bool same_account(const struct network *network, const char *word, size_t length,
                         const char *account)
{
    char name[PERSON_ID_MAX];
    char listed[PERSON_ID_MAX];
    char given[PERSON_ID_MAX];
    if (length >= sizeof(name))
        return false;
    memcpy(name, word, length);
    name[length] = '\0';
    return network_fold_account(network, name, listed, sizeof(listed)) &&
           network_fold_account(network, account, given, sizeof(given)) &&
           strcmp(listed, given) == 0;
}

/* Compares the digits behind the sign, in upper or lower case and with colons or without. */
static bool same_print(const char *digits, size_t length, const char *print)
{
    for (size_t i = 0; i < length; i++) {
        if (digits[i] == ':')
            continue;
        if (tolower((unsigned char)digits[i]) != tolower((unsigned char)*print))
            return false;
        print++;
    }
    return *print == '\0';
}

bool admin_is(const struct network *network, const struct chat_user *user)
{
    const char *at = network->admins;
    const char *print = user->certificate != NULL ? user->certificate : "";
    const char *word = NULL;
    size_t length = 0;
    while (next_word(&at, &word, &length)) {
        if (is_print(word, length)
                ? *print != '\0' && same_print(word + SIGN, length - SIGN, print)
                : user->account != NULL && same_account(network, word, length, user->account))
            return true;
    }
    return false;
}

bool admin_asks(const struct network *network, const struct chat_event *event)
{
    struct adapter *adapter = network->adapter;
    const char *at = network->admins;
    const char *word = NULL;
    size_t length = 0;
    if (event->kind != CHAT_MESSAGE || event->user.certificate != NULL ||
        adapter->impl->identify == NULL)
        return false;
    while (next_word(&at, &word, &length)) {
        if (is_print(word, length))
            return adapter->impl->identify(adapter, event);
    }
    return false;
}
