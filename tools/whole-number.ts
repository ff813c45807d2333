/** A number given to a command. What is none, or too small, ends it: it would run for nothing. */
export function wholeNumber(name: string, given: string, least: number): number {
  const number = Number(given)
  if (/^\d+$/.test(given) && Number.isSafeInteger(number) && number >= least) return number
  throw new Error(`--${name} is a whole number from ${least} on, not "${given}"`)
}
