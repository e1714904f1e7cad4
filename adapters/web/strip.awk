# Takes comments, indentation and empty lines out of the site's scripts and style sheets, which are served without them:
# awk -f strip.awk FILE. A comment begins on a line of its own and ends a line, or follows " // ". Texts over several
# lines (`...`) are not known here: the site has none.
comment { if (/\*\/[ \t]*$/) comment = 0; next }
/^[ \t]*\/\*/ { if (!/\*\/[ \t]*$/) comment = 1; next }
{
    sub(/^[ \t]+/, "")
    sub(/([ \t]|^)\/\/ .*$/, "")
    sub(/[ \t]+$/, "")
    if (FILENAME ~ /\.css$/) {
        sub(/: /, ":")
        sub(/ \{$/, "{")
    }
    if ($0 != "") print
}
