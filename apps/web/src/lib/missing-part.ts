export const MISSING_PART = 'MissingPart'

/**
 * A part of the app (code, styles, texts) that could not be fetched. A later attempt may succeed.
 */
export class MissingPart extends Error {
  override readonly name = MISSING_PART
}

/** Checks the name, because the bundler's own errors get the same name. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === MISSING_PART
}
