import { MISSING_PART } from '#/lib/missing-part.ts'

/** Hears of every piece of the app that the bundler's loader could not fetch. */
export function watchMissingParts(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('vite:preloadError', ({ payload }) => {
    // Under the browser's name the router would know it and reload the page, and so end the session.
    Object.assign(payload, { name: MISSING_PART, message: `Not loaded: ${payload.message}` })
  })
  page.addEventListener(
    'error',
    ({ target }) => {
      // A style sheet that failed stays in the page and would be taken for loaded at the next try.
      const link = target as Partial<HTMLLinkElement> | null
      if (link?.rel === 'stylesheet') link.remove?.()
    },
    true,
  )
}
