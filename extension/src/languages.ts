/** The languages of solutions, written by extension/dev/languages.py from server/slowpath/model/languages/. */

/** What the editor calls them. */
export const LANGUAGES: readonly string[] = ['cpp', 'python', 'java'];

/** How files in them end, without the dot. */
export const ENDINGS: readonly string[] = ['cpp', 'cc', 'cxx', 'c++', 'py', 'py3', 'java'];
