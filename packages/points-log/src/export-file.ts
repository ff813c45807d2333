import { base64 } from '@scure/base'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  verifyMember,
  type LogCrypto,
  type MemberFault,
  type MemberPage,
  type Remembered,
} from './member.ts'
import { equal, type Sha256 } from './merkle.ts'
import {
  bytesOfBase64,
  openNote,
  parseVerifierKey,
  signNote,
  type NoteSigner,
  type Verify,
  type VerifierKey,
} from './note.ts'

/** The format of the data in a member's file. */
export const EXPORT_FORMAT = 'solstice-data/1'

export const EXPORT_GROUPS = [
  'profile',
  'history',
  'missions',
  'money',
  'friends',
  'shop',
  'wallet',
  'notices',
  'devices',
] as const
export type ExportGroup = (typeof EXPORT_GROUPS)[number]

export type ExportRow = Readonly<Record<string, unknown>>
export type ExportTable = { name: string; group: ExportGroup; rows: readonly ExportRow[] }

/** Everything that was stored about a member at one instant, with the proofs of the points log. */
export type ExportData = {
  format: typeof EXPORT_FORMAT
  memberId: number
  asOf: string
  tables: readonly ExportTable[]
  /** The pages of `pointsLog.mine`, all of the same checkpoint. */
  log: readonly MemberPage[]
}

/** The facts about a file that the server signs. */
export type ExportStatement = {
  memberId: number
  asOf: string
  bytes: number
  /** The SHA-256 hash of the data. */
  hash: Uint8Array
}

/** Differs from the origin, which begins a checkpoint, so that neither note passes for the other. */
const firstLine = (origin: string) => `${origin}/export`

export function signStatement(
  sha256: Sha256,
  { memberId, asOf, bytes, hash }: ExportStatement,
  signer: NoteSigner & { name: string },
): string {
  const lines = [firstLine(signer.name), memberId, asOf, bytes, base64.encode(hash)]
  return signNote(sha256, `${lines.join('\n')}\n`, signer)
}

const POSITIVE = /^[1-9]\d{0,15}$/

export function openStatement(
  { sha256, verify }: { sha256: Sha256; verify: Verify },
  note: string,
  key: VerifierKey,
): ExportStatement | undefined {
  const text = openNote(sha256, note, key, verify)
  if (text === undefined) return undefined
  const [first, memberId = '', asOf = '', bytes = '', hash = '', ...rest] = text.split('\n')
  const isValid =
    first === firstLine(key.name) &&
    POSITIVE.test(memberId) &&
    POSITIVE.test(bytes) &&
    rest.join('\n') === ''
  const decoded = bytesOfBase64(hash)
  return isValid && decoded
    ? { memberId: Number(memberId), asOf, bytes: Number(bytes), hash: decoded }
    : undefined
}

/**
 * - `KEY`: the text of the key is not one.
 * - `STATEMENT`: the statement is not signed by the key.
 * - `DATA`: the data is not what was signed.
 * - Others: the points log does not prove the history.
 */
export type ExportFault = 'KEY' | 'STATEMENT' | 'DATA' | MemberFault

export type ExportResult =
  /** `entries` were proven; of those that were archived before, only the sums are known. */
  | { ok: true; data: ExportData; entries: number; archived: number; key: VerifierKey }
  /** The data is missing unless it is what was signed. */
  | { ok: false; fault: ExportFault; transactionId: number | null; data?: ExportData }

/** Verifies a file without a network: that nothing was changed, and that the log proves the history. */
export function verifyExport(
  crypto: LogCrypto,
  file: { data: string; statement: string; verifierKey: string },
): ExportResult {
  const key = parseVerifierKey(crypto.sha256, file.verifierKey)
  if (!key) return failed('KEY')
  const statement = openStatement(crypto, file.statement, key)
  if (!statement) return failed('STATEMENT')
  const bytes = utf8ToBytes(file.data)
  const isSigned = bytes.length === statement.bytes && equal(crypto.sha256(bytes), statement.hash)
  if (!isSigned) return failed('DATA')
  try {
    // The owner of the key signed this text, but anybody can have a key.
    const data = JSON.parse(file.data) as ExportData
    const { format, memberId, asOf } = data
    const isMeant = memberId === statement.memberId && asOf === statement.asOf
    if (format !== EXPORT_FORMAT || !isMeant) return failed('DATA')
    return verifyLog(crypto, data, file.verifierKey, key)
  } catch {
    return failed('DATA')
  }
}

function verifyLog(
  crypto: LogCrypto,
  data: ExportData,
  verifierKey: string,
  key: VerifierKey,
): ExportResult {
  let remembered: Remembered | undefined
  let [isComplete, hasBalances] = [false, false]
  for (const page of data.log) {
    if (page.verifierKey !== verifierKey || isComplete) return { ...failed('SIGNATURE'), data }
    const result = verifyMember(crypto, { memberId: data.memberId, page, remembered })
    if (!result.ok) return { ...failed(result.fault, result.transactionId), data }
    remembered = result.remembered
    isComplete = result.isLast
    hasBalances = result.hasBalances
  }
  if (!remembered || !isComplete) return { ...failed('MISSING'), data }
  if (!hasBalances) return { ...failed('UNRECORDED'), data }
  if (!showsBalances(data)) return { ...failed('BALANCE'), data }
  const { count, archived } = remembered
  return { ok: true, data, entries: count - archived, archived, key }
}

/** Compares the balances among the tables with those that the entries of the log add up to. */
function showsBalances({ tables, log }: ExportData): boolean {
  const proven = log.at(-1)?.balances
  const accounts = tables.find(({ name }) => name === 'ledger_accounts')?.rows ?? []
  const spelling = (asset: unknown, scope: unknown, amount: unknown) =>
    String(amount) === '0' ? [] : [JSON.stringify([asset, scope, amount])]
  const shown = accounts.flatMap(({ asset, scope, balance }) => spelling(asset, scope, balance))
  const expected = proven?.flatMap(({ asset, scope, amount }) => spelling(asset, scope, amount))
  return shown.toSorted().join() === expected?.toSorted().join()
}

function failed(fault: ExportFault, transactionId: number | null = null) {
  return { ok: false, fault, transactionId } as const
}
