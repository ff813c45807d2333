let resolveFirstScreen = () => {}

/** Settles when the first screen stands. What it can do without is asked for from then on. */
export const firstScreen = new Promise<void>((resolve) => {
  resolveFirstScreen = resolve
})

/** Marked for the budget: what is asked for before this is the first load. */
export function noteFirstScreen(): void {
  performance.mark('first-screen')
  resolveFirstScreen()
}
