import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sentBeforeQuery } from '#/features/wallet/api.ts'
import { networksQuery } from '#/features/wallet/chain/networks.ts'
import { useConnections } from '#/features/wallet/connections/use-connections.ts'
import { loadSent } from '#/features/wallet/chain/sent.ts'
import { knownAddresses, recipientTrustOf } from '#/features/wallet/send/recipient-trust.ts'
import { queryClient } from '#/lib/query-client.ts'
import { ACCOUNT } from './connected-wallet.ts'
import { vault } from '#/vault/vault.ts'
import { answerWith } from './replies.ts'
import { ask, openConnections, sessionOf } from './open-connections.tsx'
import { approvalLog, NETWORK, stubNode, transferLog } from './wallet-node.ts'
import type { StubbedNode } from './wallet-node.ts'

const MARKET = sessionOf('market.example')
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const SPENDER = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const THIRD = '0x52908400098527886E0F7030069857D2E4169EE7'
const COIN = `0x${'e'.repeat(40)}`
const MAX = 2n ** 256n - 1n
const OWN = ACCOUNT.address

/** Saved by the member. */
const FRIEND = SPENDER
const FORGED = '0x71c4000000000000000000000000000000019a2F'
const saved = [{ id: 1, name: 'Friend', address: FRIEND, addressChangedAt: null }]

let node: StubbedNode
let reported: object[]

beforeEach(() => {
  node = stubNode()
  reported = []
  // The chain contains every transaction that was reported.
  answerWith(async ({ id }, { body }) => {
    if (id === 'bookmark.list') return { list: saved, hasNext: false }
    if (id === 'wallet.transactions') return { list: reported }
    if (id === 'wallet.addTransaction')
      return reported.push({ ...(body as object), isOnChain: true })
    if (id.startsWith('explorer.')) return []
    throw new Error(`Unexpected call: ${id}`)
  })
  node.codes = { [TOKEN.toLowerCase()]: '0x6080' }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useConnections.setState(useConnections.getInitialState(), true)
})

/** Opens the review of a transaction that a site without limits asks for. */
async function review(transaction: { to: string; value?: string; data?: string }) {
  const site = { ...MARKET, limits: { ...MARKET.limits, usdPerDay: null } }
  const shown = await openConnections(site)
  queryClient.setQueryData(networksQuery.queryKey, [NETWORK])
  ask(shown, site, { method: 'eth_sendTransaction', params: [{ from: OWN, ...transaction }] })
  await screen.findByRole('heading', { name: 'Send this transaction?' })
  return shown
}

const button = () => screen.getByRole('button', { name: 'Confirm with PIN' })
const isLocked = () => button().getAttribute('aria-disabled') === 'true'
const testAgain = () => act(() => queryClient.refetchQueries({ queryKey: ['site-call'] }))

/** The text of the screen without spaces, which separate the groups of an address. */
const shownText = () => document.body.textContent.replace(/\s/g, '')
const timesShown = (address: string) => shownText().split(address).length - 1

const transfer = (to: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const approve = (spender: `0x${string}`) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, MAX] })
const approvalOf = (spender: string) =>
  approvalLog({ token: TOKEN, owner: OWN, spender, amount: MAX })

test('has another effect accepted again that a later test of the transaction reports', async () => {
  node.logs = [approvalOf(SPENDER)]
  await review({ to: TOKEN, data: approve(SPENDER) })
  fireEvent.click(await screen.findByRole('checkbox'))
  expect(isLocked()).toBe(false)
  await testAgain()
  expect(isLocked()).toBe(false)

  node.logs = [approvalOf(SPENDER), approvalOf(TOKEN)]
  await testAgain()

  await waitFor(() =>
    expect(screen.getAllByText('May take all your', { exact: false })).toHaveLength(2),
  )
  expect(isLocked()).toBe(true)
  fireEvent.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(isLocked()).toBe(false))
})

test('shows the full address of everyone who receives tokens', async () => {
  const moved = (to: string, amount: bigint) => transferLog({ token: TOKEN, from: OWN, to, amount })
  node.logs = [moved(SPENDER, 98n), moved(THIRD, 2n)]
  await review({ to: TOKEN, data: transfer(SPENDER, 100n) })
  await screen.findByText('What will change')

  expect(timesShown(SPENDER)).toBe(1)
  expect(timesShown(THIRD)).toBe(1)
})

const MIDDLE = 'Missing part (32 characters)'
const typeMiddle = (value: string) =>
  fireEvent.change(screen.getByLabelText(MIDDLE), { target: { value } })

test.each([
  [
    'coin',
    () => ({ to: FORGED, value: '0x1' }),
    () => transferLog({ token: COIN, from: OWN, to: FORGED, amount: 1n }),
  ],
  [
    'tokens',
    () => ({ to: TOKEN, data: transfer(FORGED, 1n) }),
    () => transferLog({ token: TOKEN, from: OWN, to: FORGED, amount: 1n }),
  ],
  [
    'tokens through a contract',
    () => ({ to: THIRD, data: '0xb3f98adc' }),
    () => transferLog({ token: TOKEN, from: OWN, to: FORGED, amount: 1n }),
  ],
])(
  'sends %s to a look-alike address for a site only after the member typed its middle',
  async (_, transaction, log) => {
    node.logs = [log()]
    await review(transaction())
    expect(await screen.findByText('Possible scam: look-alike address')).toBeDefined()
    expect(isLocked()).toBe(true)
    typeMiddle(FRIEND.slice(6, -4))
    expect(isLocked()).toBe(true)

    typeMiddle(FORGED.slice(6, -4))

    await waitFor(() => expect(isLocked()).toBe(false))
    await testAgain()
    expect(isLocked()).toBe(false)
  },
)

test('takes no payment that a site asked for as a reason to trust its recipient', async () => {
  const sign = vi.spyOn(vault, 'signTransaction')
  sign.mockResolvedValue({ raw: '0x02', hash: `0x${'ab'.repeat(32)}` })
  node.logs = [transferLog({ token: COIN, from: OWN, to: FORGED, amount: 1n })]
  await review({ to: FORGED, value: '0x1' })
  await screen.findByLabelText(MIDDLE)
  typeMiddle(FORGED.slice(6, -4))
  await waitFor(() => expect(isLocked()).toBe(false))

  fireEvent.click(button())

  await screen.findByRole('heading', { name: 'Connections' })
  expect(sign).toHaveBeenCalledOnce()
  expect(loadSent('7')).toMatchObject([{ to: FORGED, hasArrived: true }])
  const paid = await queryClient.fetchQuery({ ...sentBeforeQuery, staleTime: 0 })
  const known = knownAddresses({ own: OWN, saved, paid, met: { addresses: [], isComplete: true } })
  expect(recipientTrustOf(FORGED, known).kind).toBe('look-alike')
})

test('says that a recipient is new, and blocks nobody whom the member knows', async () => {
  node.logs = [transferLog({ token: COIN, from: OWN, to: THIRD, amount: 1n })]
  const shown = await review({ to: THIRD, value: '0x1' })
  expect(await screen.findByText('First time you send to this address')).toBeDefined()
  await waitFor(() => expect(isLocked()).toBe(false))

  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  await screen.findByRole('heading', { name: 'Connections' })
  node.logs = [transferLog({ token: COIN, from: OWN, to: FRIEND, amount: 1n })]
  ask(shown, MARKET, {
    method: 'eth_sendTransaction',
    params: [{ from: OWN, to: FRIEND, value: '0x1' }],
  })

  await screen.findByText('What will change')
  expect(timesShown(FRIEND)).toBe(1)
  expect(screen.queryByText('First time you send to this address')).toBeNull()
  expect(screen.queryByLabelText(MIDDLE)).toBeNull()
})

test('says that a recipient without code is new, although the site names a function', async () => {
  node.codes = { [THIRD.toLowerCase()]: '0x' }
  node.logs = [transferLog({ token: COIN, from: OWN, to: THIRD, amount: 1n })]

  await review({ to: THIRD, value: '0x1', data: '0x00000000' })

  expect(await screen.findByText('First time you send to this address')).toBeDefined()
})

test('says that a recipient is new who delegates to code', async () => {
  node.codes = { [THIRD.toLowerCase()]: `0xef0100${'5'.repeat(40)}` }
  node.logs = [transferLog({ token: COIN, from: OWN, to: THIRD, amount: 1n })]

  await review({ to: THIRD, value: '0x1' })

  expect(await screen.findByText('First time you send to this address')).toBeDefined()
})
