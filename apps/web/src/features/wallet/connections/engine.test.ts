import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAll } from '#test/close-connections.ts'
import { startLocalRelay } from '#test/local-relay.ts'
import type { LocalRelay } from '#test/local-relay.ts'
import { openSite } from '#test/site-client.ts'
import {
  ACCOUNT,
  BUSY,
  askForSignIn,
  connectSite,
  openWallet,
  reopenWallet,
  waitingIn,
} from '#test/connected-wallet.ts'
import type { ConnectedWallet } from '#test/connected-wallet.ts'
import { openMessage, sealMessage } from './protocol/envelope.ts'

let relay: LocalRelay
let wallet: ConnectedWallet

beforeEach(async () => {
  relay = await startLocalRelay()
  wallet = await openWallet(relay.url)
})

afterEach(() => closeAll(wallet, relay))

async function connect() {
  const site = await openSite(relay.url, { url: 'https://market.example' })
  return { site, topic: await connectSite(wallet, site) }
}

test('connects to a published client, signs in and survives a restart', async () => {
  const { site, topic } = await connect()
  expect(site.session.get(topic).namespaces).toEqual({
    eip155: {
      chains: ['eip155:31337'],
      accounts: [`eip155:31337:${ACCOUNT.address}`],
      methods: ['eth_sendTransaction', 'personal_sign'],
      events: ['accountsChanged'],
    },
  })

  await reopenWallet(wallet, relay.url)
  await site.ping({ topic })
  const { answer } = askForSignIn(site, topic)
  await expect.poll(() => waitingIn(wallet).length, BUSY).toBe(1)
  const [asked] = waitingIn(wallet)
  if (!asked) throw new Error('Nothing was asked')
  expect(await wallet.engine.claim(asked.session, asked.request, undefined)).toBe('claimed')
  await wallet.engine.respond(asked.session, asked.request, '0x1234')

  expect(await answer).toBe('0x1234')
  expect(waitingIn(wallet)).toEqual([])
  expect(wallet.closed).toEqual([])
})

const opened = (message: string, symKey: string) =>
  openMessage(symKey, message) as { id: number; params: { request: object } } // Made by a client.

test('answers a repeated request once, refuses expired ones and forgets a site that leaves', async () => {
  const { site, topic } = await connect()
  const { answer } = askForSignIn(site, topic)
  await expect.poll(() => waitingIn(wallet).length, BUSY).toBe(1)
  const sent = relay.published.find(({ tag }) => tag === 1108)
  if (!sent) throw new Error('Nothing was sent')

  relay.repeat(sent)
  await expect
    .poll(() => wallet.refused, BUSY)
    .toEqual([{ of: 'request', site: 'market.example', why: 'replayed', names: [] }])
  expect(waitingIn(wallet)).toHaveLength(1)
  const [asked] = waitingIn(wallet)
  if (asked) await wallet.engine.refuse(asked.session, asked.request)
  expect(await answer).toMatchObject({ code: 4001 })
  expect(relay.published.filter(({ tag }) => tag === 1109)).toHaveLength(1)

  const { symKey } = wallet.record.sessions[0] ?? { symKey: '' }
  const late = opened(sent.message, symKey)
  const request = { ...late.params.request, expiryTimestamp: Math.floor(Date.now() / 1000) - 1 }
  const message = sealMessage(symKey, {
    ...late,
    id: late.id + 1,
    params: { ...late.params, request },
  })
  relay.repeat({ ...sent, message })
  await expect.poll(() => wallet.refused.at(-1)?.why, BUSY).toBe('expired')
  expect(waitingIn(wallet)).toEqual([])

  await site.disconnect({ topic, reason: { code: 6000, message: 'Bye' } })
  await expect.poll(() => wallet.sessions, BUSY).toEqual([])
  expect(wallet.record.sessions).toEqual([])
})

test('ignores forged messages, those of another topic or an ended session, and those that are too large', async () => {
  const { site, topic } = await connect()
  const other = await openSite(relay.url, { url: 'https://bank.example' })
  const otherTopic = await connectSite(wallet, other)
  const [session, bank] = wallet.record.sessions
  if (!session || !bank) throw new Error('Nothing is connected')
  // A message in the name of the site is delivered to the wallet only. The published client throws if it
  // receives another one while it handles the end of its session.
  const senderOf = (of: string) =>
    relay.published.find((each) => each.tag === 1103 && each.topic === of)?.sender ?? ''
  const deliver = (to: string, message: string, sender = senderOf(topic)) =>
    relay.repeat({ topic: to, message, sender, tag: 0, publishedAt: 0 })
  const id = Date.now() * 1000
  const leave = { id, jsonrpc: '2.0', method: 'wc_sessionDelete' }

  deliver(topic, sealMessage('00'.repeat(32), leave))
  deliver(topic, sealMessage(bank.symKey, leave))
  deliver('ab'.repeat(32), sealMessage(session.symKey, leave))
  deliver(topic, sealMessage(session.symKey, { ...leave, filling: 'x'.repeat(1_000_000) }))
  deliver(topic, 'no envelope')
  await site.ping({ topic })
  expect(wallet.sessions.map((each) => each.topic)).toEqual([topic, otherTopic])

  await wallet.engine.disconnect(bank)
  const params = { chainId: 'eip155:31337', request: { method: 'personal_sign', params: [] } }
  const late = sealMessage(bank.symKey, { ...leave, method: 'wc_sessionRequest', params })
  deliver(otherTopic, late, senderOf(otherTopic))
  await site.ping({ topic })
  expect(wallet.sessions.map((each) => each.topic)).toEqual([topic])
  expect(wallet.refused).toEqual([])
})

test('tells the site that the member disconnected it', async () => {
  const { site, topic } = await connect()
  const left = new Promise<{ topic: string }>((resolve) => site.once('session_delete', resolve))
  const [connected] = wallet.sessions
  if (connected) await wallet.engine.disconnect(connected)

  expect(await left).toMatchObject({ topic })
  expect(wallet.record.sessions).toEqual([])
})

test('reconnects after an interruption and receives what the relay kept', async () => {
  const { site, topic } = await connect()
  relay.interrupt('wallet-project')
  askForSignIn(site, topic)

  await expect.poll(() => waitingIn(wallet).length, BUSY).toBe(1)
  expect(relay.connections.every((query) => query.get('projectId') !== null)).toBe(true)
})

test('drops the sessions of another wallet', async () => {
  await connect()
  wallet.record = {
    ...wallet.record,
    sessions: wallet.record.sessions.map((each) => ({ ...each, address: `0x${'12'.repeat(20)}` })),
  }
  await reopenWallet(wallet, relay.url)

  expect(wallet.sessions).toEqual([])
  expect(wallet.record.sessions).toEqual([])
})
