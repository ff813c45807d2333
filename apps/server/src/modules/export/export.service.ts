import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { EXPORT_FORMAT, signStatement } from '@solstice/points-log/export-file'
import { verifierKeyText } from '@solstice/points-log/note'
import { HOUR_MS } from '@solstice/rules/duration'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { readPage } from '#/modules/points-log/member-log.service.ts'
import { sha256 } from '#/modules/points-log/points-log.service.ts'
import { assertNoTakeoverPause, recordSecurityEvent } from '#/modules/security/security.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  countExported,
  deleteExports,
  EXPORTED,
  findPart,
  insertExport,
  insertPart,
  readRows,
} from './export.queries.ts'
import { asciiJson, partWriter } from './export-writer.ts'
import type { ExportedMember } from './exported.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'pointsLog'>
type Write = (text: string) => Promise<void>

/** Long enough for a slow connection; afterwards the copy of the data is deleted. */
const EXPORT_TTL_MS = HOUR_MS

/** Measured over the demo member: what an entry with its proof, any other row and the page take. */
const ENTRY_BYTES = 1600
const ROW_BYTES = 250
const PAGE_BYTES = 90_000

export async function summariseExport(
  { db }: Pick<AppContext, 'db'>,
  memberId: number,
): Promise<CallData<'export.summary'>> {
  const { imageBytes, ...counts } = await countExported(db, memberId)
  const rows = counts.payouts + counts.friends + counts.purchases + counts.devices
  const bytes =
    PAGE_BYTES + ENTRY_BYTES * counts.entries + ROW_BYTES * rows + Math.ceil((imageBytes * 4) / 3)
  return { profile: 1, ...counts, bytes }
}

/**
 * Prepares the file. The PIN is used up first, in a transaction of its own: the long one reads a
 * snapshot, in which a row that another request changes meanwhile could not be written.
 */
export async function createExport(
  ctx: Context,
  memberId: number,
  pinToken: string | undefined,
): Promise<CallData<'export.create'>> {
  const { email } = await loadMember(ctx, memberId)
  await ctx.db.transaction(async (tx) => {
    await consumePinToken(tx, ctx, { memberId, purpose: 'DATA_EXPORT', pinToken })
    // After a possible takeover the member has to notice first, as before a deletion.
    await assertNoTakeoverPause(tx, ctx, memberId)
    await deleteExports(tx, memberId)
    await recordSecurityEvent(tx, ctx, { memberId, kind: 'DATA_EXPORTED' })
  })
  return ctx.db.transaction(async (tx) => writeExport(tx, ctx, { id: memberId, email }), {
    isolationLevel: 'repeatable read',
  })
}

async function writeExport(
  tx: Db,
  ctx: Context,
  member: ExportedMember,
): Promise<CallData<'export.create'>> {
  const exportId = randomUUID()
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + EXPORT_TTL_MS)
  const asOf = createdAt.toISOString()
  const writer = partWriter((number, content) => insertPart(tx, { exportId, number, content }))
  const head = asciiJson({ format: EXPORT_FORMAT, memberId: member.id, asOf })
  await writer.write(`${head.slice(0, -1)},"tables":[`)
  await writeTables(tx, member, writer.write)
  await writer.write('],"log":[')
  await writeLog(tx, ctx, member, writer.write)
  await writer.write(']}')
  const { hash, bytes, parts } = await writer.end()
  const { origin: name, publicKey, sign } = ctx.pointsLog
  const key = { name, publicKey }
  const statement = signStatement(
    sha256,
    { memberId: member.id, asOf, bytes, hash },
    { ...key, sign },
  )
  const file = { statement, parts, bytes }
  await insertExport(tx, { id: exportId, memberId: member.id, ...file, createdAt, expiresAt })
  return {
    exportId,
    ...file,
    verifierKey: verifierKeyText(sha256, key),
    createdAt: asOf,
    expiresAt: expiresAt.toISOString(),
  }
}

async function writeTables(tx: Db, member: ExportedMember, write: Write): Promise<void> {
  for (const [at, exported] of EXPORTED.entries()) {
    const { name, group } = exported
    const head = asciiJson({ name, group })
    await write(`${at > 0 ? ',' : ''}${head.slice(0, -1)},"rows":[`)
    let isFirst = true
    for await (const rows of readRows(tx, exported, member)) {
      if (rows.length === 0) continue
      const text = rows.map((row) => asciiJson(withTexts(row))).join(',')
      await write(isFirst ? text : `,${text}`)
      isFirst = false
    }
    await write(']}')
  }
}

/** Pictures are written as base64. */
function withTexts(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const values = Object.entries(row).map(
    ([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('base64') : value] as const,
  )
  return Object.fromEntries<unknown>(values)
}

/** Writes the pages of the log; each says that it has the tree of the one before. */
async function writeLog(
  tx: Db,
  ctx: Context,
  { id: memberId }: ExportedMember,
  write: Write,
): Promise<void> {
  let after: number | null = 0
  let seen = 0
  while (after !== null) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(tx, ctx, {
      memberId,
      after,
      seen,
    })
    await write(`${seen > 0 ? ',' : ''}${asciiJson(page)}`)
    seen = sizeOf(page.checkpoint)
    after = page.nextAfter
  }
}

/** The second line of a checkpoint is the size of the tree. */
const sizeOf = (checkpoint: string) => Number(checkpoint.split('\n')[1])

export async function exportPart(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
  { exportId, part }: { exportId: string; part: number },
): Promise<CallData<'export.part'>> {
  const content = await findPart(ctx.db, { memberId, exportId, number: part, now: ctx.now() })
  if (content === undefined) throw refuse(Code.NOT_FOUND)
  return { content }
}

/** Deletes prepared files with the account. */
export const eraseExports = deleteExports
