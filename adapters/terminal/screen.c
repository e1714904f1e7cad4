#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include <utf8proc.h>

#include "base/array.h"
#include "paint.h"
#include "terminfo.h"

/* Presses of the mouse with their place, and pasted text between marks. */
#define EXTRAS_ON  "\033[?1000h\033[?1006h\033[?2004h"
#define EXTRAS_OFF "\033[?1000l\033[?1006l\033[?2004l"

enum { RESET_BYTES = 256, MARKS = 4, MANY = 256, SOME = 8 };

static struct {
    SCREEN *curses;
    FILE *in_file, *out_file;
    int in, out;
    bool extras;
    int pairs[PAINTS];
    attr_t attributes[PAINTS];
    /* What it takes to give the terminal back after a crash. It is prepared here, because a signal
     * handler may call few functions. */
    struct termios modes;
    char reset[RESET_BYTES];
    size_t reset_length;
} screen;

static volatile sig_atomic_t is_open;

/* -- what terminal it is -- */

bool screen_unicode(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        const char *value = getenv(names[i]);
        const char *charset = value != NULL ? strchr(value, '.') : NULL;
        if (value == NULL || *value == '\0')
            continue;
        return charset != NULL &&
               (strncasecmp(charset, ".utf-8", 6) == 0 || strncasecmp(charset, ".utf8", 5) == 0);
    }
    return true; /* the locale does not say: today's terminals do */
}

void screen_size(int out, unsigned *rows, unsigned *columns)
{
    struct winsize size;
    *rows = DRAW_ROWS;
    *columns = DRAW_COLUMNS;
    if (ioctl(out, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        *rows = size.ws_row;
        *columns = size.ws_col;
    }
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0';
}

bool screen_suits(int in, int out, struct fault *why)
{
    const char *term = getenv("TERM");
    unsigned rows = 0;
    unsigned columns = 0;
    if (!isatty(in) || !isatty(out))
        return fault_set(why, "the table needs a terminal for input and output");
    if (term == NULL || !terminfo_moves(term, out)) {
        return fault_set(why, "the terminal \"%s\" (TERM) cannot show the table",
                         term != NULL ? term : "");
    }
    screen_size(out, &rows, &columns);
    if (rows < DRAW_ROWS || columns < DRAW_COLUMNS) {
        return fault_set(why, "the table needs a window of %dx%d and this one has %ux%u",
                         DRAW_COLUMNS, DRAW_ROWS, columns, rows);
    }
    return true;
}

/* -- giving it back -- */

static void write_bytes(const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t done = write(screen.out, bytes, length);
        if (done <= 0)
            return;
        bytes += done;
        length -= (size_t)done;
    }
}

static void give_back(void)
{
    if (!is_open)
        return;
    is_open = 0;
    write_bytes(screen.reset, screen.reset_length);
    tcsetattr(screen.in, TCSANOW, &screen.modes);
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT /* Ctrl-\ */};
static struct sigaction before[ARRAY_SIZE(crashes)];

static void on_crash(int number)
{
    give_back();
    for (size_t i = 0; i < ARRAY_SIZE(crashes); i++) {
        if (crashes[i] == number)
            sigaction(number, &before[i], NULL);
    }
    raise(number);
}

static void watch_crashes(bool on)
{
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
        sigaction(crashes[i], on ? &action : &before[i], on ? &before[i] : NULL);
}

static void add_reset(const char *bytes)
{
    if (bytes == NULL || bytes == (char *)-1)
        return;
    size_t length = strlen(bytes);
    if (screen.reset_length + length > RESET_BYTES)
        return;
    memcpy(screen.reset + screen.reset_length, bytes, length);
    screen.reset_length += length;
}

static void note_reset(void)
{
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmcup"};
    screen.reset_length = 0;
    if (screen.extras)
        add_reset(EXTRAS_OFF);
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        add_reset(tigetstr(names[i]));
}

/* -- colours -- */

static attr_t attributes_of(unsigned marks)
{
    return ((marks & PAINT_BOLD) != 0 ? WA_BOLD : 0) | ((marks & PAINT_DIM) != 0 ? WA_DIM : 0) |
           ((marks & PAINT_REVERSE) != 0 ? WA_REVERSE : 0);
}

/* Chooses the colours: true colours if terminfo says that the number of a colour is its red, green
 * and blue; else 256, 16 or none. */
static void choose_colours(void)
{
    bool colours = !is_set("NO_COLOR") && has_colors() && start_color() == OK && COLORS >= SOME;
    bool direct = colours && tigetflag("RGB") > 0;
    for (unsigned i = 0; i < PAINTS; i++) {
        const struct colours *wanted = paint_colours((enum paint)i);
        screen.pairs[i] = 0;
        screen.attributes[i] = attributes_of(wanted->plain);
        if (!colours)
            continue;
        if (direct) {
            screen.pairs[i] =
                alloc_pair((int)paint_rgb(wanted->ink), (int)paint_rgb(wanted->ground));
            screen.attributes[i] = 0;
        } else if (COLORS >= MANY) {
            screen.pairs[i] = alloc_pair(wanted->ink, wanted->ground);
            screen.attributes[i] = 0;
        } else {
            screen.pairs[i] = alloc_pair(wanted->ink16, wanted->ground16);
            screen.attributes[i] = attributes_of(wanted->bold16);
        }
        if (screen.pairs[i] < 0) { /* the terminal has too few colour pairs */
            screen.pairs[i] = 0;
            screen.attributes[i] = attributes_of(wanted->plain);
        }
        if (i == PAINT_STRONG || i == PAINT_GOLD || i == PAINT_TURN || i == PAINT_PAPER)
            screen.attributes[i] |= WA_BOLD;
    }
}

/* -- taking it -- */

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    typeahead(-1);
    leaveok(stdscr, TRUE);
    curs_set(0);
}

static void write_extras(const char *bytes)
{
    if (!screen.extras)
        return;
    fputs(bytes, screen.out_file);
    fflush(screen.out_file);
}

bool screen_open(int in, int out)
{
    static bool at_exit;
    int in_copy = dup(in);
    int out_copy = dup(out);
    screen.in = in;
    screen.out = out;
    screen.in_file = in_copy >= 0 ? fdopen(in_copy, "r") : NULL;
    screen.out_file = out_copy >= 0 ? fdopen(out_copy, "w") : NULL;
    if (screen.in_file == NULL || screen.out_file == NULL || tcgetattr(in, &screen.modes) != 0 ||
        (screen.curses = newterm(NULL, screen.out_file, screen.in_file)) == NULL) {
        if (screen.in_file != NULL)
            fclose(screen.in_file);
        if (screen.out_file != NULL)
            fclose(screen.out_file);
        return false;
    }
    const char *mouse = tigetstr("kmous");
    screen.extras = mouse != NULL && mouse != (char *)-1;
    note_reset();
    is_open = 1;
    watch_crashes(true);
    if (!at_exit)
        atexit(give_back);
    at_exit = true;
    choose_colours();
    set_modes();
    write_extras(EXTRAS_ON);
    return true;
}

void screen_close(void)
{
    if (!is_open)
        return;
    write_extras(EXTRAS_OFF);
    endwin();
    is_open = 0;
    watch_crashes(false);
    delscreen(screen.curses);
    screen.curses = NULL;
    fclose(screen.in_file);
    fclose(screen.out_file);
}

void screen_suspend(void)
{
    if (!is_open)
        return;
    write_extras(EXTRAS_OFF);
    endwin();
}

void screen_resume(void)
{
    if (!is_open)
        return;
    clearok(curscr, TRUE);
    refresh();
    write_extras(EXTRAS_ON);
}

void screen_resize(unsigned rows, unsigned columns)
{
    if (is_open)
        resizeterm((int)rows, (int)columns);
}

void screen_forget(void)
{
    if (is_open)
        clearok(curscr, TRUE);
}

void screen_keys(struct keys *keys)
{
    static const struct {
        const char *name;
        enum press_kind kind;
    } known[] = {{"kcub1", PRESS_LEFT},   {"kcuf1", PRESS_RIGHT},   {"kcuu1", PRESS_UP},
                 {"kcud1", PRESS_DOWN},   {"khome", PRESS_HOME},    {"kend", PRESS_END},
                 {"kpp", PRESS_PAGE_UP},  {"knp", PRESS_PAGE_DOWN}, {"kf1", PRESS_HELP},
                 {"kdch1", PRESS_DELETE}, {"kcbt", PRESS_BACK_TAB}};
    for (unsigned i = 0; i < ARRAY_SIZE(known); i++) {
        const char *sequence = tigetstr(known[i].name);
        if (sequence != NULL && sequence != (char *)-1 && sequence[0] == '\033')
            keys_know(keys, sequence, known[i].kind);
    }
}

/* -- showing -- */

/* Writes the character of a cell with its marks. */
static void put_cell(unsigned row, unsigned column, const struct cell *cell)
{
    wchar_t text[MARKS + 1] = {0};
    cchar_t shown;
    int pair = screen.pairs[cell->paint];
    size_t count = 0;
    for (const char *at = cell->text; *at != '\0' && count < MARKS;) {
        utf8proc_int32_t code = 0;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &code);
        if (size <= 0)
            break;
        text[count++] = (wchar_t)code;
        at += size;
    }
    /* If the system's libc gives a character another width than we do, the rest of its row would
     * move. */
    if (wcwidth(text[0]) != cell->width) {
        text[0] = cell->width == 1 ? L'?' : L'\uFF1F';
        text[1] = L'\0';
    }
    for (size_t i = 1; i < count; i++) {
        if (wcwidth(text[i]) != 0)
            text[i] = L'\0';
    }
    if (setcchar(&shown, text, screen.attributes[cell->paint], 0, &pair) == OK)
        mvadd_wch((int)row, (int)column, &shown);
}

bool screen_show(const struct cell_grid *grid, const struct prompt_cursor *cursor)
{
    struct pollfd ready = {.fd = screen.out, .events = POLLOUT};
    if (!is_open)
        return true;
    if (poll(&ready, 1, 0) < 1 || (ready.revents & POLLOUT) == 0)
        return false;
    for (unsigned row = 0; row < grid->rows; row++) {
        for (unsigned column = 0; column < grid->columns; column++) {
            const struct cell *cell = grid_at(grid, row, column);
            if (cell->width > 0)
                put_cell(row, column, cell);
        }
    }
    leaveok(stdscr, !cursor->shown);
    curs_set(cursor->shown);
    if (cursor->shown)
        move((int)cursor->row, (int)cursor->column);
    refresh();
    return true;
}
