#!/bin/sh
# terminal.sh PROGRAM GOLDEN: `talon play` in a real terminal (tmux): screens, keys and mouse, sizes, colours, and a
# whole match by arrows and Enter. Afterwards the terminal must be as before.
# TALON_GOLDEN=write writes the golden screens.
set -eu
program=$1
golden=$2
if ! command -v tmux >/dev/null 2>&1; then
    echo 'skipped: tmux is not installed'
    exit 0
fi
folder=$(mktemp -d)
me=$(id -un)
socket=$folder/tmux
shells=0
trap 'tmux -S "$socket" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
unset NO_COLOR ACCESSIBLE COLORTERM LC_ALL LC_MESSAGES LC_CTYPE
export LANG=C.UTF-8 HOME="$folder"

mux() { tmux -S "$socket" "$@"; }
screen() { mux capture-pane -p; }
fail() {
    printf '%s\nThe screen:\n' "$1" >&2
    screen >&2 || true
    exit 1
}

# Waits until a command succeeds.
until_true() { # until_true WHAT COMMAND...
    what=$1
    shift
    tries=0
    while ! "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "waited in vain for $what"
        sleep 0.1
    done
}
shows() { screen | grep -qF -- "$1"; }
lacks() { ! shows "$1"; }
see() { until_true "$1" shows "$1"; }
gone() { until_true "the end of $1" lacks "$1"; }
keys() { mux send-keys "$@"; }

# Starts a shell in a terminal of this size.
shell() { # shell COLUMNS ROWS
    mux kill-server 2>/dev/null || true
    shells=$((shells + 1)) # a new socket, because the old server may still be ending
    socket=$folder/tmux$shells
    mux -f /dev/null new-session -d -x "$1" -y "$2" "PS1='ready> ' sh"
    see 'ready>'
}
play() { # play [NAME=VALUE]...: types the command; its process writes its number into $folder/pid
    rm -f "$folder"/play.db* "$folder/pid"
    keys "clear; sh -c 'echo \$\$ >$folder/pid; exec \"\$@\"' sh env $* '$program' play --lang en" \
        " --db '$folder/play.db' --seed ${seed:-11} ${more:-}; printf 'en%s\\n' ded" Enter
}
ended() { see ended; }

# Waits until the screen is the same as a golden one. The user's name and the log beside the table differ on each
# machine, so they are left out.
now() { screen | sed "s/$me · /NAME · /; s/^ *$me deals /NAME deals /; s/ *│[^│]*\$//; s/ *\$//"; }
is_golden() { now | cmp -s - "$golden/$1.txt"; }
same() { # same NAME
    if [ "${TALON_GOLDEN:-}" = write ]; then
        sleep 2
        now >"$golden/$1.txt"
    fi
    until_true "the screen $1.txt" is_golden "$1"
}

# -- two sizes, and from one to the other --
shell 80 24
play
see 'YOUR TURN'
same real-80x24
mux resize-window -x 60 -y 20
see 'The table needs a window of 80x24.'
mux resize-window -x 120 -y 40
see 'What happened'
same real-120x40
mux resize-window -x 80 -y 24
gone 'What happened'
same real-80x24

# -- keys --
keys Right
see '━ Your turn on [R +2]'
keys '?'
see 'shows lines instead of the table'
keys Escape
gone 'shows lines instead of the table'
keys l
see 'What happened, the newest first'
keys Escape
gone 'What happened, the newest first'
keys End Enter
see 'Another card'
keys Escape
gone 'Another card'
keys / 'play r'
see '> play r'
keys Tab
see '[R 1] '
keys Tab
see '> play R1'
keys Escape
gone '> play R1'
keys s
see 'Remove a player'
keys Escape
gone 'Remove a player'
keys Home Enter # the blue 5 does not match, and the table says so
see 'That card does not match.'
# A click on the draw pile draws a card.
mux send-keys -l "$(printf '\033[<0;18;11M\033[<0;18;11m')"
keys l # the list of all moves, because the table shows only the last ones
see "$me draws 1 card"
keys Escape
gone 'What happened, the newest first'

# -- Ctrl-Z and Ctrl-C; the terminal is restored --
settings() { stty -F "$(mux display -p '#{pane_tty}')" -a; }
restored() { [ "$(mux display -p '#{alternate_on} #{cursor_flag} #{mouse_any_flag}')" = '0 1 0' ] && settings | cmp -s - "$folder/stty"; }
shell 80 24
settings >"$folder/stty"
play
see 'YOUR TURN'
keys C-z
until_true 'the terminal after Ctrl-Z' restored
keys fg Enter
see 'YOUR TURN'
keys C-c
see 'Ctrl-C again leaves the table'
keys Right
gone 'Ctrl-C again'
keys C-c
see 'Ctrl-C again'
keys C-c
ended
until_true 'the terminal after the end' restored
# The game also goes on without the screen, line by line.
keys "clear; '$program' play --lang en --plain --db '$folder/play.db'" Enter
see 'Go on with it?'
keys y Enter
see '» Your turn on'
keys quit Enter
see 'ready>'
# Somebody who does not go on begins a new game, and the same seed deals the same cards.
keys "clear; '$program' play --lang en --db '$folder/play.db' --seed 11" Enter
see 'Go on with it?'
keys n Enter
see 'first card [R 0]'

# -- signals --
for signal in TERM HUP SEGV ABRT QUIT; do
    shell 80 24
    play
    see 'YOUR TURN'
    kill -s $signal "$(cat "$folder/pid")"
    ended
    until_true "the terminal after SIG$signal" restored
done

# -- colours --
coloured() { mux capture-pane -p -e | grep -q "$(printf '\033')\\[[0-9;]*[34]8;5;"; }
few() { mux capture-pane -p -e | grep -q "$(printf '\033')\\[[0-9;]*4[1-7]m"; }
shell 80 24
play TERM=xterm-256color
see 'YOUR TURN'
coloured || fail 'no 256 colours'
shell 80 24
play TERM=xterm
see 'YOUR TURN'
if coloured || ! few; then fail 'no 16 colours'; fi
# True colours: terminfo says that the terminal takes red, green and blue.
cat >"$folder/direct" <<'TERMINFO'
talon-direct|direct colours,
	RGB, colors#0x1000000, pairs#0x10000,
	setaf=\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
	setab=\E[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
	use=xterm-256color,
TERMINFO
tic -x -o "$folder/terminfo" "$folder/direct"
true_ones() { mux capture-pane -p -e | grep -q "$(printf '\033')\\[[0-9;]*[34]8;2;"; }
shell 80 24
play TERM=talon-direct "TERMINFO=$folder/terminfo"
see 'YOUR TURN'
true_ones || fail 'no true colours'
shell 80 24
play NO_COLOR=1
see 'YOUR TURN'
if coloured || few; then fail 'colours, with NO_COLOR'; fi
see 'R•••••│ │R•••••│' # letter, pattern and star tell the colour
shell 80 24
play LC_ALL=C
see 'YOUR TURN'
see 'Rooooo' # in ASCII
shell 80 24
more='--lang fr' play
see 'À VOUS'
see 'P Piger'

# -- lines --
for way in TERM=dumb ACCESSIBLE=1; do
    shell 80 24
    play $way
    see '» Your turn on'
done
shell 80 24
more=--plain play
see '» Your turn on'
shell 79 24
play
see 'the table needs a window of 80x24 and this one has 79x24'
see '» Your turn on'
shell 80 24
play TERM=nothing-known
see 'the terminal "nothing-known" (TERM) cannot show the table'

# -- a whole match by arrows and Enter --
shell 80 24
seed=71 more='--bots 1 --level easy' play
turns=0
until shows 'wins the round'; do
    if shows 'YOUR TURN'; then
        now=$(screen)
        case $now in
        *'Another card'* | *'How do you play it?'*) keys Enter ;;
        *'*│'* | *'*┃'* | *'P Play'*) keys Right Left Enter ;;
        *'K Keep'*) keys k ;;
        *'A Accept'*) keys a ;;
        *) keys d ;;
        esac
        turns=$((turns + 1))
        [ $turns -lt 300 ] || fail 'the match does not end'
        tries=0
        while [ "$(screen)" = "$now" ] && [ $tries -lt 20 ]; do
            tries=$((tries + 1))
            sleep 0.1
        done
    fi
    sleep 0.1
done
see 'Rematch'
for file in "$folder"/play.db*; do cp "$file" "$folder/over.${file##*/play.}"; done
keys Enter
see 'round 1'
gone 'Rematch'
# The next start does not ask about a match that is over.
shell 80 24
keys "clear; '$program' play --lang en --db '$folder/over.db' --set skull" Enter
see ' · skull · round 1'
