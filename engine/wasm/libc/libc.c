/* The functions of libc that the engine calls, for WebAssembly, which has no libc. Compiled with
 * -fno-builtin: otherwise the compiler would turn each into a call of itself. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *memcpy(void *to, const void *from, size_t size)
{
    return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    char *at = to;
    const char *source = from;
    if (at < source) {
        for (size_t i = 0; i < size; i++)
            at[i] = source[i];
    } else {
        for (size_t i = size; i > 0; i--)
            at[i - 1] = source[i - 1];
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *one = a;
    const unsigned char *other = b;
    size_t i = 0;
    while (i < size && one[i] == other[i])
        i++;
    return i < size ? one[i] - other[i] : 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    return length;
}

int strncmp(const char *a, const char *b, size_t most)
{
    size_t i = 0;
    while (i < most && a[i] == b[i] && a[i] != '\0')
        i++;
    return i < most ? (unsigned char)a[i] - (unsigned char)b[i] : 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list args;
    size_t made = 0;
    va_start(args, format);
    for (; *format != '\0'; format++) {
        char digits[12];
        char *piece = &digits[sizeof(digits) - 1];
        const char *word = piece;
        *piece = '\0';
        if (*format != '%') {
            *--piece = *format;
            word = piece;
        } else if (*++format == 's') {
            word = va_arg(args, const char *);
        } else {
            unsigned value = va_arg(args, unsigned);
            do
                *--piece = (char)('0' + value % 10);
            while ((value /= 10) > 0);
            word = piece;
        }
        for (; *word != '\0'; word++, made++) {
            if (made + 1 < size)
                text[made] = *word;
        }
    }
    va_end(args);
    if (size > 0)
        text[made < size ? made : size - 1] = '\0';
    return (int)made;
}
