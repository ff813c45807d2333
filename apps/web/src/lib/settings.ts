/** What the server tells the built app about the installation it runs in, in the page itself. */
export type WebSettings = {
  /** Hosts where the app may be used in a browser tab; a name that ends in `*` is a beginning. */
  previewHosts: readonly string[]
  remoteConfig: {
    projectId: string
    apiKey: string
    appId: string
    /** Where the two services are; the vendor's own where left out. */
    remoteConfigUrl?: string | undefined
    installationsUrl?: string | undefined
  }
  errorReportingDsn?: string | undefined
  /** What the browser's push service knows the server by; without it there is no push. */
  pushPublicKey?: string | undefined
}

/** The embedded default, for a page that no server of ours has filled in (vite's own). */
export const DEFAULT_SETTINGS: WebSettings = {
  previewHosts: ['localhost', '127.0.0.1', 'preview*'],
  remoteConfig: {
    projectId: 'solstice',
    apiKey: 'embedded',
    appId: '1:1:web:solstice',
    remoteConfigUrl: '/remote-config',
    installationsUrl: '/remote-config/installations',
  },
}

export function parseSettings(content: string | null | undefined): WebSettings {
  if (!content) return DEFAULT_SETTINGS
  try {
    // Written by our own server; a part it leaves out is the default's.
    return { ...DEFAULT_SETTINGS, ...(JSON.parse(content) as Partial<WebSettings>) }
  } catch {
    return DEFAULT_SETTINGS
  }
}

let known: WebSettings | undefined

export function webSettings(): WebSettings {
  known ??= parseSettings(document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content)
  return known
}
