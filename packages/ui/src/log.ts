/**
 * Logs an error from which the app recovers. This is the only function that writes to the console.
 */
export function logFault(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the only module that may use the console
  console.error(message, cause)
}
