/** Shown in settings and returned by the API; the release sets it. */
export const VERSION = '1.0.14'
