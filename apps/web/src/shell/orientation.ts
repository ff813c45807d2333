/** Asked for where a browser knows how; the manifest says the same for the installed app. */
type LockableOrientation = Pick<EventTarget, 'addEventListener'> & {
  type?: string
  lock?: (to: 'portrait-primary') => Promise<void>
}

type Page = Pick<Window, 'addEventListener' | 'innerWidth' | 'innerHeight'> & {
  screen: { orientation?: LockableOrientation }
  /** Old, but the only sign some phones give. */
  orientation?: number | undefined
}

const PORTRAIT = 'portrait-primary'

/** Keeps the screen upright where that is possible; where it is not, nothing happens. */
export function holdPortrait(page: Page): void {
  const { orientation } = page.screen

  function lock(): void {
    try {
      // Refused outside full screen or installed mode: the app works in either direction.
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
