const INSTALLED_MODES = ['standalone', 'fullscreen', 'minimal-ui']

type Page = {
  matchMedia: (query: string) => { matches: boolean }
  navigator: object
}

/** Returns true if the app runs in its own window instead of a browser tab. */
export function runsInstalled(page: Page): boolean {
  return (
    // Safari's own property for a page started from the home screen.
    ('standalone' in page.navigator && page.navigator.standalone === true) ||
    INSTALLED_MODES.some((mode) => page.matchMedia(`(display-mode: ${mode})`).matches)
  )
}

/**
 * Returns true for a host where the app may be used in a tab. An entry that ends in `*` is a
 * prefix.
 */
export function isPreviewHost(host: string, previewHosts: readonly string[]): boolean {
  return previewHosts.some((entry) =>
    entry.endsWith('*') ? host.startsWith(entry.slice(0, -1)) : host === entry,
  )
}

/** The way in which this device installs an app on its home screen. */
export type InstallMethod = 'in-app-browser' | 'ios' | 'other'

/**
 * Embedded browsers of KakaoTalk, Instagram, Facebook, Line and NAVER, which cannot install apps.
 */
const IN_APP = /KAKAOTALK|Instagram|FBAN|FBAV|FB_IAB|\bLine\/|NAVER\(inapp/i

export function installMethodOf(navigator: {
  userAgent: string
  maxTouchPoints: number
}): InstallMethod {
  const { userAgent, maxTouchPoints } = navigator
  if (IN_APP.test(userAgent)) return 'in-app-browser'
  // An iPad identifies itself as a Mac; no Mac has a touch screen.
  const isIpad = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  return /iPhone|iPad|iPod/.test(userAgent) || isIpad ? 'ios' : 'other'
}
