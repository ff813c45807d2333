/** Returns the key of the words for a kind of job; keys of texts have neither dots nor hyphens. */
export const kindKey = (kind: string): string => kind.replaceAll(/[.-]/g, '_')
