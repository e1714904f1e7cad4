# strip.awk FILE: takes comments, indentation and empty lines out of the site's scripts and style sheets, before they
# become part of the program. A comment of several lines must begin on a line of its own. Texts over several lines
# (`...`) are not allowed, and the site has none.
comment { if (/\*\/[ \t]*$/) comment = 0; next }
/^[ \t]*\/\*/ { if (!/\*\/[ \t]*$/) comment = 1; next }
{
    sub(/^[ \t]+/, "")
    sub(/([ \t]|^)\/\/ .*$/, "")
    sub(/[ \t]+$/, "")
    if (FILENAME ~ /\.css$/) {
        sub(/[ \t]*\/\* .* \*\/$/, "")
        sub(/: /, ":")
        sub(/ \{$/, "{")
        if (!/"/) {
            gsub(/, /, ",")
            gsub(/ > /, ">")
        }
    }
    if ($0 != "") print
}
