/** A fault that the app survives. It goes to the console only, and only from here. */
export function logFault(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that may
  console.error(message, cause)
}
