/** What the built app has to know about the installation it runs in. Public: everybody can read it. */
export type WebSettings = {
  /** Hosts where the app may be used in a browser tab, without being installed. */
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
  /** What the browser's push service knows this server by; without it there is no push. */
  pushPublicKey?: string | undefined
}

/** The embedded default asks this very server for its flag. */
export const DEFAULT_WEB_SETTINGS: WebSettings = {
  previewHosts: ['localhost', '127.0.0.1', 'preview*'],
  remoteConfig: {
    projectId: 'solstice',
    apiKey: 'embedded',
    appId: '1:1:web:solstice',
    remoteConfigUrl: '/remote-config',
    installationsUrl: '/remote-config/installations',
  },
}

/** The settings travel in the page itself, so that the app needs no call to start. */
export function withSettings(html: string, settings: WebSettings): string {
  const content = JSON.stringify(settings).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return html.replace(/<head>/, `<head>\n    <meta name="settings" content="${content}" />`)
}

/** Hosts outside our own that the app calls because its settings name them. */
export function calledHosts(settings: WebSettings): string[] {
  const { remoteConfigUrl, installationsUrl } = settings.remoteConfig
  const urls = [
    remoteConfigUrl ?? 'https://firebaseremoteconfig.googleapis.com',
    installationsUrl ?? 'https://firebaseinstallations.googleapis.com',
    settings.errorReportingDsn,
  ]
  // A path of our own server has no host and is allowed as it is.
  return urls
    .filter((url) => url !== undefined && URL.canParse(url))
    .map((url) => new URL(url ?? '').origin)
}
