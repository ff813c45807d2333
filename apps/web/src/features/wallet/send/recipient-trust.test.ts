import { expect, test } from 'vitest'
import { recipientTrustOf, hasPaid, knownAddresses } from './recipient-trust.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
/** Matches at both ends, as addresses in a poisoned history do. */
const FORGED = '0x71c40000000000000000000000000000000e9a2f'
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const saved = (address: string, addressChangedAt: string | null = null) => ({
  address,
  addressChangedAt,
})
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const paid = (to: string, isOnChain = true) => ({
  to,
  isOnChain,
  chainId: 1,
  contractAddress: null,
})

const met = (...addresses: string[]) => ({ addresses, isComplete: true })

const lists = { own: OWN, saved: [], paid: [], met: met() }

test('stops a look-alike that sent a small amount, whichever address it imitates', () => {
  for (const imitated of [
    { saved: [saved(FRIEND)] },
    { paid: [paid(FRIEND)] },
    { met: met(FRIEND, FORGED) },
  ]) {
    const known = knownAddresses({ ...lists, met: met(FORGED), ...imitated })
    expect(recipientTrustOf(FORGED, known)).toEqual({ kind: 'look-alike', known: FRIEND })
  }
})

test('trusts a saved or paid address in any spelling, even after it was imitated', () => {
  const known = knownAddresses({ ...lists, paid: [paid(FRIEND.toLowerCase())], met: met(FORGED) })
  expect(recipientTrustOf(FRIEND, known)).toEqual({ kind: 'trusted' })
})

test('calls no address new before the lists have loaded', () => {
  expect(recipientTrustOf(STRANGER, undefined)).toEqual({ kind: 'unclear' })
  expect(recipientTrustOf(STRANGER, knownAddresses(lists))).toEqual({ kind: 'new' })
})

test.each(['saved', 'paid'])('calls no address new while the list %s is missing', (name) => {
  const known = knownAddresses({ ...lists, [name]: undefined })
  expect(recipientTrustOf(STRANGER, known)).toEqual({ kind: 'unclear' })
})

test("calls no address new while a network's history is missing, and still warns from earlier data", () => {
  const known = knownAddresses({ ...lists, met: { addresses: [FRIEND], isComplete: false } })
  expect(recipientTrustOf(STRANGER, known)).toEqual({ kind: 'unclear' })
  expect(recipientTrustOf(FORGED, known)).toEqual({ kind: 'look-alike', known: FRIEND })
})

test('uses the lists that have loaded although another one is missing', () => {
  const known = knownAddresses({ ...lists, saved: [saved(FRIEND)], paid: undefined })
  expect(recipientTrustOf(FRIEND, known)).toEqual({ kind: 'trusted' })
  expect(recipientTrustOf(FORGED, known)).toEqual({ kind: 'look-alike', known: FRIEND })
})

test('keeps an address new and unlisted if its reported payment is not on chain', () => {
  const known = knownAddresses({ ...lists, paid: [paid(STRANGER, false)] })

  expect(recipientTrustOf(STRANGER, known)).toEqual({ kind: 'new' })
  expect(known.all).toEqual([OWN])
})

test('treats a changed saved address as new until it was paid on chain', () => {
  const changed = [saved(STRANGER, '2026-11-16T08:00:00.000Z')]
  const before = knownAddresses({ ...lists, saved: changed, paid: [paid(STRANGER, false)] })
  const after = knownAddresses({ ...lists, saved: changed, paid: [paid(STRANGER)] })

  expect(recipientTrustOf(STRANGER, before)).toEqual({ kind: 'changed' })
  expect(recipientTrustOf(STRANGER, after)).toEqual({ kind: 'trusted' })
})

test('stops a saved address that was changed to a look-alike', () => {
  const list = [saved(FRIEND), saved(FORGED, '2026-11-16T08:00:00.000Z')]

  expect(recipientTrustOf(FORGED, knownAddresses({ ...lists, saved: list }))).toEqual({
    kind: 'look-alike',
    known: FRIEND,
  })
})

test('counts only payments on chain to the same address, network and asset as paid before', () => {
  const known = knownAddresses({
    ...lists,
    saved: [saved(STRANGER)],
    paid: [paid(FRIEND.toLowerCase()), paid(FORGED, false)],
  })
  const coin = { to: FRIEND, chainId: 1, contract: null }

  expect(hasPaid(coin, known)).toBe(true)
  expect(hasPaid(coin, undefined)).toBe(false)
  for (const other of [
    { chainId: 56 },
    { contract: TOKEN },
    // One is saved in the address book, the other was reported but is not on chain.
    { to: STRANGER },
    { to: FORGED },
  ]) {
    expect(hasPaid({ ...coin, ...other }, known)).toBe(false)
  }
})

test('counts a token payment for this token in any spelling, and not for the coin', () => {
  const inToken = { ...paid(FRIEND), contractAddress: TOKEN }
  const known = knownAddresses({ ...lists, paid: [inToken] })
  const token = { to: FRIEND, chainId: 1, contract: TOKEN.toLowerCase() }

  expect(hasPaid(token, known)).toBe(true)
  expect(hasPaid({ ...token, contract: null }, known)).toBe(false)
  expect(hasPaid({ ...token, contract: STRANGER }, known)).toBe(false)
})
