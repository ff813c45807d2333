import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { RelayProgressStep } from '#/features/wallet/send/relay-progress-step.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import type { RelayedSend, SignedRelay } from './api.ts'
import { RelayRows } from './relay-rows.tsx'
import { findStoredRelays, forgetRelay, setRelayLeft, storeRelay } from './stored-relay.ts'

// Mocks `Link`, which needs the routes of the running app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

const display = vi.hoisted(() => ({ isHidden: false }))
// Mocks the choice of the member, because a static render reads the first state of its store.
vi.mock('#/features/wallet/display.ts', () => ({ useDisplay: () => display }))

const USER = '7'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const signed = (nonce: string): SignedRelay => ({
  chainId: 31_337,
  relay: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  token: TOKEN,
  recipient: '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F',
  amount: '20000000',
  nonce,
  deadline: 1_900_000_000,
  intent: `0x${'1'.repeat(130)}`,
  permit: `0x${'2'.repeat(130)}`,
})
const shown = (nonce: string, change: Partial<RelayedSend> = {}): RelayedSend => ({
  sendId: Number(nonce),
  chainId: 31_337,
  token: TOKEN,
  symbol: 'USDS',
  decimals: 6,
  recipient: signed(nonce).recipient,
  amount: '20',
  nonce,
  state: 'SENT',
  failure: null,
  txHash: null,
  deadline: '2026-06-23T08:10:00.000Z',
  createdAt: '2026-06-23T08:00:00.000Z',
  endedAt: null,
  ...change,
})

beforeEach(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  display.isHidden = false
  await loadTexts('relay', 'wallet', 'shell')
})

function render(content: ReactNode, sends: readonly RelayedSend[]): string {
  const queries = new QueryClient()
  for (const send of sends) queries.setQueryData(['relayed', send.nonce], send)
  return renderToStaticMarkup(<QueryClientProvider client={queries}>{content}</QueryClientProvider>)
}
const renderRows = (sends: readonly RelayedSend[]) =>
  render(<RelayRows userId={USER} nameOf={() => 'Mina'} onOpen={() => {}} />, sends)
const renderProgress = (send: RelayedSend) =>
  render(
    <RelayProgressStep userId={USER} body={signed(send.nonce)} name="Mina" onAnother={() => {}} />,
    [send],
  )

test('the device keeps several sends under way, and which of them the member has left', () => {
  storeRelay(USER, signed('1'))
  storeRelay(USER, signed('2'))
  setRelayLeft(USER, '1', true)
  expect(findStoredRelays(USER)).toMatchObject([
    { body: { nonce: '1' }, isLeft: true },
    { body: { nonce: '2' }, isLeft: false },
  ])

  forgetRelay(USER, '1')
  expect(findStoredRelays(USER)).toMatchObject([{ body: { nonce: '2' } }])
  forgetRelay(USER, '2')
  expect(findStoredRelays(USER)).toEqual([])
})

test('each send under way has a row with its amount, recipient and state', () => {
  for (const nonce of ['1', '2', '3']) storeRelay(USER, signed(nonce))
  const failed = { state: 'FAILED', failure: 'WOULD_FAIL' } as const
  const html = renderRows([shown('1'), shown('2', { state: 'DONE' }), shown('3', failed)])

  expect(html.match(/<li/g)).toHaveLength(3)
  expect(html).toContain('20 USDS to Mina')
  expect(html).toMatch(/On its way.*Arrived.*Not sent\. See why\./)
})

test('a row shows no amount while balances are hidden', () => {
  storeRelay(USER, signed('1'))
  display.isHidden = true
  const html = renderRows([shown('1')])

  expect(html).toContain('Send to Mina')
  expect(html).not.toContain('20 USDS')
})

test('the progress of a send lets the member send something else until it has ended', () => {
  const underWay = renderProgress(shown('1'))
  const done = renderProgress(shown('1', { state: 'DONE' }))

  expect(underWay).toContain('Send something else')
  expect(underWay).toContain('We’ll finish the send without you.')
  expect(done).not.toContain('Send something else')
})

test('a send that would fail explains that it was not submitted and does not count', () => {
  const html = renderProgress(shown('1', { state: 'FAILED', failure: 'WOULD_FAIL' }))

  expect(html).toContain('The network would have rejected the transfer')
  expect(html).toContain('this send doesn’t count')
})
