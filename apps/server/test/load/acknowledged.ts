import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { checkProgramme } from '#test/programme-check.ts'
import type { Acknowledged, Programme, LoadMember } from './crowd.ts'
import { CODE, CODE_MISSION } from './load-actions.ts'

/** The number of each member's writes that are sent again; the others are only looked up. */
const RESEND_COUNT = 30

export type CheckResult = { kept: number; sentAgain: number; problems: string[] }

/**
 * Checks with the running servers that the members see what was acknowledged, and that a write that
 * is sent again returns the same response.
 */
export async function checkResponses(
  crowd: readonly LoadMember[],
  programme: Programme,
): Promise<CheckResult> {
  const problems: string[] = []
  let kept = 0
  let sentAgain = 0
  for (const member of crowd) {
    problems.push(...(await compareSettings(member, programme)))
    kept += member.written.length
    for (const write of member.written.slice(-RESEND_COUNT)) {
      sentAgain += 1
      if (!(await returnsSameResponse(member, programme, write))) {
        problems.push(`${member.email}: ${write.key} returns a different response than before`)
      }
    }
  }
  return { kept, sentAgain, problems }
}

/** Checks that every acknowledged write exists exactly once, and that nothing else exists. */
export async function checkDatabase(db: Db, crowd: readonly LoadMember[]): Promise<string[]> {
  const problems: string[] = []
  for (const member of crowd) problems.push(...(await compareHistory(db, member)))
  const broken = [...(await checkLedger(db)), ...(await checkProgramme(db))]
  problems.push(...broken.map(({ rule, where }) => `${rule}: ${where}`))
  const dead = await rowsOf<{ kind: string }>(
    db,
    sql`select kind from jobs where dead_at is not null`,
  )
  problems.push(...dead.map(({ kind }) => `a job of kind ${kind} failed permanently`))
  return problems
}

/** Compares the member's history entries with the responses: none missing and none in excess. */
async function compareHistory(db: Db, { email, userId, written }: LoadMember): Promise<string[]> {
  const rows = await rowsOf<{ id: number | string }>(
    db,
    sql`select id from histories where member_id = ${userId}`,
  )
  // A response that earned nothing has no history entry.
  const there = new Set<number | null>(rows.map(({ id }) => Number(id)))
  const acknowledgedIds = new Set(written.map(({ data }) => data.historyId))
  return [
    ...written
      .filter(({ data }) => !there.has(data.historyId))
      .map(({ key }) => `LOST: ${key} of ${email}`),
    ...[...there]
      .filter((id) => !acknowledgedIds.has(id))
      .map((id) => `${email} has entry ${id}, which no response reported`),
    ...(acknowledgedIds.size === written.length
      ? []
      : [`${email} received the same entry in two responses`]),
  ]
}

/** Checks that the server shows the member's last choices. */
async function compareSettings(
  { email, phone, nickname, language, alarms }: LoadMember,
  { seasonId }: Programme,
): Promise<string[]> {
  const { data: profile } = await phone.call('users.profile', {})
  const { data: alarmSettings } = await phone.call('mission.listAlarms', { query: { seasonId } })
  const shown = new Map(alarmSettings?.list.map(({ missionId, enabled }) => [missionId, enabled]))
  return [
    ...(profile?.nickname === nickname ? [] : [`LOST: the nickname of ${email}`]),
    ...(profile?.language === language ? [] : [`LOST: the language of ${email}`]),
    ...[...alarms]
      .filter(([missionId, enabled]) => shown.get(missionId) !== enabled)
      .map(([missionId]) => `LOST: the reminder of mission ${missionId} of ${email}`),
  ]
}

/** Sends the same key again to any server, as an app does after a lost response. */
async function returnsSameResponse(
  { phone }: LoadMember,
  { seasonId }: Programme,
  { call, id, key, clientSeed, data }: Acknowledged,
): Promise<boolean> {
  for (;;) {
    const again =
      call === 'product.buy'
        ? await phone.call(call, { params: { seasonId, productId: id }, body: {} }, key)
        : await phone.call(
            call,
            { params: { seasonId, missionId: id }, body: bodyOf(id, clientSeed) },
            key,
          )
    if (again.code !== Code.TOO_MANY_REQUESTS) return isDeepStrictEqual(again.data, data)
    await new Promise((go) => setTimeout(go, (again.retryAfterSeconds ?? 1) * 1000))
  }
}

function bodyOf(missionId: number, clientSeed: string | undefined) {
  if (clientSeed !== undefined) return { clientSeed }
  return missionId === CODE_MISSION ? { partnerCode: CODE } : {}
}
