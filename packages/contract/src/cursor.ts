/** The value of `before` that reads the newest entries of a list. */
export const LATEST = 'latest'
