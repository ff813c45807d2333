/**
 * Runs an action and, until it has ended, no other: a second press that comes before the screen
 * shows itself busy must not pay a second time.
 */
export function oneAtATime(): (action: () => Promise<void>) => Promise<void> {
  let isRunning = false
  return async (action) => {
    if (isRunning) return
    isRunning = true
    try {
      await action()
    } finally {
      isRunning = false
    }
  }
}
