import { MISSING_PART } from '#/lib/missing-part.ts'

/** Marks every part of the app that the bundler's loader could not fetch. */
export function watchMissingParts(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('vite:preloadError', ({ payload }) => {
    // With the browser's error name the router would reload the page and so end the session.
    Object.assign(payload, { name: MISSING_PART, message: `Not loaded: ${payload.message}` })
  })
  page.addEventListener(
    'error',
    ({ target }) => {
      // A failed style sheet stays in the page and would count as loaded at the next attempt.
      const link = target as Partial<HTMLLinkElement> | null
      if (link?.rel === 'stylesheet') link.remove?.()
    },
    true,
  )
}
