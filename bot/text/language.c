#include "language.h"

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"

enum { FOLDER_MAX = 4096 };

static const struct language languages[] = {
    {"en", "English", NULL, "english anglais anglaise"},
    {"fr", "Français", "talon-fr", "french francais francaise"},
};
enum { LANGUAGE_COUNT = ARRAY_SIZE(languages) };

/* gettext chooses a folder by the language of the process. All our catalogues are in the folder of
 * "en", each as a domain, so that the machine needs no generated locale. */
static bool has_catalogue(const char *folder, const char *domain)
{
    char path[FOLDER_MAX + 64];
    int length = snprintf(path, sizeof(path), "%s/en/LC_MESSAGES/%s.mo", folder, domain);
    return length > 0 && (size_t)length < sizeof(path) && access(path, R_OK) == 0;
}

static bool has_all(const char *folder)
{
    for (unsigned n = 0; n < LANGUAGE_COUNT; n++) {
        if (languages[n].domain && !has_catalogue(folder, languages[n].domain))
            return false;
    }
    return true;
}

static bool beside_program(char *folder, size_t size)
{
    char path[FOLDER_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    *slash = '\0';
    int written = snprintf(folder, size, "%s/locale", path);
    return written > 0 && (size_t)written < size;
}

bool language_setup(void)
{
    char beside[FOLDER_MAX + 16];
    const char *folder = getenv("TALON_LOCALEDIR");

    if (!folder || *folder == '\0') {
        bool found = beside_program(beside, sizeof(beside)) && has_all(beside);
        folder = found ? beside : TALON_LOCALEDIR;
    }
    if (setenv("LANGUAGE", "en", 1) < 0 || !setlocale(LC_ALL, "C.UTF-8"))
        return false;
    for (unsigned n = 0; n < LANGUAGE_COUNT; n++) {
        const char *domain = languages[n].domain;
        if (domain &&
            (!bindtextdomain(domain, folder) || !bind_textdomain_codeset(domain, "UTF-8")))
            return false;
    }
    return has_all(folder);
}

const struct language *language_find(const char *code)
{
    for (unsigned n = 0; n < LANGUAGE_COUNT; n++) {
        if (strcasecmp(languages[n].code, code) == 0)
            return &languages[n];
    }
    return NULL;
}

/* True if a folded word is one of the names, which blanks separate. */
static bool is_called(const struct language *language, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = language->names; *at != '\0';) {
        size_t span = strcspn(at, " ");
        if (span == length && strncmp(at, word, length) == 0)
            return true;
        at += span + strspn(at + span, " ");
    }
    return false;
}

const struct language *language_named(const char *word)
{
    char folded[32];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    for (unsigned n = 0; n < LANGUAGE_COUNT; n++) {
        if (is_called(&languages[n], folded))
            return &languages[n];
    }
    size_t length = strcspn(folded, "-_"); /* "fr-ca" */
    bool locale = length == 2 && folded[length] != '\0' && strlen(folded + length) <= 6;
    folded[length] = '\0';
    return length == strlen(word) || locale ? language_find(folded) : NULL;
}

const struct language *language_of_locale(const char *locale)
{
    char code[8] = "";
    if (!locale || *locale == '\0')
        return NULL;
    size_t length = strcspn(locale, "-_");
    if (length < sizeof(code))
        memcpy(code, locale, length);
    const struct language *language = language_find(code);
    return language ? language : &languages[0];
}

const struct language *language_at(unsigned n)
{
    return n < LANGUAGE_COUNT ? &languages[n] : NULL;
}

const char *tr(const struct language *language, const char *text)
{
    /* The empty text is the catalogue's header. */
    if (!language->domain || *text == '\0')
        return text;
    return dgettext(language->domain, text);
}

const char *trn(const struct language *language, const char *one, const char *many, unsigned long n)
{
    if (!language->domain)
        return n == 1 ? one : many;
    return dngettext(language->domain, one, many, n);
}
