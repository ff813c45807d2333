/**
 * Marks for the performance budget that home is rendered; requests after this mark are deliberately
 * late.
 */
export function homePainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        performance.mark('home-screen')
        resolve()
      }),
    )
  })
}
