/**
 * Returns a text as a person reads it, for comparing one that was typed: stored names may have
 * spaces that cannot be seen, or letters of several parts.
 */
export const plainText = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
