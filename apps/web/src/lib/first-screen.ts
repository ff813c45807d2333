let resolveFirstScreen = () => {}

/**
 * Resolves when the first screen is rendered. Everything that it does not need is requested
 * afterwards.
 */
export const firstScreen = new Promise<void>((resolve) => {
  resolveFirstScreen = resolve
})

/** Marks the end of the first load for the performance budget. */
export function noteFirstScreen(): void {
  performance.mark('first-screen')
  resolveFirstScreen()
}
