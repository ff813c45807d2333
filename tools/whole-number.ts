/**
 * Parses a numeric command argument. An invalid or too small number ends the command, because the
 * run would be useless.
 */
export function wholeNumber(name: string, given: string, least: number): number {
  const number = Number(given)
  if (/^\d+$/.test(given) && Number.isSafeInteger(number) && number >= least) return number
  throw new Error(`--${name} must be a whole number of at least ${least}, not "${given}"`)
}
