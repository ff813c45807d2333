/**
 * The installation settings that the server embeds in the page for the built app. They are public.
 */
export type WebSettings = {
  /**
   * Hosts where the app runs in a browser tab without installation; a trailing `*` matches any
   * suffix.
   */
  previewHosts: readonly string[]
  remoteConfig: {
    projectId: string
    apiKey: string
    appId: string
    /** The base URLs of the two services without the version; they default to the vendor's own. */
    remoteConfigUrl?: string | undefined
    installationsUrl?: string | undefined
  }
  errorReportingDsn?: string | undefined
  /** The contact address for members, shown in the help and in the policies. */
  supportEmail: string
  /**
   * The VAPID public key that identifies the server to push services; without it there is no push.
   */
  pushPublicKey?: string | undefined
  /** The relay that carries messages of connected sites; without it there are no connections. */
  walletConnect?: { relayUrl: string; projectId: string } | undefined
}

/**
 * The embedded default reads the maintenance flag from the same server. A page that no server
 * filled in (vite's own) uses it too.
 */
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
