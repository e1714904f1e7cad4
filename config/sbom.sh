#!/bin/sh
# sbom.sh DEB ROOT DEB...: lists what Talon's package DEB consists of and depends on, as SPDX 2.3 in JSON. Everything
# comes from the packages: from their control data, and from their copyright files, which are unpacked below ROOT.
set -eu
talon=$1
root=$2
shift 2
: "${SOURCE_DATE_EPOCH:=$(date +%s)}"

# Writes a record of fields for each package, Talon first. It has licences only if the copyright file has Debian's
# format.
for deb in "$talon" "$@"; do
    dpkg-deb --field "$deb" Package Version Architecture Maintainer Source Homepage Depends Pre-Depends Provides
    name=$(dpkg-deb --field "$deb" Package)
    printf 'File: %s\nSHA256: %s\n' "$(basename "$deb")" "$(sha256sum <"$deb" | cut -d ' ' -f 1)"
    copyright=$root/usr/share/doc/$name/copyright
    if [ -r "$copyright" ] && grep -q '^Format:.*copyright-format' "$copyright"; then
        printf 'Licences: %s\n' "$(sed -n 's/^License: *//p' "$copyright" | LC_ALL=C sort -u | paste -s -d ';')"
    fi
    echo
done | LC_ALL=C awk -v created="$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" '
    function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); gsub(/[\t\r]/, " ", text); return "\"" text "\"" }
    function id(name) { gsub(/[^A-Za-z0-9.-]/, ".", name); return "SPDXRef-" name }
    function encoded(text) { gsub(/%/, "%25", text); gsub(/\+/, "%2B", text); gsub(/:/, "%3A", text); return text }
    # Sets names to the packages in a list of dependencies, without versions. All alternatives count: the caller drops
    # those that are not here.
    function each(list, names,    i, n, parts) {
        n = split(list, parts, / *[,|] */)
        for (i = 1; i <= n; i++) { sub(/[ :(].*/, "", parts[i]); names[i] = parts[i] }
        return n
    }
    BEGIN { RS = ""; FS = "\n" }
    {
        split("", field)
        for (i = 1; i <= NF; i++) {
            if (match($i, /^[A-Za-z0-9-]+: ?/)) {
                key = substr($i, 1, index($i, ":") - 1)
                field[key] = substr($i, RLENGTH + 1)
            } else {
                field[key] = field[key] $i
            }
        }
        name = field["Package"]
        order[++packages] = name
        needs[name] = field["Pre-Depends"] "," field["Depends"]
        here[name] = name
        n = each(field["Provides"], provided)
        for (i = 1; i <= n; i++) if (!(provided[i] in here)) here[provided[i]] = name
        whose = field["Maintainer"]
        sub(/ *<.*/, "", whose)
        home = field["Homepage"]
        text = "{\"SPDXID\":" quoted(id(name)) ",\"name\":" quoted(name) ",\"versionInfo\":" quoted(field["Version"])
        text = text ",\"packageFileName\":" quoted(field["File"])
        text = text ",\"supplier\":" quoted("Organization: " (NR == 1 ? whose : "Debian"))
        if (NR > 1) text = text ",\"originator\":" quoted("Organization: " whose)
        text = text ",\"downloadLocation\":\"NOASSERTION\",\"filesAnalyzed\":false"
        if (home != "") text = text ",\"homepage\":" quoted(home)
        if (field["Source"] != "") text = text ",\"sourceInfo\":" quoted("built from source package " field["Source"])
        text = text ",\"checksums\":[{\"algorithm\":\"SHA256\",\"checksumValue\":" quoted(field["SHA256"]) "}]"
        text = text ",\"licenseConcluded\":\"NOASSERTION\",\"licenseDeclared\":" (NR == 1 ? "\"MIT\"" : "\"NOASSERTION\"")
        if (field["Licences"] != "") text = text ",\"licenseComments\":" quoted("Names in debian/copyright: " field["Licences"])
        text = text ",\"copyrightText\":\"NOASSERTION\",\"externalRefs\":[{\"referenceCategory\":\"PACKAGE-MANAGER\""
        text = text ",\"referenceType\":\"purl\",\"referenceLocator\":" \
            quoted("pkg:deb/" (NR == 1 ? "" : "debian/") encoded(name) "@" encoded(field["Version"]) "?arch=" field["Architecture"]) "}]}"
        said[packages] = text
        if (NR == 1) title = name "-" field["Version"] "-" field["Architecture"]
        if (NR == 1) sum = field["SHA256"]
    }
    END {
        print "{\"spdxVersion\":\"SPDX-2.3\",\"dataLicense\":\"CC0-1.0\",\"SPDXID\":\"SPDXRef-DOCUMENT\","
        print "\"name\":" quoted(title) ",\"documentNamespace\":" quoted("https://spdx.org/spdxdocs/" encoded(title) "-" sum) ","
        print "\"creationInfo\":{\"created\":" quoted(created) ",\"creators\":[\"Tool: talon-config-sbom.sh\"]},"
        print "\"packages\":["
        for (i = 1; i <= packages; i++) print said[i] (i < packages ? "," : "")
        print "],\"relationships\":["
        printf "{\"spdxElementId\":\"SPDXRef-DOCUMENT\",\"relationshipType\":\"DESCRIBES\",\"relatedSpdxElement\":%s}", quoted(id(order[1]))
        for (i = 1; i <= packages; i++) {
            split("", told)
            split("", names)
            n = each(needs[order[i]], names)
            for (j = 1; j <= n; j++) {
                other = here[names[j]]
                if (other == "" || other == order[i] || other in told) continue
                told[other] = 1
                printf ",\n{\"spdxElementId\":%s,\"relationshipType\":\"DEPENDS_ON\",\"relatedSpdxElement\":%s}", \
                    quoted(id(order[i])), quoted(id(other))
            }
        }
        print "\n]}"
    }'
