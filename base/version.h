/* version.h: which Talon this is. The build writes the values (cmake/commit.cmake). */
#ifndef TALON_BASE_VERSION_H
#define TALON_BASE_VERSION_H

/* As CHANGELOG.md counts: "1.0.0". */
extern const char version_number[];

/* The version for bug reports, with the commit: "1.0.0 (4ed902f9a063)". "+changes" follows the
 * commit if the sources differ from it. "commit not known" replaces it if neither git nor a
 * source archive names it. */
extern const char version_text[];

/* The commit in version_text: "4ed902f9a063", "4ed902f9a063+changes" or "commit not known". */
extern const char version_commit[];

#endif
