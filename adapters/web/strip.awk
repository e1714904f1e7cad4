# strip.awk FILE: takes comments, indentation, empty lines and spaces between signs out of the site's scripts and style
# sheets, before they become part of the program. A comment of several lines must begin on a line of its own. Texts over
# several lines (`...`) are not allowed, and the site has none.
function tight(code) {
    gsub(/, /, ",", code)
    gsub(/: /, ":", code)
    gsub(/ : /, ":", code)
    gsub(/ [?] /, "?", code)
    gsub(/ = /, "=", code)
    gsub(/ => /, "=>", code)
    gsub(/ === /, "===", code)
    gsub(/ !== /, "!==", code)
    gsub(/ && /, "\\&\\&", code)
    gsub(/ [|][|] /, "||", code)
    gsub(/[)] [{]/, "){", code)
    gsub(/[{] /, "{", code)
    gsub(/ [}]/, "}", code)
    gsub(/if [(]/, "if(", code)
    gsub(/for [(]/, "for(", code)
    return code
}
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
        if ($0 == "")
            next
        # A style sheet becomes one line. The line before waits in `held`: its last ";" goes if a "}" follows.
        if (/^}/)
            sub(/;$/, "", held)
        printf "%s%s", held, held ~ /^$|[;{},]$/ || /^}/ ? "" : "\n"
        held = $0
        next
    }
    if (!/[`'\\\/]/) { # a text in "..." stays as it is; a pattern and a text in `...` may hold anything
        count = split($0, parts, "\"")
        $0 = tight(parts[1])
        for (i = 2; i <= count; i++)
            $0 = $0 "\"" (i % 2 ? tight(parts[i]) : parts[i])
    }
    if ($0 != "")
        print
}
END { if (held != "") print held }
