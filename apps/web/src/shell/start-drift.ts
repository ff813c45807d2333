/** Loading the rest of the app, caching it and the member's first taps come first. */
export const DRIFT_DELAY_MS = 5000

/** Sets the lights of every backdrop in motion, once the app has been shown for a while. */
export function startDrift({ documentElement }: Pick<Document, 'documentElement'>): void {
  setTimeout(() => {
    documentElement.dataset['drifting'] = ''
  }, DRIFT_DELAY_MS)
}
