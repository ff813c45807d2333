import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAll } from '#test/close-connections.ts'
import { startLocalRelay } from '#test/local-relay.ts'
import type { LocalRelay } from '#test/local-relay.ts'
import { openSite } from '#test/site-client.ts'
import { ASKED, BUSY, openWallet, propose } from '#test/connected-wallet.ts'
import type { ConnectedWallet } from '#test/connected-wallet.ts'
import { openMessage, sealMessage, topicOf } from './protocol/envelope.ts'

let relay: LocalRelay
let wallet: ConnectedWallet

beforeEach(async () => {
  relay = await startLocalRelay()
  wallet = await openWallet(relay.url)
})

afterEach(() => closeAll(wallet, relay))

const SECRET = '2a'.repeat(32)
const PAIRING_KEY = 'cd'.repeat(32)
const PAIRING = { topic: topicOf(PAIRING_KEY), symKey: PAIRING_KEY }

/** Delivers a message of a site that follows the protocol only as far as the test wants. */
function deliver(symKey: string, content: object): void {
  const message = sealMessage(symKey, { jsonrpc: '2.0', ...content })
  const kept = { topic: topicOf(symKey), message, tag: 0, publishedAt: 0, sender: 'site' }
  relay.repeat(kept)
}

function offer(id: number, changed: { name?: string; url?: string; expiresAtMs?: number } = {}) {
  const { name = 'Aurora Market', url = 'https://market.example', expiresAtMs } = changed
  const publicKey = bytesToHex(x25519.getPublicKey(hexToBytes(SECRET)))
  const metadata = { name, url, description: '', icons: [] }
  deliver(PAIRING_KEY, {
    id,
    method: 'wc_sessionPropose',
    params: {
      proposer: { publicKey, metadata },
      optionalNamespaces: ASKED,
      ...(expiresAtMs !== undefined && { expiryTimestamp: expiresAtMs / 1000 }),
    },
  })
}

async function receivedProposal() {
  await expect.poll(() => wallet.proposals.length, BUSY).toBe(1)
  const [proposal] = wallet.proposals
  if (!proposal) throw new Error('Nothing was proposed')
  return proposal
}

/** Waits for the settlement and returns the key of the session. */
async function settlement() {
  await expect.poll(() => relay.published.some(({ tag }) => tag === 1102), BUSY).toBe(true)
  const reply = relay.published.find(({ tag }) => tag === 1101)
  const settle = relay.published.find(({ tag }) => tag === 1102)
  const opened = openMessage(PAIRING_KEY, reply?.message ?? '') as {
    result: { responderPublicKey: string }
  } // Made by the wallet.
  const shared = x25519.getSharedSecret(
    hexToBytes(SECRET),
    hexToBytes(opened.result.responderPublicKey),
  )
  const symKey = bytesToHex(hkdf(sha256, shared, undefined, undefined, 32))
  const { id } = openMessage(symKey, settle?.message ?? '') as { id: number } // Made by the wallet.
  return { id, symKey }
}

test('shows the first proposal of a code only, and cleans the name of its site', async () => {
  await wallet.engine.pair(PAIRING)
  offer(1, { name: '\u202EtekraM\u3164aroruA \n' })
  await receivedProposal()
  offer(2, { name: 'Bank', url: 'https://bank.example' })
  deliver(PAIRING_KEY, { id: 3, method: 'wc_sessionPing' })

  await wallet.engine.dropExpired()
  const site = await openSite(relay.url, { url: 'https://other.example' })
  await propose(wallet, site)
  await expect.poll(() => wallet.proposals.length, BUSY).toBe(2)

  expect(wallet.proposals.map((each) => each.site)).toMatchObject([
    { name: 'tekraM aroruA', host: 'market.example' },
    { host: 'other.example' },
  ])
})

test('connects a site only when it has confirmed the session', async () => {
  await wallet.engine.pair(PAIRING)
  offer(1)
  const outcome = wallet.engine.approve(await receivedProposal())
  const { id, symKey } = await settlement()
  expect(wallet.record.sessions).toEqual([])

  deliver(symKey, { id: id + 1, result: true })
  deliver(symKey, { id, result: true })

  expect(await outcome).toBe('connected')
  expect(wallet.record.sessions).toMatchObject([{ symKey }])
})

test('reports a failure and keeps no session when the site rejects it', async () => {
  await wallet.engine.pair(PAIRING)
  offer(1)
  const outcome = wallet.engine.approve(await receivedProposal())
  const { id, symKey } = await settlement()

  deliver(symKey, { id, error: { code: 8000, message: 'Proposal expired' } })

  expect(await outcome).toBe('failed')
  expect(wallet.record.sessions).toEqual([])
})

test('reports a failure and ends the session when the site does not confirm it', async () => {
  wallet.engine.stop()
  wallet = await openWallet(relay.url, { settleTimeoutMs: 1 })
  await wallet.engine.pair(PAIRING)
  offer(1)

  expect(await wallet.engine.approve(await receivedProposal())).toBe('failed')

  const { id, symKey } = await settlement()
  await expect.poll(() => relay.published.some(({ tag }) => tag === 1112), BUSY).toBe(true)
  deliver(symKey, { id, result: true })
  await wallet.engine.dropExpired()
  expect(wallet.record.sessions).toEqual([])
})

test('reports a failure and keeps no session when the relay is gone', async () => {
  await wallet.engine.pair(PAIRING)
  offer(1)
  const proposal = await receivedProposal()
  wallet.engine.stop()
  await relay.close()

  expect(await wallet.engine.approve(proposal)).toBe('failed')
  expect(wallet.record.sessions).toEqual([])
})

test('does not connect a site whose proposal has expired', async () => {
  await wallet.engine.pair(PAIRING)
  offer(1, { expiresAtMs: Date.now() + 3_600_000 })
  const proposal = await receivedProposal()
  expect(proposal.expiresAtMs).toBeLessThanOrEqual(Date.now() + 5 * 60_000)

  wallet.aheadMs = 5 * 60_000

  expect(await wallet.engine.approve(proposal)).toBe('expired')
  expect(relay.published).toEqual([])
})
