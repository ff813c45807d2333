import { expect } from 'vitest'
import { BUSY } from './connected-wallet.ts'
import type { ConnectedWallet } from './connected-wallet.ts'
import { SESSION_DELETE } from './local-relay.ts'
import type { LocalRelay } from './local-relay.ts'
import { openSites } from './site-client.ts'

/**
 * Ends the sessions of all sites and disconnects them, then the wallet and the relay, so that no client
 * works on beside the next test.
 */
export async function closeAll(wallet: ConnectedWallet, relay: LocalRelay): Promise<void> {
  const endedByWallet = relay.published.filter(({ tag }) => tag === SESSION_DELETE)
  for (const site of openSites.splice(0)) {
    for (const { topic } of site.session.getAll()) {
      const isEnding = endedByWallet.some((each) => each.topic === topic)
      // The client throws if its session ends while it handles that the wallet has ended it.
      if (isEnding) await expect.poll(() => site.session.keys.includes(topic), BUSY).toBe(false)
      else await site.disconnect({ topic, reason: { code: 6000, message: 'The test is over' } })
    }
    await site.core.relayer.transportClose()
    site.core.heartbeat.stop()
  }
  wallet.engine.stop()
  await relay.close()
}
