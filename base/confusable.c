#include "confusable.h"

#include <stdint.h>
#include <string.h>

#include "array.h"
#include "base/text.h"

/* Letters of one form. The pairs come from confusables.txt, the data of Unicode Technical
 * Standard #39 (https://www.unicode.org/Public/security/, version 17.0.0): letters of Latin,
 * Greek, Cyrillic, Armenian, Cherokee, Coptic and Lisu that look like ASCII. text_fold() handles
 * characters that NFKC turns into ASCII (full width, mathematical letters). */
struct letter_form {
    const char *form;
    const char *letters; /* in UTF-8, one behind the other */
};

static const struct letter_form forms[] = {
    {"2", "ƧϨꙄꝚ"},
    {"3", "ƷȜЗӠⲜⳄⳌꝪꞫ"},
    {"4", "Ꮞ"},
    {"5", "Ƽ"},
    {"6", "ϬбᏮⳒⳓⳜ"},
    {"8", "Ȣȣ"},
    {"9", "ⳊⳋꝮ"},
    {"A", "ΑАᎪꓮ"},
    {"AA", "Ꜳ"},
    {"AE", "ÆӔ"},
    {"AO", "Ꜵ"},
    {"AU", "Ꜷ"},
    {"AV", "ꜸꜺ"},
    {"AY", "Ꜽ"},
    {"B", "ΒВᏴⲂꓐꞴ"},
    {"C", "СᏟⲤꓚ"},
    {"D", "Ꭰꓓ"},
    {"E", "ΕЕᎬꓰ"},
    {"F", "ϜꓝꞘ"},
    {"G", "ԌᏀᏳꓖ"},
    {"H", "ΗНᎻⲎꓧ"},
    {"J", "ͿЈᎫꓙꞲ"},
    {"K", "ΚКᏦⲔꓗ"},
    {"L", "ᏞⳐꓡ"},
    {"M", "ΜϺМᎷⲘꓟ"},
    {"N", "ΝⲚꓠ"},
    {"O", "ΟОՕⲞꓳ"},
    {"OE", "Œ"},
    {"OO", "ꚘꝎ"},
    {"P", "ΡРᏢⲢⳎꓑ"},
    {"R", "ƦᎡᏒꓣ"},
    {"S", "ЅՏᏕᏚꓢ"},
    {"T", "ΤТᎢⲦꓔ"},
    {"T3", "Ꜩ"},
    {"U", "Սꓴ"},
    {"V", "ѴᏙꓦ"},
    {"W", "ԜᎳᏔꓪ"},
    {"X", "ΧХⲬꓫꞳ"},
    {"Y", "ΥУҮᎩᎽⲨꓬ"},
    {"Z", "ΖᏃꓜ"},
    {"a", "ɑαа"},
    {"aa", "ꜳ"},
    {"ae", "æӕ"},
    {"ao", "ꜵ"},
    {"au", "ꜷ"},
    {"av", "ꜹꜻ"},
    {"ay", "ꜽ"},
    {"b", "ƄЬᏏ"},
    {"bl", "Ы"},
    {"c", "сᴄⲥꮯ"},
    {"d", "ԁᏧꓒ"},
    {"dz", "ʣ"},
    {"e", "еҽꬲ"},
    {"f", "ƒքẝꞙꬵ"},
    {"g", "ƍɡցᶃ"},
    {"h", "һհᏂ"},
    {"i", "ıɩɪιіւᎥⲓꙇꭵ"},
    {"j", "ϳј"},
    {"l", "ƖǀΙІӀӏⲒꓲ"},
    {"lO", "Ю"},
    {"ll", "ǁ"},
    {"ls", "ʪ"},
    {"lz", "ʫ"},
    {"n", "ոռ"},
    {"o", "οσϭоօᴏᴑⲟꬽ"},
    {"oe", "œ"},
    {"oo", "ꚙꝏ"},
    {"p", "þƿρϸрⲣⳏ"},
    {"q", "ԛգզ"},
    {"r", "гᴦⲅꭇꭈꮁ"},
    {"s", "ƽѕꜱꮪ"},
    {"tf", "ꝷ"},
    {"ts", "ʦ"},
    {"u", "ʋυսᴜꞟꭎꭒ"},
    {"ue", "ᵫ"},
    {"uo", "ꭣ"},
    {"v", "νѵᴠꮩ"},
    {"w", "ɯшѡԝաᴡⲽꮃ"},
    {"x", "х"},
    {"y", "ɣʏγуүᶌỿⲩꭚ"},
    {"z", "ᴢꮓ"},
};

/* For ASCII, after the case is folded. "I" and "l" are one form, so "i" is that form, too. */
static const struct letter_form small_forms[] = {
    {"l", "1i|"},
    {"o", "0"},
    {"rn", "m"},
    {"vv", "w"},
};

/* Bytes of the character at `text`. */
static size_t char_size(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[size] & 0xC0) == 0x80)
        size++;
    return size;
}

static const char *find_form(const struct letter_form *table, size_t count, const char *letter)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(table[i].letters, letter) != NULL)
            return table[i].form;
    }
    return NULL;
}

/* Appends `text` with each letter in its form. */
static bool add_forms(struct buf *out, const struct letter_form *table, size_t count,
                      const char *text)
{
    bool whole = true;
    for (size_t size; *text != '\0' && whole; text += size) {
        char letter[8] = "";
        size = char_size(text);
        if (size < sizeof(letter))
            memcpy(letter, text, size);
        const char *form = *letter != '\0' ? find_form(table, count, letter) : NULL;
        whole = form != NULL ? buf_add(out, form) : buf_add_bytes(out, text, size);
    }
    return whole;
}

/* A capital may look like another letter than its small one does: U+0412 looks like "B", U+0432
 * like no ASCII letter. So letters are replaced twice: before the case is folded, and after it. */
bool confusable_skeleton(struct buf *out, const char *text)
{
    char shaped[CONFUSABLE_MAX];
    char folded[CONFUSABLE_MAX];
    char again[CONFUSABLE_MAX];
    struct buf buf;
    buf_init(&buf, shaped, sizeof(shaped));
    bool whole = add_forms(&buf, forms, ARRAY_SIZE(forms), text);
    buf_init(&buf, folded, sizeof(folded));
    whole = text_fold(&buf, shaped, strlen(shaped)) && whole;
    buf_init(&buf, again, sizeof(again));
    whole = add_forms(&buf, forms, ARRAY_SIZE(forms), folded) && whole;
    return add_forms(out, small_forms, ARRAY_SIZE(small_forms), again) && whole;
}

bool confusable_same(const char *one, const char *other)
{
    char first[2 * CONFUSABLE_MAX];
    char second[2 * CONFUSABLE_MAX];
    struct buf buf;
    buf_init(&buf, first, sizeof(first));
    confusable_skeleton(&buf, one);
    buf_init(&buf, second, sizeof(second));
    confusable_skeleton(&buf, other);
    return strcmp(first, second) == 0;
}
