import type { WebSettings } from '@solstice/contract/web-settings'

/** Embeds the settings into the page, so that the app needs no call to start. */
export function withSettings(html: string, settings: WebSettings): string {
  const content = JSON.stringify(settings).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return html.replace(/<head>/, `<head>\n    <meta name="settings" content="${content}" />`)
}

/** The name of a system, which the console shows on every page. */
export type SystemName = 'production' | 'staging' | 'development'

/** Embeds the name of the system into the console's page. */
export function withEnvironment(html: string, name: SystemName): string {
  return html.replace(/<head>/, `<head>\n    <meta name="environment" content="${name}" />`)
}

/** Returns the external hosts that the app calls because of its settings. */
export function calledHosts(settings: WebSettings): string[] {
  const { remoteConfigUrl, installationsUrl } = settings.remoteConfig
  const urls = [
    remoteConfigUrl ?? 'https://firebaseremoteconfig.googleapis.com',
    installationsUrl ?? 'https://firebaseinstallations.googleapis.com',
    settings.errorReportingDsn,
    settings.walletConnect?.relayUrl,
  ]
  // A path of our own server has no host and needs no permission.
  return urls
    .filter((url) => url !== undefined && URL.canParse(url))
    .map((url) => new URL(url ?? '').origin)
}
