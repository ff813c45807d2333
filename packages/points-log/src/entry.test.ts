import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bundleBytes,
  commitmentTo,
  compareAccounts,
  entriesInBundle,
  entryBytes,
  entrySalt,
  parseEntry,
  type LogEntry,
} from './entry.ts'

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const hmac = (key: Uint8Array, message: Uint8Array) =>
  new Uint8Array(createHmac('sha256', key).update(message).digest())

const entry: LogEntry = {
  transactionId: 812,
  kind: 'CHECK_IN',
  at: new Date('2026-06-23T08:00:00.000Z'),
  accounts: [
    { asset: 'CREDIT', scope: '' },
    { asset: 'SEASON_XP', scope: 'season:3' },
  ],
  commitment: 'ab'.repeat(32),
}

test('an entry is lines of text', () => {
  expect(new TextDecoder().decode(entryBytes(entry))).toBe(
    `solstice-log-entry/1\n812\nCHECK_IN\n2026-06-23T08:00:00.000Z\nCREDIT \nSEASON_XP season:3\n${'ab'.repeat(32)}\n`,
  )
  expect(parseEntry(entryBytes(entry))).toEqual(entry)
})

test.each([
  ['of another version', (text: string) => text.replace('/1', '/2')],
  ['with a line more', (text: string) => `${text}x\n`],
  ['without the last line break', (text: string) => text.slice(0, -1)],
  ['with a leading zero', (text: string) => text.replace('812', '0812')],
  ['with another spelling of the time', (text: string) => text.replace('.000Z', 'Z')],
  ['with an impossible time', (text: string) => text.replace('06-23T08', '13-23T08')],
  ['with a kind in lower case', (text: string) => text.replace('CHECK', 'check')],
  ['with a short commitment', (text: string) => text.replace('abab', '')],
  ['with a commitment in upper case', (text: string) => text.replace('abab', 'ABAB')],
  ['without accounts', (text: string) => text.replace('CREDIT \nSEASON_XP season:3\n', '')],
  ['with unsorted accounts', (text: string) => text.replace('CREDIT', 'XP')],
  ['with an account twice', (text: string) => text.replace('CREDIT ', 'SEASON_XP season:3')],
  ['with another separator', (text: string) => text.replace('XP season', 'XP  season')],
])('an entry %s is rejected', (_name, change) => {
  const text = new TextDecoder().decode(entryBytes(entry))
  expect(parseEntry(new TextEncoder().encode(change(text)))).toBeUndefined()
})

test('bytes that are no text are rejected', () => {
  expect(parseEntry(Uint8Array.of(0xff, 0xfe))).toBeUndefined()
})

test('accounts are sorted by asset and then by scope', () => {
  const accounts = ['XP season:4', 'XP season:3', 'TICKET season:9', 'XP '].map((text) => {
    const [asset = '', scope = ''] = text.split(' ')
    return { asset, scope }
  })

  expect(accounts.toSorted(compareAccounts).map(({ asset, scope }) => `${asset} ${scope}`)).toEqual(
    ['TICKET season:9', 'XP ', 'XP season:3', 'XP season:4'],
  )
})

describe('a commitment', () => {
  const memberKey = new Uint8Array(32).fill(3)
  const salt = entrySalt(hmac, memberKey, 812)
  const opening = { memberId: 48_213, sequence: 7, amounts: [120n, 157n], salt }

  test('is the same for the same opening', () => {
    expect(commitmentTo(sha256, opening)).toBe(commitmentTo(sha256, { ...opening }))
    expect(commitmentTo(sha256, opening)).toMatch(/^[0-9a-f]{64}$/)
  })

  test('changes with member, sequence, amounts, key and transaction', () => {
    const commitments = [
      opening,
      { ...opening, memberId: 48_214 },
      { ...opening, sequence: 8 },
      { ...opening, amounts: [120n, -157n] },
      { ...opening, amounts: [157n, 120n] },
      { ...opening, amounts: [120n] },
      { ...opening, memberId: 4821, sequence: 37 },
      { ...opening, salt: entrySalt(hmac, new Uint8Array(32).fill(4), 812) },
      { ...opening, salt: entrySalt(hmac, memberKey, 813) },
    ].map((each) => commitmentTo(sha256, each))

    expect(new Set(commitments).size).toBe(commitments.length)
  })
})

describe('a bundle', () => {
  test('contains the entries that were put in, for any of them', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 20 }), (entries) => {
        expect(entriesInBundle(bundleBytes(entries))).toEqual(entries)
      }),
    )
  })

  test('that is cut off is rejected', () => {
    const bytes = bundleBytes([Uint8Array.of(1, 2, 3), new Uint8Array(300)])
    for (const length of [1, 2, 4, 6, 100, bytes.length - 1]) {
      expect(entriesInBundle(bytes.slice(0, length)), `${length} bytes`).toBeUndefined()
    }
  })

  test('cannot contain an entry above 65,535 bytes', () => {
    expect(() => bundleBytes([new Uint8Array(65_536)])).toThrow(RangeError)
    expect(bundleBytes([new Uint8Array(65_535)])).toHaveLength(65_537)
  })
})
