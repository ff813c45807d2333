/** What the server tells the built app about the installation it runs in, in the page itself. Public: everybody can read it. */
export type WebSettings = {
  /** Hosts where the app may be used in a browser tab, uninstalled; a name that ends in `*` is a beginning. */
  previewHosts: readonly string[]
  remoteConfig: {
    projectId: string
    apiKey: string
    appId: string
    /** Where the two services are, without the version part; the vendor's own where left out. */
    remoteConfigUrl?: string | undefined
    installationsUrl?: string | undefined
  }
  errorReportingDsn?: string | undefined
  /** Where members write to; shown in the help and in the policies. */
  supportEmail: string
  /** What the browser's push service knows the server by; without it there is no push. */
  pushPublicKey?: string | undefined
}

/** The embedded default asks the very server for its flag. Also for a page that no server filled in (vite's own). */
export const DEFAULT_WEB_SETTINGS: WebSettings = {
  previewHosts: ['localhost', '127.0.0.1', 'preview*'],
  remoteConfig: {
    projectId: 'solstice',
    apiKey: 'embedded',
    appId: '1:1:web:solstice',
    remoteConfigUrl: '/remote-config',
    installationsUrl: '/remote-config/installations',
  },
  supportEmail: 'help@solstice.example',
}
