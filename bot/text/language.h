/* language.h: what Talon says, in the languages it knows.
 *
 * The English text is the key (msgid) of every message; another language has a catalogue of it
 * (config/locale/talon-CODE.po, domain talon-CODE), and a table of the words that people type
 * (talon-CODE.words). docs/translating.md says how to add one. A language is a value here and not a
 * setting of the process, because one process serves tables and readers in several languages.
 * xgettext finds the texts by the keywords tr:2, trn:2,3, N_ and NP_:1,2. */
#ifndef TALON_LANGUAGE_H
#define TALON_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

struct language {
    const char *code;    /* "en", "pt-BR" */
    const char *name;    /* in the language itself: "English" */
    const char *domain;  /* of its catalogue; NULL: the texts themselves */
    const char *names;   /* what people call it, folded, parted by blanks */
    const char *clients; /* Discord's codes of it, parted by blanks: "es-ES es-419" */
};

enum { LANGUAGES_MAX = 16 };

/* Marks a text in a table, to be given to tr() later. */
#define N_(text) text
/* Like N_, for a text with singular and plural: stands for the first two arguments of trn(), which
 * are one entry of the catalogue. */
#define NP_(one, many) one, many

/* Finds the catalogues: in $TALON_LOCALEDIR, else in the folder `locale` beside the program, else
 * where they are installed. Called once, before any thread starts and before any text is written
 * (labels of cards are kept, cards.h); sets the locale of the process to C.UTF-8. Returns false if
 * a catalogue is missing: texts in its language are then English. */
bool language_setup(void);

/* The codes of all languages, as people read them: "en, fr". */
extern const char language_codes[];

/* Returns the language of that code, in any case; NULL if there is none. */
const struct language *language_find(const char *code);
/* Returns the language that people mean by its code, its name in any of the languages, or a locale
 * ("fr-FR"); NULL if there is none. */
const struct language *language_named(const char *word);
/* Returns the language of a tag as browsers and machines have them ("fr-FR", "pt_BR.UTF-8"): the
 * one with this code, else the first one that begins with the same letters. NULL: there is none. */
const struct language *language_of_tag(const char *tag);
/* Returns the language of a client's locale ("fr", "fr-FR", "en_GB"); English if we do not have
 * that language. NULL: no locale is known. */
const struct language *language_of_locale(const char *locale);
/* Returns the n-th language from 0 (0 is English); NULL behind the last. */
const struct language *language_at(unsigned n);

/* Returns true if somebody means an English word by what they typed: the word itself, or what a
 * language has for it ("channel": "salon"). Case and accents do not count. */
bool word_means(const char *typed, const char *english);
/* Returns the other words of a language for a command, which goes by its English name: parted by
 * blanks, folded. A word behind a '?' also answers a question of ours without the command prefix.
 */
const char *language_command(const struct language *language, const char *command);

/* Returns the text in that language, or `text` itself if the catalogue lacks it. The caller never
 * frees it. Callable from any thread. */
const char *tr(const struct language *language, const char *text) __attribute__((format_arg(2)));
/* Writes a list of texts in that language. `list` has ", " between the texts, and so has the
 * result. Returns `out`. */
const char *tr_list(const struct language *language, const char *list, char *out, size_t size);
/* Returns the language of the last text that this thread asked for: of the sentence that is just
 * being written (phrase.h). English at first. */
const struct language *language_spoken(void);
/* Returns the singular or plural form for the number `n`. */
const char *trn(const struct language *language, const char *one, const char *many, unsigned long n)
    __attribute__((format_arg(2), format_arg(3)));

#endif
