import { createHmac, createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { base64 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { commitmentTo, entryBytes, entrySalt } from './entry.ts'
import {
  EXPORT_FORMAT,
  openStatement,
  signStatement,
  verifyExport,
  type ExportData,
} from './export-file.ts'
import type { LogCrypto, MemberPage } from './member.ts'
import { inclusionRanges, leafHash, rootOf } from './merkle.ts'
import {
  checkpointText,
  openCheckpoint,
  parseVerifierKey,
  signCheckpoint,
  signNote,
  verifierKeyText,
} from './note.ts'

const pair = generateKeyPairSync('ed25519')
const crypto: LogCrypto = {
  sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  hmac: (key, message) => new Uint8Array(createHmac('sha256', key).update(message).digest()),
  verify: (signature, message) => verify(null, message, pair.publicKey, signature),
}
const { sha256 } = crypto
const name = 'solstice.example/log'
const publicKey = new Uint8Array(
  pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
)
const signer = {
  name,
  publicKey,
  sign: (message: Uint8Array) => new Uint8Array(sign(null, message, pair.privateKey)),
}
const verifierKey = verifierKeyText(sha256, signer)
const memberId = 48_213
const asOf = '2026-06-23T08:00:00.000Z'
const memberKey = new Uint8Array(32).fill(3)

/** The pages of a log with nine entries, of which the member has three. */
function pagesOf(amounts: readonly [string, string, string]): MemberPage[] {
  const xp = { asset: 'XP', scope: '' }
  const own = amounts.map((amount, at) => {
    const [transactionId, sequence, index] = [20 + at, at + 1, 3 * at + 1]
    const salt = entrySalt(crypto.hmac, memberKey, transactionId)
    const opening = { memberId, sequence, amounts: [BigInt(amount)], salt }
    const commitment = commitmentTo(sha256, opening)
    const leaf = entryBytes({
      transactionId,
      kind: 'CHECK_IN',
      at: new Date(asOf),
      accounts: [xp],
      commitment,
    })
    const posting = { transactionId, historyId: null, kind: 'CHECK_IN', at: asOf }
    return { leaf, entry: { ...posting, sequence, index, accounts: [{ ...xp, amount }] } }
  })
  const leaves = Array.from({ length: 9 }, (_, index) => {
    const mine = own.find(({ entry }) => entry.index === index)
    return leafHash(sha256, mine?.leaf ?? Uint8Array.of(index))
  })
  const root = rootOf(sha256, leaves)
  const entries = own.map(({ entry }) => ({
    ...entry,
    proof: inclusionRanges(entry.index, 9).map(({ start, end }) =>
      base64.encode(rootOf(sha256, leaves.slice(start, end))),
    ),
  }))
  const shared = {
    checkpoint: signCheckpoint(sha256, { origin: name, size: 9, root }, signer),
    verifierKey,
    upTo: 30,
    key: bytesToHex(memberKey),
    count: 3,
    unrecorded: [],
    archived: null,
    anchor: null,
  }
  const sum = amounts.reduce((all, amount) => all + BigInt(amount), 0n)
  return [
    {
      ...shared,
      entries: entries.slice(0, 2),
      nextAfter: 2,
      consistency: null,
      balances: null,
      posted: null,
    },
    {
      ...shared,
      entries: entries.slice(2),
      nextAfter: null,
      consistency: { size: 9, proof: [] },
      balances: [{ ...xp, amount: String(sum) }],
      posted: [{ ...xp, amount: String(sum) }],
    },
  ]
}

function dataOf(log: readonly MemberPage[], balance = '357'): ExportData {
  return {
    format: EXPORT_FORMAT,
    memberId,
    asOf,
    tables: [
      { name: 'members', group: 'profile', rows: [{ id: memberId, nickname: 'Sailor2026' }] },
      { name: 'ledger_accounts', group: 'history', rows: [{ asset: 'XP', scope: '', balance }] },
    ],
    log,
  }
}

function fileOf(content: ExportData, about: { memberId?: number; asOf?: string } = {}) {
  return signed(JSON.stringify(content), about)
}

function signed(data: string, about: { memberId?: number; asOf?: string } = {}) {
  const bytes = new TextEncoder().encode(data)
  const { memberId: owner = memberId, asOf: time = asOf } = about
  const statement = signStatement(
    sha256,
    { memberId: owner, asOf: time, bytes: bytes.length, hash: sha256(bytes) },
    signer,
  )
  return { data, statement, verifierKey }
}

const AMOUNTS = ['120', '157', '80'] as const
const right = dataOf(pagesOf(AMOUNTS))

test('a file is accepted with the number of its entries', () => {
  expect(verifyExport(crypto, fileOf(right))).toMatchObject({ ok: true, entries: 3 })
})

/** Yields numbers below one from a fixed seed. */
function* draws(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test('one altered byte of data, statement or key is rejected, at 600 drawn positions', () => {
  const file = fileOf(right)
  const random = draws(25)
  const drawn = (below: number) => Math.floor(random.next().value * below)
  const accepted: string[] = []
  for (const part of ['data', 'data', 'data', 'data', 'statement', 'verifierKey'] as const) {
    for (let time = 0; time < 100; time++) {
      const bytes = new TextEncoder().encode(file[part])
      const at = drawn(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 + drawn(255))
      const altered = { ...file, [part]: new TextDecoder().decode(bytes) }
      if (verifyExport(crypto, altered).ok) accepted.push(`${part} ${at}`)
    }
  }

  expect(accepted).toEqual([])
})

test.each([
  ['another member', fileOf(right, { memberId: 1 }), 'DATA'],
  ['another time', fileOf(right, { asOf: '2026-06-24T08:00:00.000Z' }), 'DATA'],
  ['no log', fileOf(dataOf([])), 'MISSING'],
  ['the first page only', fileOf(dataOf(pagesOf(AMOUNTS).slice(0, 1))), 'MISSING'],
  ['the last page only', fileOf(dataOf(pagesOf(AMOUNTS).slice(1))), 'MISSING'],
  ['a page after the last', fileOf(dataOf([...right.log, ...right.log])), 'SIGNATURE'],
  [
    'no balances of the log',
    fileOf(dataOf(pagesOf(AMOUNTS).map((page) => ({ ...page, balances: null, posted: null })))),
    'BALANCE',
  ],
  ['another balance among the tables', fileOf(dataOf(right.log, '358')), 'BALANCE'],
  [
    'an amount that the log does not prove',
    fileOf(
      dataOf(
        right.log.map((page) => ({
          ...page,
          entries: page.entries.map((entry) => ({
            ...entry,
            accounts: entry.accounts.map((account) => ({ ...account, amount: '119' })),
          })),
        })),
      ),
    ),
    'ENTRY',
  ],
])('a signed file with %s is rejected', (_name, file, fault) => {
  expect(verifyExport(crypto, file)).toMatchObject({ ok: false, fault })
})

test.each([
  ['is not JSON', '{'],
  ['has another format', JSON.stringify({ ...right, format: 'solstice-data/2' })],
  ['lacks a part', JSON.stringify({ ...right, log: undefined })],
  ['has a page without fields', JSON.stringify({ ...right, log: [{ verifierKey }] })],
])('signed data that %s is rejected', (_name, data) => {
  expect(verifyExport(crypto, signed(data))).toEqual({
    ok: false,
    fault: 'DATA',
    transactionId: null,
  })
})

test('what the log does not prove is shown with the fault, altered data is not', () => {
  expect(verifyExport(crypto, fileOf(dataOf([])))).toHaveProperty('data')
  const file = fileOf(right)
  const altered = { ...file, data: file.data.replace('Sailor', 'Tailor') }
  expect(verifyExport(crypto, altered)).toEqual({ ok: false, fault: 'DATA', transactionId: null })
})

test('a statement about a file is not a checkpoint, and a checkpoint is not a statement', () => {
  const key = parseVerifierKey(sha256, verifierKey)
  if (!key) throw new Error('The key cannot be parsed')
  const { statement } = fileOf(right)
  const checkpoint = right.log[0]?.checkpoint ?? ''

  expect(openStatement(crypto, statement, key)).toMatchObject({ memberId, asOf })
  expect(openCheckpoint(sha256, checkpoint, key, crypto.verify)).toMatchObject({ size: 9 })
  expect(openCheckpoint(sha256, statement, key, crypto.verify)).toBeUndefined()
  expect(openStatement(crypto, checkpoint, key)).toBeUndefined()
  // A checkpoint may have further lines.
  const hash = sha256(new Uint8Array())
  const lines = `${checkpointText({ origin: name, size: 9, root: hash })}34\n${base64.encode(hash)}\n`
  const extended = signNote(sha256, lines, signer)
  expect(openStatement(crypto, extended, key)).toBeUndefined()
})
