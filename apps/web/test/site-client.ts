import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'

/** The sites that are open, for tests to close. */
export const openSites: Awaited<ReturnType<typeof SignClient.init>>[] = []

/** A site that uses the published client of WalletConnect. */
export async function openSite(
  relayUrl: string,
  { name = 'Aurora Market', url }: { name?: string; url: string },
) {
  const site = await SignClient.init({
    relayUrl,
    projectId: 'site-project',
    metadata: { name, description: 'A market', url, icons: [] },
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    logger: 'silent',
    // The clients of a process with the same prefix share keys and relay.
    customStoragePrefix: randomUUID(),
  })
  openSites.push(site)
  return site
}
