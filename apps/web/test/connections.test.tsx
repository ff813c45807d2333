import { DEFAULT_LIMITS } from '@solstice/rules/connection/limits'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { assetsListQuery } from '#/features/wallet/chain/networks.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import type { WaitingProposal } from '#/features/wallet/connections/engine-parts.ts'
import { sealMessage, topicOf } from '#/features/wallet/connections/protocol/envelope.ts'
import { connectionEvents, useConnections } from '#/features/wallet/connections/use-connections.ts'
import { queryClient } from '#/lib/query-client.ts'
import { useToast } from '#/lib/toast.ts'
import { vault } from '#/vault/vault.ts'
import type { Opening } from '#/vault/vault.ts'
import { ACCOUNT, CHAIN_ID, signInText } from './connected-wallet.ts'
import {
  OPENING,
  ask,
  askToSignIn,
  openConnections,
  sessionOf,
  storedSignIn,
} from './open-connections.tsx'
import type { Shown } from './open-connections.tsx'

const MARKET = 'market.example'
const BANK = 'moon-bank.example'

const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(() => {
  vi.restoreAllMocks()
  useConnections.setState(useConnections.getInitialState(), true)
  vi.setSystemTime(new Date('2026-06-10T03:05:00Z'))
})

const typedData = (item: string, id: number) => {
  const data = {
    domain: { name: 'Market', chainId: CHAIN_ID },
    types: { Offer: [{ name: 'item', type: 'string' }] },
    primaryType: 'Offer',
    message: { item },
  }
  return { method: 'eth_signTypedData_v4', params: [ACCOUNT.address, data], id }
}

test('shows requests of two sites with the same id one after the other, each with its own content', async () => {
  const [market, bank] = [sessionOf(MARKET), sessionOf(BANK)]
  const shown = await openConnections(market, bank)
  const id = Date.now() * 1000
  ask(shown, market, typedData('Lantern', id))
  expect(await screen.findByText('Lantern')).toBeDefined()
  ask(shown, bank, typedData('House', id))
  await waitFor(() => expect(shown.record.sessions[1]?.waiting).toHaveLength(1))

  press('Refuse')

  expect(await screen.findByText('House')).toBeDefined()
  expect(screen.queryByText('Lantern')).toBeNull()
  expect(screen.getAllByText(BANK).length).toBeGreaterThan(0)
})

/** Lets the member press "Confirm with PIN"; the PIN is entered when the result is called. */
async function confirm({ opener }: Shown): Promise<() => Promise<void>> {
  const pin = Promise.withResolvers<Opening | undefined>()
  opener.byPin = vi.fn(() => pin.promise)
  press('Confirm with PIN')
  await waitFor(() => expect(opener.byPin).toHaveBeenCalledOnce())
  return () => act(async () => pin.resolve(OPENING))
}

test('keeps a request on the screen, and signs it, while another site asks during the PIN', async () => {
  const [bank, market] = [sessionOf(BANK), sessionOf(MARKET)]
  const sign = vi.spyOn(vault, 'signMessage').mockResolvedValue({ signature: '0x12' })
  // The earlier connection is first in the list.
  const shown = await openConnections(bank, market)
  askToSignIn(shown, market)
  await heading(`Sign in to ${MARKET}?`)
  const enterPin = await confirm(shown)
  askToSignIn(shown, bank)
  await waitFor(() => expect(shown.record.sessions[0]?.waiting).toHaveLength(1))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Sign in to ${MARKET}?`)

  await enterPin()

  await heading(`Sign in to ${BANK}?`)
  expect(sign).toHaveBeenCalledOnce()
  expect(sign.mock.calls[0]?.[2]).toContain(`${MARKET} wants you to sign in`)
  expect(shown.replies).toMatchObject([{ result: '0x12' }])
})

test('marks a request on the device before it is signed', async () => {
  const states: unknown[] = []
  const shown = await openConnections(sessionOf(MARKET))
  vi.spyOn(vault, 'signMessage').mockImplementation(async () => {
    states.push(shown.record.sessions[0]?.waiting[0]?.state)
    return { signature: '0x12' }
  })
  askToSignIn(shown, sessionOf(MARKET))
  await heading(`Sign in to ${MARKET}?`)

  press('Confirm with PIN')

  await heading('Connections')
  expect(states).toEqual(['claimed'])
  expect(shown.record.sessions[0]?.waiting).toEqual([])
})

test('says after a restart that a request may have been sent, and offers no signature', async () => {
  const shown = await openConnections(sessionOf(MARKET, [storedSignIn('claimed', signInText())]))

  expect(await heading('This may already have been sent')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm with PIN' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Check your activity' })).toHaveProperty(
    'pathname',
    '/wallet/history',
  )
  press('OK')
  expect(await heading('Connections')).toBeDefined()
  expect(shown.replies).toMatchObject([{ error: { code: -32_603 } }])
})

test('does not sign for a site that was paused or left during the PIN', async () => {
  const market = sessionOf(MARKET)
  const sign = vi.spyOn(vault, 'signMessage').mockResolvedValue({ signature: '0x12' })
  const shown = await openConnections(market)
  const setPaused = (isPaused: boolean) =>
    act(async () => {
      await shown.engine.setLimits(market.topic, { ...DEFAULT_LIMITS, isPaused })
    })
  askToSignIn(shown, market)
  await heading(`Sign in to ${MARKET}?`)
  const enterPin = await confirm(shown)
  await setPaused(true)
  await enterPin()
  await heading('We can’t sign this request')
  expect(screen.getByRole('alert').textContent).toContain('You paused this site.')

  await setPaused(false)
  await heading(`Sign in to ${MARKET}?`)
  const enterPinAgain = await confirm(shown)
  const leave = { id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete' }
  act(() => shown.deliver(market.topic, sealMessage(market.symKey, leave)))
  await heading('The site ended the connection')
  await enterPinAgain()

  expect(shown.opener.dismiss).toHaveBeenCalledTimes(2)
  expect(shown.record.sessions).toEqual([])
  expect(sign).not.toHaveBeenCalled()
})

test('says that a sign-in expired while it waited, instead of showing nothing', async () => {
  const shown = await openConnections(sessionOf(MARKET))
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  askToSignIn(shown, sessionOf(MARKET), [`Expiration Time: ${expiresAt}`])
  await heading(`Sign in to ${MARKET}?`)

  vi.setSystemTime(Date.now() + 60_000)
  await act(async () => void (await shown.engine.dropExpired()))

  expect(await heading('This request has expired')).toBeDefined()
  press('OK')
  expect(await heading('Connections')).toBeDefined()
  expect(screen.getByText(MARKET)).toBeDefined()
})

test('says why a stored request cannot be signed any more, and lets the member dismiss it', async () => {
  const lines = [`Expiration Time: ${new Date(Date.now() - 1).toISOString()}`]
  const stored = storedSignIn('open', signInText({ lines }))
  const shown = await openConnections(sessionOf(MARKET, [stored]))

  expect(await heading('We can’t sign this request')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('The request had expired.')
  press('OK')
  expect(await heading('Connections')).toBeDefined()
  expect(shown.replies).toMatchObject([{ error: { code: 8000 } }])
})

const PAIRING_KEY = 'cd'.repeat(32)
const PAIRING = { topic: topicOf(PAIRING_KEY), symKey: PAIRING_KEY }

function propose(expiresAtMs: number): void {
  const proposal: WaitingProposal = {
    id: 1,
    pairing: PAIRING,
    publicKey: `09${'00'.repeat(31)}`,
    site: { name: 'Aurora', url: 'https://aurora.example/', host: 'aurora.example' },
    offer: {
      kind: 'offer',
      chainIds: [CHAIN_ID],
      methods: ['personal_sign'],
      events: [],
      without: { chains: [], methods: [] },
    },
    receivedAtMs: Date.now(),
    expiresAtMs,
  }
  act(() => connectionEvents(useConnections.setState).onProposal(proposal))
}

test('says that a site is not connected when connecting it failed', async () => {
  const shown = await openConnections()
  propose(Date.now() + 60_000)
  await heading('Connect to this site?')
  shown.isRelayGone = true

  press('Connect')

  expect(await heading('The site isn’t connected')).toBeDefined()
  expect(useToast.getState().current).toBeUndefined()
  press('OK')
  expect(await screen.findByText('No connected sites')).toBeDefined()
})

test('does not reject a site while it is being connected', async () => {
  const shown = await openConnections({ ...sessionOf(MARKET), ...PAIRING })
  propose(Date.now() + 60_000)
  await heading('Connect to this site?')
  press('Connect')
  await waitFor(() => expect(shown.replies.length).toBeGreaterThan(0))

  press('Back')
  press('Don’t connect')

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Connect to this site?')
  expect(shown.replies[0]).toMatchObject({ id: 1, result: {} })
  // A rejection is an error with a code.
  expect(JSON.stringify(shown.replies)).not.toContain('"code"')
})

test('says that a proposal expired while it waited, and does not connect the site', async () => {
  await openConnections()
  propose(Date.now())

  expect(await heading('This request has expired')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
  press('OK')
  expect(await screen.findByText('No connected sites')).toBeDefined()
})

test('shows every part of a sign-in, with its hidden characters, because all of it is signed', async () => {
  const shown = await openConnections(sessionOf(MARKET))
  const resources = Array.from({ length: 12 }, (_, at) => `- https://${MARKET}/term/${at}\u202E`)
  const statement = `Welcome.${' '.repeat(300)}You also give us \u200Beverything.`
  const lines = ['Request ID: req-7', 'Resources:', ...resources]
  const text = signInText({ lines }).replace('Welcome.', statement)
  ask(shown, sessionOf(MARKET), { method: 'personal_sign', params: [text, ACCOUNT.address] })
  await heading(`Sign in to ${MARKET}?`)

  expect(screen.getByText('Welcome.⟨0020 ×300⟩You also give us ⟨200B⟩everything.')).toBeDefined()
  for (let at = 0; at < 12; at += 1) {
    expect(screen.getByText(`https://${MARKET}/term/${at}⟨202E⟩`)).toBeDefined()
  }
  expect(screen.getByText('req-7')).toBeDefined()
  expect(screen.getByText(`https://${MARKET}/login`)).toBeDefined()
  expect(screen.getByText(/^market\.example wants you to sign in/).textContent).toContain(
    'Nonce: abcdefgh1\n',
  )
})

test('offers to refuse all requests of a site that asks too often', async () => {
  const shown = await openConnections(sessionOf(MARKET))
  askToSignIn(shown, sessionOf(MARKET))
  await heading(`Sign in to ${MARKET}?`)
  expect(screen.queryByRole('button', { name: 'Refuse all and pause this site' })).toBeNull()
  askToSignIn(shown, sessionOf(MARKET), ['Request ID: 2'])
  expect(await screen.findByText('1 more request from this site is waiting.')).toBeDefined()

  press('Refuse all and pause this site')

  expect(await screen.findByText('Paused')).toBeDefined()
  expect(shown.replies).toHaveLength(2)
})

const isLocked = () =>
  screen.getByRole('button', { name: 'Confirm with PIN' }).getAttribute('aria-disabled') === 'true'

test('signs data of unknown meaning only when the member accepts that no limit applies', async () => {
  const sign = vi.spyOn(vault, 'signTypedData').mockResolvedValue({ signature: '0x12' })
  const shown = await openConnections(sessionOf(MARKET))
  ask(shown, sessionOf(MARKET), typedData('Lantern', Date.now() * 1000))
  await screen.findByText('Lantern')
  expect(screen.getByText(/^Your limits for market\.example can’t be applied/)).toBeDefined()
  expect(isLocked()).toBe(true)

  fireEvent.click(screen.getByRole('checkbox', { name: /sign it without limits/ }))
  expect(isLocked()).toBe(false)
  press('Confirm with PIN')

  await heading('Connections')
  expect(sign).toHaveBeenCalledOnce()
  expect(shown.replies).toMatchObject([{ result: '0x12' }])
})

const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const DOLLAR: Asset = {
  contractId: 2,
  networkId: 1,
  chainId: CHAIN_ID,
  address: TOKEN,
  symbol: 'USDS',
  name: 'Dollar',
  decimals: 6,
  logoUrl: null,
  priceUsd: '1',
  priceChange24h: null,
}
const uint256 = (name: string) => ({ name, type: 'uint256' })
const address = (name: string) => ({ name, type: 'address' })

const permit = (dollars: number) => {
  const data = {
    domain: { name: 'Dollar', version: '1', chainId: CHAIN_ID, verifyingContract: TOKEN },
    types: {
      Permit: [
        address('owner'),
        address('spender'),
        uint256('value'),
        uint256('nonce'),
        uint256('deadline'),
      ],
    },
    primaryType: 'Permit',
    message: {
      owner: ACCOUNT.address,
      spender: TOKEN,
      value: `${dollars}000000`,
      nonce: '0',
      deadline: '9',
    },
  }
  return { method: 'eth_signTypedData_v4', params: [ACCOUNT.address, data] }
}

test('counts a permit of a priced token towards the limit of the site', async () => {
  vi.spyOn(vault, 'signTypedData').mockResolvedValue({ signature: '0x12' })
  const market = sessionOf(MARKET)
  const shown = await openConnections(market)
  queryClient.setQueryData(assetsListQuery.queryKey, [DOLLAR])
  ask(shown, market, permit(300))
  await screen.findByText('This lets someone take your tokens')
  fireEvent.click(screen.getByRole('checkbox', { name: /^I trust/ }))
  press('Confirm with PIN')
  await heading('Connections')
  expect(shown.record.sessions[0]?.spent).toMatchObject([{ usd: 300 }])

  ask(shown, market, permit(300))

  await screen.findByText('Over your limit for this site')
  fireEvent.click(screen.getByRole('checkbox', { name: /^I trust/ }))
  expect(isLocked()).toBe(true)
})
