/** Shown in settings and told by the API; the release gives it. */
export const VERSION = '1.0.14'
