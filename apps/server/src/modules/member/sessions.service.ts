import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { logOutEverywhere, openSessionsOf } from '#/modules/session/session.service.ts'
import { lockMemberOfAnyStatus } from '#/modules/users/users.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { requireMember } from './header.service.ts'

export async function listMemberSessions(
  ctx: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<CallData<'member.sessions'>> {
  await requireMember(ctx, userId)
  const open = await openSessionsOf(ctx, userId)
  const list = open.map(({ number, device, createdAt, rotatedAt, expiresAt }) => ({
    sessionId: number,
    // A browser that does not name itself has no device.
    device: device ?? '',
    startedAt: createdAt.toISOString(),
    lastSeenAt: rotatedAt.toISOString(),
    endsAt: expiresAt.toISOString(),
  }))
  return { list }
}

/** Runs in the transaction of the idempotency key, which adds the reason to the audit entry. */
export async function endMemberSessions(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  userId: number,
): Promise<CallData<'member.endSessions'>> {
  await lockMemberOfAnyStatus(tx, userId, Code.NOT_FOUND)
  const ended = await logOutEverywhere(tx, ctx, userId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'member.end-sessions',
    subject: `member:${userId}`,
    data: { ended },
  })
  return { ended }
}
