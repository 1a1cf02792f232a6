/** The languages of solutions; extension/dev/languages.py writes it from slowpath/model/languages/. */

/** What the editor calls them. */
export const LANGUAGES: readonly string[] = ['cpp', 'python', 'java'];

/** How files in them end, without the dot. */
export const ENDINGS: readonly string[] = ['cpp', 'cc', 'cxx', 'c++', 'py', 'py3', 'java'];
