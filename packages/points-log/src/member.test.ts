import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { sampleLog } from './sample-log.ts'
import {
  NOTHING_REMEMBERED,
  UNRECORDED_MAX,
  verifyMember,
  type MemberPage,
  type Remembered,
} from './member.ts'
import { nodeCrypto } from './node-crypto.ts'

const ADA = 48_213
const BEN = 48_214
const SIZE = 40

/** Three of four postings are Ada's; the last four of the postings are not recorded yet. */
const log = sampleLog(
  Array.from({ length: SIZE + 4 }, (_, at) => ({
    memberId: at % 4 === 3 ? BEN : ADA,
    accounts: [
      { asset: 'XP', amount: BigInt(at) },
      { asset: 'CREDIT', amount: at % 8 === 0 ? -3n : 5n },
    ],
  })),
)
const verify = (page: MemberPage, remembered?: Remembered, memberId = ADA) =>
  verifyMember(nodeCrypto, { memberId, page, remembered })

function rememberedAt(size: number): Remembered {
  const result = verify(log.page(ADA, { size }))
  if (!result.ok) throw new Error(`The log has the fault ${result.fault}`)
  return result.remembered
}

const page = log.page(ADA, { size: SIZE })
const changed = (change: Partial<MemberPage>) => verify({ ...page, ...change })
const entriesWith = (at: number, change: Partial<MemberPage['entries'][number]>) =>
  page.entries.map((entry, each) => (each === at ? { ...entry, ...change } : entry))

test('all entries of a member are verified, with those that are not recorded yet', () => {
  expect(verify(page)).toMatchObject({
    ok: true,
    count: 30,
    isLast: true,
    checkpoint: { size: 40 },
  })
  expect(page.unrecorded).toHaveLength(3)
})

test('pages of different trees are verified one after another', () => {
  const first = verify(log.page(ADA, { size: 20, count: 8 }))
  expect(first).toMatchObject({ ok: true, count: 8, isLast: false })
  const remembered = first.ok ? first.remembered : undefined
  const rest = log.page(ADA, { size: SIZE, after: 8, seen: 20 })

  expect(verify(rest, remembered)).toMatchObject({ ok: true, count: 30, isLast: true })
})

test('a member without entries has nothing to verify', () => {
  expect(verify(log.page(7, { size: SIZE }), undefined, 7)).toMatchObject({ ok: true, count: 0 })
})

describe('a fault', () => {
  const [first] = page.entries
  const lower = { sequence: 1, transactionId: 1 }
  test.each<[string, string, Partial<MemberPage>]>([
    ['SIGNATURE', 'in the checkpoint', { checkpoint: page.checkpoint.replace('40', '41') }],
    [
      'SIGNATURE',
      'of another key',
      { verifierKey: sampleLog([]).page(1, { size: 0 }).verifierKey },
    ],
    ['SIGNATURE', 'in the text of the key', { verifierKey: 'x' }],
    ['ENTRY', 'in an amount', { entries: entriesWith(3, { accounts: first?.accounts ?? [] }) }],
    ['ENTRY', 'in a kind', { entries: entriesWith(3, { kind: 'GIFT' }) }],
    ['ENTRY', 'in a time', { entries: entriesWith(3, { at: '2026-01-01T00:00:00.000Z' }) }],
    ['ENTRY', 'in a place', { entries: entriesWith(3, { index: 9 }) }],
    ['ENTRY', 'in a proof', { entries: entriesWith(3, { proof: first?.proof ?? [] }) }],
    ['ENTRY', 'in the form of a proof', { entries: entriesWith(3, { proof: ['AA=='] }) }],
    ['ENTRY', 'in the form of a time', { entries: entriesWith(3, { at: 'soon' }) }],
    [
      'ENTRY',
      'in the form of an amount',
      { balances: [{ asset: 'XP', scope: '', amount: '1.5' }] },
    ],
    ['ENTRY', 'in the key', { key: 'ab'.repeat(32) }],
    ['ENTRY', 'if the key is gone', { key: null }],
    ['MISSING', 'in the order', { entries: page.entries.toReversed() }],
    ['MISSING', 'if the first entry is missing', { entries: page.entries.slice(1) }],
    ['MISSING', 'if the last entry is missing', { entries: page.entries.slice(0, -1) }],
    ['MISSING', 'if an entry is returned twice', { entries: entriesWith(1, lower) }],
    ['MISSING', 'if the count is lower', { count: 29 }],
    ['MISSING', 'if the next page is another one', { nextAfter: 29, balances: null, posted: null }],
    [
      'MISSING',
      'if the next page is the same',
      { entries: [], nextAfter: 0, balances: null, posted: null },
    ],
    ['UNRECORDED', 'if an old posting is not recorded', { upTo: 41 }],
    ['BALANCE', 'if an account is missing', { balances: page.balances?.slice(1) ?? [] }],
    [
      'BALANCE',
      'if the postings add up to something else',
      { posted: page.posted?.slice(1) ?? [] },
    ],
    ['BALANCE', 'if there are no balances', { balances: null, posted: null }],
    ['BALANCE', 'if there is no sum of the postings', { posted: null }],
    [
      'ENTRY',
      'in the form of the sum of the postings',
      { posted: [{ asset: 'XP', scope: '', amount: 'x' }] },
    ],
    ['BALANCE', 'if a posting is missing', { unrecorded: page.unrecorded.slice(1) }],
  ])('%s is found %s', (fault, _name, change) => {
    expect(changed(change)).toMatchObject({ ok: false, fault })
  })

  test('UNRECORDED if an own later posting is recorded, whatever the server says', () => {
    const unrecorded = page.unrecorded.map((posting) => ({ ...posting, transactionId: 2 }))
    expect(changed({ upTo: 0, unrecorded })).toMatchObject({ ok: false, fault: 'UNRECORDED' })
  })

  test('ENTRY with the transaction, if the entry is one of another member', () => {
    expect(verify(page, undefined, BEN)).toEqual({ ok: false, fault: 'ENTRY', transactionId: 1 })
  })
})

test('balances may be missing only while more postings are unrecorded than a page lists', () => {
  const unrecorded = Array.from({ length: UNRECORDED_MAX }, (_, at) => ({
    transactionId: 41 + at,
    historyId: null,
    kind: 'CREDIT',
    at: '2026-06-23T08:00:00.000Z',
    accounts: [],
  }))
  const without = { balances: null, posted: null }

  expect(changed({ ...without, unrecorded })).toMatchObject({ ok: true, hasBalances: false })
  expect(changed({ ...without, unrecorded: unrecorded.slice(1) })).toMatchObject({
    fault: 'BALANCE',
  })
  expect(verify(page)).toMatchObject({ ok: true, hasBalances: true })
})

describe('a remembered log', () => {
  const remembered = rememberedAt(20)
  const next = log.page(ADA, { size: SIZE, after: remembered.count, seen: 20 })

  test('is continued', () => {
    expect(verify(next, remembered)).toMatchObject({ ok: true, count: 30 })
    expect(verify(log.page(ADA, { size: 20, after: 15, seen: 20 }), remembered)).toMatchObject({
      ok: true,
      count: 15,
    })
  })

  test.each<[string, Partial<MemberPage>, Partial<Remembered>]>([
    ['with another root', {}, { root: base64.encode(log.root(19)) }],
    ['without a proof', { consistency: null }, {}],
    ['with a proof for another tree', { consistency: { size: 19, proof: [] } }, {}],
    ['with a broken proof', { consistency: { size: 20, proof: ['x'] } }, {}],
    ['by a smaller one', log.page(ADA, { size: 10, after: 15 }), {}],
  ])('is not continued %s', (_name, change, other) => {
    const result = verify({ ...next, ...change }, { ...remembered, ...other })
    expect(result).toMatchObject({ ok: false, fault: 'REWRITTEN' })
  })

  test('needs the amounts that were verified', () => {
    const sums = { ...remembered.sums, 'XP ': '1' }
    expect(verify(next, { ...remembered, sums })).toMatchObject({ fault: 'BALANCE' })
  })
})

describe('archived entries', () => {
  const { sums } = rememberedAt(20)
  const balances = Object.entries(sums).map(([name, amount]) => ({
    asset: name.trim(),
    scope: '',
    amount,
  }))
  const archived = { count: 15, balances }
  const rest = { ...log.page(ADA, { size: SIZE, after: 15 }), archived }

  test('are the beginning of what a new phone verifies', () => {
    expect(verify(rest)).toMatchObject({ ok: true, count: 30, remembered: { archived: 15 } })
    expect(verify({ ...rest, archived: { ...archived, count: 14 } })).toMatchObject({
      fault: 'MISSING',
    })
  })

  test('may have had postings before there was a log', () => {
    const opening = { asset: 'XP', scope: '', amount: '7' }
    const plus = (all: MemberPage['balances']) => [...(all ?? []), opening]
    const later = { ...page, balances: plus(page.balances), posted: plus(page.posted) }
    const before = { count: 0, balances: [opening] }

    // A worker receives a copy of what is remembered.
    const result = verify({ ...later, archived: before }, { ...NOTHING_REMEMBERED })
    expect(result).toMatchObject({ ok: true, count: 30, remembered: { archived: 0 } })
  })

  test('do not replace what was verified before', () => {
    const remembered = rememberedAt(24)
    const other = { count: 15, balances: [{ asset: 'XP', scope: '', amount: '9' }] }
    const later = log.page(ADA, { size: SIZE, after: remembered.count, seen: 24 })

    expect(verify({ ...later, archived: other }, remembered)).toMatchObject({ ok: true })
  })
})

describe('a root on chain', () => {
  const anchor = {
    chainId: 1,
    address: `0x${'00'.repeat(20)}`,
    size: 12,
    root: base64.encode(log.root(12)),
    postedAt: '2026-06-23T00:00:00.000Z',
    consistency: log.consistency(12, SIZE).map((hash) => base64.encode(hash)),
  }

  test('is continued by the checkpoint', () => {
    expect(changed({ anchor })).toMatchObject({ ok: true })
    const other = { ...anchor, root: base64.encode(log.root(13)) }
    expect(changed({ anchor: other })).toMatchObject({ ok: false, fault: 'ANCHOR' })
    expect(changed({ anchor: { ...anchor, root: 'x' } })).toMatchObject({ fault: 'ANCHOR' })
  })
})
