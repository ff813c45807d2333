import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followQuery, RelayRefused, type SignedRelay } from './api.ts'
import { findRefusal, findStoredRelays, forgetRelay, storeRelay } from './stored-relay.ts'

const USER = '7'
const SIGNED: SignedRelay = {
  chainId: 31_337,
  relay: '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213',
  token: '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213',
  recipient: '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F',
  amount: '7',
  nonce: '92',
  deadline: 32_503_680_000,
  intent: `0x${'1'.repeat(130)}`,
  permit: `0x${'2'.repeat(130)}`,
}
const SPENT = { status: 400, code: Code.RELAY_QUOTA_SPENT, msg: 'No sends are left' }

let failure: ApiError
const server = vi.hoisted(() => ({
  lists: 0,
  submissions: new Array<unknown>(),
  /** Lists the send once it was submitted, because an earlier submission was accepted. */
  isAccepted: false,
}))

// Mocks the server, which fails to accept this send.
vi.mock('#/lib/api.ts', () => ({
  call: async ({ id }: { id: string }, { body }: { body: SignedRelay }, options: object) => {
    if (id === 'relay.sends') {
      server.lists += 1
      const isListed = server.isAccepted && server.submissions.length > 0
      return { list: isListed ? [{ nonce: '92', state: 'SENT' }] : [] }
    }
    server.submissions.push({ body, ...options })
    throw failure
  },
}))

beforeEach(() => {
  failure = new ApiError({ status: 0 })
  server.lists = 0
  server.submissions = []
  server.isAccepted = false
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  storeRelay(USER, SIGNED)
})
afterEach(() => focusManager.setFocused(undefined))

const follow = () => new QueryClient().fetchQuery(followQuery(USER, SIGNED))

test.each([
  ['a lost reply', { status: 0 }],
  ['a fault of the server', { status: 500, code: Code.SERVER_ERROR }],
  ['too many requests', { status: 429, code: Code.TOO_MANY_REQUESTS }],
  ['an expired session', { status: 401, code: Code.TOKEN_EXPIRED }],
  ['the page of a proxy', { status: 404 }],
])('a submission with %s may have arrived, so it is no refusal', async (_name, reply) => {
  failure = new ApiError(reply)

  await expect(follow()).rejects.toBe(failure)
})

test('a submission that the server refuses ends the send', async () => {
  failure = new ApiError(SPENT)

  await expect(follow()).rejects.toBeInstanceOf(RelayRefused)
})

test('a code that this app does not know refuses the send as well', async () => {
  failure = new ApiError({ status: 400, code: 2999 })

  await expect(follow()).rejects.toBeInstanceOf(RelayRefused)
})

test('a refusal is ignored if an earlier submission of the send was accepted', async () => {
  failure = new ApiError(SPENT)
  server.isAccepted = true

  await expect(follow()).resolves.toMatchObject({ state: 'SENT' })
  expect(findRefusal(USER, SIGNED.nonce)).toBeUndefined()
})

test('a send without a reply is submitted again with the same intent key and signatures', async () => {
  await expect(follow()).rejects.toBe(failure)
  await expect(follow()).rejects.toBe(failure)

  const submitted = { body: SIGNED, idempotencyKey: 'relay-92' }
  expect(server.submissions).toEqual([submitted, submitted])
})

describe('a refused send is never submitted again', () => {
  beforeEach(() => {
    failure = new ApiError(SPENT)
  })

  /** Shows the send in an app until the server has refused it. */
  async function showUntilRefused() {
    const queries = new QueryClient()
    queries.mount()
    const observer = new QueryObserver(queries, followQuery(USER, SIGNED))
    const leave = observer.subscribe(() => {})
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
    const close = () => {
      leave()
      queries.unmount()
    }
    return { queries, observer, leave, close }
  }

  /** Completes all reads that have begun. */
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  test('when the window regains the focus', async () => {
    const { close } = await showUntilRefused()

    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await settle()

    expect(server.submissions).toHaveLength(1)
    close()
  })

  test('when its screen is shown again', async () => {
    const { queries, leave, close } = await showUntilRefused()
    leave()

    const again = new QueryObserver(queries, followQuery(USER, SIGNED))
    const leaveAgain = again.subscribe(() => {})
    await settle()

    expect(again.getCurrentResult().error).toBeInstanceOf(RelayRefused)
    expect(server.submissions).toHaveLength(1)
    leaveAgain()
    close()
  })

  test('after a reload, which shows the stored reply', async () => {
    await expect(follow()).rejects.toBeInstanceOf(RelayRefused)
    await expect(follow()).rejects.toMatchObject({ reply: SPENT })

    expect(server.lists).toBe(3)
    expect(server.submissions).toHaveLength(1)
  })

  test('by another tab, although the member has read the reason here', async () => {
    await expect(follow()).rejects.toBeInstanceOf(RelayRefused)
    forgetRelay(USER, SIGNED.nonce)
    expect(findStoredRelays(USER)).toEqual([])

    await expect(follow()).rejects.toBeInstanceOf(RelayRefused)

    expect(server.submissions).toHaveLength(1)
  })
})

test('a refused send that the member has read about is deleted after its deadline', async () => {
  failure = new ApiError(SPENT)
  const late = { ...SIGNED, nonce: '93', deadline: 1 }
  storeRelay(USER, late)
  await expect(new QueryClient().fetchQuery(followQuery(USER, late))).rejects.toThrow('refused')

  forgetRelay(USER, late.nonce)

  expect(window.localStorage.getItem(`wallet_relay_${USER}`)).not.toContain('"nonce":"93"')
})
