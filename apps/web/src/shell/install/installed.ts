const INSTALLED_MODES = ['standalone', 'fullscreen', 'minimal-ui']

type Page = {
  matchMedia: (query: string) => { matches: boolean }
  navigator: object
}

/** Runs in a window of its own rather than in a browser's tab. */
export function runsInstalled(page: Page): boolean {
  return (
    // Safari's own word for a page started from the home screen.
    ('standalone' in page.navigator && page.navigator.standalone === true) ||
    INSTALLED_MODES.some((mode) => page.matchMedia(`(display-mode: ${mode})`).matches)
  )
}

/** A host where the app may be used in a tab. An entry that ends in `*` is a beginning. */
export function isPreviewHost(host: string, previewHosts: readonly string[]): boolean {
  return previewHosts.some((entry) =>
    entry.endsWith('*') ? host.startsWith(entry.slice(0, -1)) : host === entry,
  )
}

/** How the phone at hand puts an app on its home screen. */
export type InstallWay = 'in-app-browser' | 'ios' | 'other'

/** KakaoTalk, Instagram, Facebook, Line, NAVER: windows inside other apps, which cannot install. */
const IN_APP = /KAKAOTALK|Instagram|FBAN|FBAV|FB_IAB|\bLine\/|NAVER\(inapp/i

export function installWayOf(navigator: { userAgent: string; maxTouchPoints: number }): InstallWay {
  const { userAgent, maxTouchPoints } = navigator
  if (IN_APP.test(userAgent)) return 'in-app-browser'
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const isIpad = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  return /iPhone|iPad|iPod/.test(userAgent) || isIpad ? 'ios' : 'other'
}
