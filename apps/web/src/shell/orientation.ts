/** Supported by some browsers only; the manifest sets the same for the installed app. */
type LockableOrientation = Pick<EventTarget, 'addEventListener'> & {
  type?: string
  lock?: (to: 'portrait-primary') => Promise<void>
}

type Page = Pick<Window, 'addEventListener' | 'innerWidth' | 'innerHeight'> & {
  screen: { orientation?: LockableOrientation }
  /** Deprecated, but the only signal of some phones. */
  orientation?: number | undefined
}

const PORTRAIT = 'portrait-primary'

/** Locks the screen to portrait where that is possible; otherwise does nothing. */
export function lockPortrait(page: Page): void {
  const { orientation } = page.screen

  function lock(): void {
    try {
      // Refused outside full screen or installed mode; the app works in both orientations.
      orientation?.lock?.(PORTRAIT).catch(() => undefined)
    } catch {
      // Some browsers throw where others reject.
    }
  }

  orientation?.addEventListener('change', () => {
    if (orientation.type?.startsWith('landscape')) lock()
  })
  page.addEventListener('orientationchange', () => {
    if (page.orientation === 90 || page.orientation === -90) lock()
  })
  page.addEventListener('resize', () => {
    if (page.innerWidth > page.innerHeight) lock()
  })
  lock()
}
