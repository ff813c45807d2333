import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAll } from '#test/close-connections.ts'
import { startLocalRelay } from '#test/local-relay.ts'
import type { LocalRelay } from '#test/local-relay.ts'
import { openSite } from '#test/site-client.ts'
import {
  ASKED,
  BUSY,
  askForSignIn,
  connectSite,
  openWallet,
  reopenWallet,
  signInText,
  waitingIn,
} from '#test/connected-wallet.ts'
import type { ConnectedWallet } from '#test/connected-wallet.ts'
import { sealMessage } from './protocol/envelope.ts'
import { REFUSALS } from './refusals.ts'

let relay: LocalRelay
let wallet: ConnectedWallet

beforeEach(async () => {
  relay = await startLocalRelay()
  wallet = await openWallet(relay.url)
})

afterEach(() => closeAll(wallet, relay))

type Site = Awaited<ReturnType<typeof openSite>>

async function connect(url = 'https://market.example') {
  const site = await openSite(relay.url, { url })
  return { site, topic: await connectSite(wallet, site) }
}

/** Asks for a sign-in and waits until the wallet shows it. */
async function ask(site: Site, topic: string, text = signInText()) {
  const before = waitingIn(wallet).length
  const { answer } = askForSignIn(site, topic, { text })
  await expect.poll(() => waitingIn(wallet).length, BUSY).toBe(before + 1)
  const asked = waitingIn(wallet).findLast(({ session }) => session.topic === topic)
  if (!asked) throw new Error('Nothing was asked')
  return { answer, ...asked }
}

const claim = ({ session, request }: Awaited<ReturnType<typeof ask>>, usd?: number) =>
  wallet.engine.claim(session, request, usd === undefined ? undefined : { usd })

test('stores on the device that a request is taken before it may be signed', async () => {
  const { site, topic } = await connect()
  const asked = await ask(site, topic)

  wallet.storageFault = new Error('Disk full')
  await expect(claim(asked)).rejects.toThrow('Disk full')
  wallet.storageFault = undefined
  expect(await claim(asked)).toBe('claimed')

  expect(wallet.record.sessions[0]?.waiting).toMatchObject([{ state: 'claimed' }])
  expect(await claim(asked)).toBe('taken')
})

test('shows a taken request after a restart as one that may have been sent, and never signs it again', async () => {
  const { site, topic } = await connect()
  const asked = await ask(site, topic)
  await claim(asked)

  await reopenWallet(wallet, relay.url)
  await wallet.engine.release(asked.session, asked.request)
  expect(wallet.sessions[0]?.waiting).toMatchObject([{ state: 'interrupted' }])
  expect(await claim(asked)).toBe('taken')
  wallet.aheadMs = 60 * 60_000
  await wallet.engine.dropExpired()
  expect(waitingIn(wallet)).toHaveLength(1)

  await wallet.engine.refuse(asked.session, asked.request, REFUSALS.interrupted)
  expect(await asked.answer).toMatchObject({ code: -32_603 })
  expect(waitingIn(wallet)).toEqual([])
})

test('offers a request again after a failure before which nothing was sent', async () => {
  const { site, topic } = await connect()
  const asked = await ask(site, topic)
  await claim(asked, 400)
  expect(wallet.record.sessions[0]?.spent).toMatchObject([{ usd: 400 }])

  await wallet.engine.release(asked.session, asked.request)

  expect(wallet.record.sessions[0]?.spent).toEqual([])
  expect(await claim(asked, 400)).toBe('claimed')
})

const CHANGES: [why: string, change: () => void][] = [
  ['expired', () => void (wallet.aheadMs = 6 * 60_000)],
  ['network', () => void (wallet.networks = [1])],
  ['account', () => void (wallet.addressOnDevice = `0x${'12'.repeat(20)}`)],
  ['account', () => void (wallet.addressOnDevice = undefined)],
]

test.each(CHANGES)(
  'refuses the signature as %s when that changed during the PIN',
  async (why, change) => {
    const { site, topic } = await connect()
    const asked = await ask(site, topic)

    change()

    expect(await claim(asked)).toBe(why)
    expect(wallet.record.sessions.flatMap(({ waiting }) => waiting)).not.toMatchObject([
      { state: 'claimed' },
    ])
  },
)

test('refuses the signature when the site was paused or its sign-in expired during the PIN', async () => {
  const { site, topic } = await connect()
  const lines = [`Expiration Time: ${new Date(Date.now() + 60_000).toISOString()}`]
  const asked = await ask(site, topic, signInText({ lines }))
  const { limits } = asked.session

  await wallet.engine.setLimits(topic, { ...limits, isPaused: true })
  expect(await claim(asked)).toBe('paused')
  await wallet.engine.setLimits(topic, limits)
  wallet.aheadMs = 61_000
  expect(await claim(asked)).toBe('expired')

  expect(wallet.closed).toMatchObject([{ topic, id: asked.request.id, why: 'expired' }])
})

test('refuses the signature when the site ended the connection during the PIN', async () => {
  const { site, topic } = await connect()
  const asked = await ask(site, topic)

  await site.disconnect({ topic, reason: { code: 6000, message: 'Bye' } })
  await expect.poll(() => wallet.sessions, BUSY).toEqual([])

  expect(await claim(asked)).toBe('ended')
  expect(wallet.closed).toMatchObject([{ topic, id: asked.request.id, why: 'ended' }])
})

test('refuses the signature when another request used up the limit during the PIN', async () => {
  const { site, topic } = await connect()
  const first = await ask(site, topic)
  const second = await ask(site, topic, signInText({ lines: ['Request ID: 2'] }))

  expect(await claim(first, 300)).toBe('claimed')
  expect(await claim(second, 300)).toBe('over-value')
  expect(await claim(second, 200)).toBe('claimed')
})

test('refuses the fourth of three allowed requests a minute, and tells the site and the member why', async () => {
  const { site, topic } = await connect()
  const [session] = wallet.sessions
  if (!session) throw new Error('Nothing is connected')
  await wallet.engine.setLimits(topic, { ...session.limits, requestsPerMinute: 3 })
  for (const lines of [['Request ID: 1'], ['Request ID: 2'], ['Request ID: 3']]) {
    await ask(site, topic, signInText({ lines }))
  }

  const { answer } = askForSignIn(site, topic)

  await expect
    .poll(() => wallet.refused, BUSY)
    .toEqual([{ of: 'request', site: 'market.example', why: 'too-many', names: ['personal_sign'] }])
  expect(await answer).toMatchObject({
    code: -32_005,
    message: 'Too many requests within a minute. Try again later.',
  })
  expect(waitingIn(wallet)).toHaveLength(3)
  wallet.aheadMs = 61_000
  await ask(site, topic)
})

test('refuses a sixth waiting request of a site, and shows those of another', async () => {
  const { site, topic } = await connect()
  for (let at = 1; at <= 5; at += 1) {
    await ask(site, topic, signInText({ lines: [`Request ID: ${at}`] }))
  }

  const { answer } = askForSignIn(site, topic)
  expect(await answer).toMatchObject({
    code: -32_005,
    message: 'Too many requests wait for the user. Try again later.',
  })
  expect(wallet.refused).toMatchObject([{ why: 'queue-full' }])

  const bank = await connect('https://bank.example')
  await ask(bank.site, bank.topic, signInText({ host: 'bank.example' }))
})

test('refuses all waiting requests of a site that the member pauses', async () => {
  const { site, topic } = await connect()
  const first = await ask(site, topic)
  const second = await ask(site, topic, signInText({ lines: ['Request ID: 2'] }))

  await wallet.engine.pauseSite(first.session)

  for (const { answer } of [first, second, askForSignIn(site, topic)]) {
    expect(await answer).toMatchObject({ code: -32_005, message: 'The user has paused this site.' })
  }
  expect(waitingIn(wallet)).toEqual([])
  expect(wallet.closed).toEqual([])
})

test('refuses requests for a network that left the programme, and cleans the name of a method', async () => {
  const { site, topic } = await connect()
  const chainId = ASKED.eip155.chains[0] ?? ''
  wallet.networks = [1]
  const { answer } = askForSignIn(site, topic)
  expect(await answer).toMatchObject({ code: 5100 })

  wallet.networks = [31_337]
  const [session] = wallet.sessions
  const sent = relay.published.findLast(({ tag }) => tag === 1108)
  if (!session || !sent) throw new Error('Nothing was sent')
  const request = { method: `\u202Eeth_sign${'x'.repeat(500)}`, params: [] }
  const content = { id: Date.now() * 1000, jsonrpc: '2.0', method: 'wc_sessionRequest' }
  const message = sealMessage(session.symKey, { ...content, params: { chainId, request } })
  relay.repeat({ ...sent, message, sender: 'somebody' })

  await expect.poll(() => wallet.refused.at(-1)?.why, BUSY).toBe('method')
  expect(wallet.refused.at(-1)?.names).toEqual([`eth_sign${'x'.repeat(51)}…`])
})
