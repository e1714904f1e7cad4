#include "bot/cli/ask.h"
#include "base/array.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

/* -- hiding what is typed -- */

static struct termios shown;

/* If a signal ends the program during a secret answer, the terminal shows again what is typed. */
static void end_shown(int number)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    signal(number, SIG_DFL);
    raise(number);
}

static void hide(bool hidden)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct termios mode;
    if (hidden && tcgetattr(STDIN_FILENO, &shown) != 0)
        return;
    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
        signal(numbers[i], hidden ? end_shown : SIG_DFL);
    mode = shown;
    if (hidden) {
        mode.c_lflag &= (tcflag_t)~ECHO;
        mode.c_lflag |= ECHONL;
    }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode);
}

/* -- reading one line -- */

enum line_end { LINE_WHOLE, LINE_LONG, LINE_NONE };

static enum line_end read_line(char *answer)
{
    if (fgets(answer, ASK_MAX, stdin) == NULL)
        return LINE_NONE;
    size_t length = strlen(answer);
    if (length > 0 && answer[length - 1] != '\n' && !feof(stdin)) {
        int c = 0;
        while (c != '\n' && c != EOF)
            c = getchar();
        return LINE_LONG;
    }
    while (length > 0 && isspace((unsigned char)answer[length - 1]))
        answer[--length] = '\0';
    size_t blanks = strspn(answer, " \t");
    memmove(answer, answer + blanks, length - blanks + 1);
    return LINE_WHOLE;
}

static bool is_text(const char *answer)
{
    while (*answer != '\0' && !iscntrl((unsigned char)*answer))
        answer++;
    return *answer == '\0';
}

static enum line_end prompt(const struct question *question, char *answer)
{
    bool bracket = question->usual != NULL && *question->usual != '\0';
    printf("%s%s%s%s: ", question->text, bracket ? " [" : "", bracket ? question->usual : "",
           bracket ? "]" : "");
    fflush(stdout);
    if (question->secret)
        hide(true);
    enum line_end end = read_line(answer);
    if (question->secret)
        hide(false);
    return end;
}

/* Returns why the answer is refused, or NULL if it is accepted. */
static const char *refusal(const struct question *question, enum line_end end, char *answer)
{
    if (end == LINE_LONG)
        return "is too long";
    if (!is_text(answer))
        return "contains control characters";
    if (*answer == '\0' && question->usual == NULL)
        return "is needed";
    if (*answer == '\0') {
        snprintf(answer, ASK_MAX, "%s", question->usual);
        return NULL;
    }
    return question->check != NULL ? question->check(question->arg, answer) : NULL;
}

bool ask(const struct question *question, char *answer)
{
    const char *why = NULL;
    do {
        enum line_end end = prompt(question, answer);
        if (end == LINE_NONE) {
            putchar('\n');
            return false;
        }
        why = refusal(question, end, answer);
        if (why != NULL)
            printf("  This %s%s\n", why, why[strlen(why) - 1] == '?' ? "" : ".");
    } while (why != NULL);
    return true;
}

static const char *check_whether(void *arg, const char *answer)
{
    (void)arg;
    bool known = strcasecmp(answer, "yes") == 0 || strcasecmp(answer, "y") == 0 ||
                 strcasecmp(answer, "no") == 0 || strcasecmp(answer, "n") == 0;
    return known ? NULL : "must be yes or no";
}

bool ask_whether(const char *text, bool usual)
{
    char answer[ASK_MAX];
    const struct question question = {
        .text = text, .usual = usual ? "yes" : "no", .check = check_whether};
    return ask(&question, answer) && (*answer == 'y' || *answer == 'Y');
}
