export const MISSING_PART = 'MissingPart'

/** A piece of the app (code, styles, texts) that could not be fetched. A later try may find it. */
export class MissingPart extends Error {
  override readonly name = MISSING_PART
}

/** By its name, which the bundler's own errors are given, too. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === MISSING_PART
}
