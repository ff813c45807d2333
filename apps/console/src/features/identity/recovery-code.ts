/** Accepts small letters and missing dashes, because people type the code from paper. */
export function tidyRecoveryCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z2-7]/g, '')
    .slice(0, 16)
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
