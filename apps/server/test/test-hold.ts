import { sql } from 'drizzle-orm'
import { HOLD_TTL_MS } from '@solstice/rules/hold/hold'
import { assessNext, linkNext } from '#/modules/hold/assessment.service.ts'
import { insertHold, nextGroup } from '#/modules/hold/hold.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMembers } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { signUpMember } from './test-member.ts'

let groups = 0

/** Writes a count without digits, which the family of an address leaves out. */
const inLetters = (count: number): string =>
  count.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

/**
 * Creates accounts whose addresses are tags of one mailbox and who were invited by the first of them,
 * who has signed up through the API.
 */
export async function aGroup(server: TestApp, size = 9) {
  groups += 1
  const name = `group${inLetters(groups)}`
  const member = await signUpMember(server, { email: `${name}+main@gmail.com` })
  const others = await insertMembers(server.ctx.db, size - 1)
  for (const [index, id] of others.entries()) {
    await server.ctx.db.execute(sql`update members set email = ${`${name}+tag${index}@gmail.com`},
      referred_by = ${member.userId}, referred_at = created_at where id = ${id}`)
  }
  return { ...member, others }
}

/** Inserts a hold that the assessment did not find, for tests that only need one. */
export async function insertHoldOf(
  { ctx }: Pick<TestApp, 'ctx'>,
  memberId: number,
): Promise<number> {
  const openedAt = ctx.now()
  const until = new Date(openedAt.getTime() + HOLD_TTL_MS)
  const peer = { memberId, signals: ['STAR' as const], score: 105 }
  const holdId = await insertHold(ctx.db, {
    memberId,
    groupId: await nextGroup(ctx.db),
    score: 105,
    signals: ['STAR'],
    peers: [peer],
    openedAt,
    until,
  })
  if (holdId === undefined) throw new Error('The member has a hold')
  return holdId
}

/** Links and assesses all members, as the daily job does. */
export async function assessAll({ ctx }: Pick<TestApp, 'ctx'>): Promise<void> {
  let after: number | undefined = 0
  while (after !== undefined) after = await linkNext(ctx, after)
  after = 0
  while (after !== undefined) after = await assessNext(ctx, after)
}

/** Returns the members who have a hold that was not recorded as ended. */
export async function heldMembers({ ctx }: Pick<TestApp, 'ctx'>): Promise<number[]> {
  const rows = await rowsOf<{ member_id: string | number }>(
    ctx.db,
    sql`select member_id from holds where ended_at is null order by member_id`,
  )
  return rows.map(({ member_id }) => Number(member_id))
}

/** Returns the hold of a member as the member sees it. */
export async function holdOf(member: Awaited<ReturnType<typeof aGroup>>) {
  const { data } = await member.call('hold.mine', {})
  const [hold] = data?.list ?? []
  if (!hold) throw new Error('The member has no hold')
  return hold
}
