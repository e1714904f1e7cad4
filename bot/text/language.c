#include "language.h"

#include <ctype.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/text.h"
#include "bot/text/language_words.h"

enum { FOLDER_MAX = 4096 };

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
    for (unsigned n = 0; n < language_count; n++) {
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
    for (unsigned n = 0; n < language_count; n++) {
        const char *domain = languages[n].domain;
        if (domain &&
            (!bindtextdomain(domain, folder) || !bind_textdomain_codeset(domain, "UTF-8")))
            return false;
    }
    return has_all(folder);
}

const struct language *language_find(const char *code)
{
    for (unsigned n = 0; n < language_count; n++) {
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

/* True if the tag, of `length` bytes, and the code are the same; '_' is '-'. */
static bool is_same_tag(const char *tag, size_t length, const char *code)
{
    size_t at = 0;
    while (at < length && code[at] != '\0' &&
           (tolower((unsigned char)tag[at]) == tolower((unsigned char)code[at]) ||
            (tag[at] == '_' && code[at] == '-')))
        at++;
    return at == length && code[at] == '\0';
}

const struct language *language_of_tag(const char *tag)
{
    size_t whole = strcspn(tag, ".@"); /* "pt_BR.UTF-8" */
    size_t length = strcspn(tag, "-_.@");
    for (unsigned n = 0; n < language_count; n++) {
        if (is_same_tag(tag, whole, languages[n].code))
            return &languages[n];
    }
    for (unsigned n = 0; n < language_count; n++) {
        if (strcspn(languages[n].code, "-") == length &&
            strncasecmp(languages[n].code, tag, length) == 0)
            return &languages[n];
    }
    return NULL;
}

/* "fr", "fr-ca", "es_419": a short word could be one, too, so this is strict. */
static bool is_tag(const char *word)
{
    size_t length = strcspn(word, "-_");
    return length == 2 && strlen(word + length) <= 6;
}

const struct language *language_named(const char *word)
{
    char folded[32];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    for (unsigned n = 0; n < language_count; n++) {
        if (is_called(&languages[n], folded))
            return &languages[n];
    }
    return is_tag(word) ? language_of_tag(word) : NULL;
}

const struct language *language_of_locale(const char *locale)
{
    if (!locale || *locale == '\0')
        return NULL;
    const struct language *language = language_of_tag(locale);
    return language ? language : &languages[0];
}

const struct language *language_at(unsigned n)
{
    return n < language_count ? &languages[n] : NULL;
}

bool word_means(const char *typed, const char *english)
{
    char folded[32];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, typed, strlen(typed)))
        return false;
    if (strcmp(folded, english) == 0)
        return true;
    for (const struct meaning_row *row = language_meanings; row->english != NULL; row++) {
        if (strcmp(row->english, english) == 0 && strcmp(row->word, folded) == 0)
            return true;
    }
    return false;
}

const char *language_command(const struct language *language, const char *command)
{
    for (const struct command_words *row = language_commands; row->code != NULL; row++) {
        if (strcmp(row->code, language->code) == 0 && strcmp(row->command, command) == 0)
            return row->words;
    }
    return "";
}

static _Thread_local const struct language *spoken = &languages[0];

const struct language *language_spoken(void)
{
    return spoken;
}

const char *tr(const struct language *language, const char *text)
{
    spoken = language;
    /* The empty text is the catalogue's header. */
    if (!language->domain || *text == '\0')
        return text;
    return dgettext(language->domain, text);
}

const char *tr_list(const struct language *language, const char *list, char *out, size_t size)
{
    struct buf buf;
    buf_init(&buf, out, size);
    for (const char *at = list; *at != '\0';) {
        char text[128];
        const char *end = strstr(at, ", ");
        size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
        snprintf(text, sizeof(text), "%.*s", (int)length, at);
        buf_add(&buf, at != list ? ", " : "");
        buf_add(&buf, tr(language, text));
        at += length + (end != NULL ? 2 : 0);
    }
    return out;
}

const char *trn(const struct language *language, const char *one, const char *many, unsigned long n)
{
    spoken = language;
    if (!language->domain)
        return n == 1 ? one : many;
    return dngettext(language->domain, one, many, n);
}
