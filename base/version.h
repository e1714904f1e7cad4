/* version.h: which Talon this is. The build writes the values (cmake/commit.cmake). */
#ifndef TALON_BASE_VERSION_H
#define TALON_BASE_VERSION_H

/* As CHANGELOG.md counts: "0.1.0". */
extern const char version_number[];

/* For who reports something: with the commit, "0.1.0 (4ed902f9a063)". Behind the commit stands
 * "+changes" where the sources are not quite those, and in its place "commit not known" where
 * neither git nor a source archive told it to the build. */
extern const char version_text[];

#endif
