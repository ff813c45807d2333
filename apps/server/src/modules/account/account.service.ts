import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { isNewPassword } from '@solstice/rules/password'
import { assertPinToken, consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { deleteOtherDevices } from '#/modules/session/known-device.service.ts'
import { endOtherSessions, type MemberSession } from '#/modules/session/session.service.ts'
import { changeMember, lockMember, verifyPassword } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'passwords'>

/** Checks the PIN first, so that a caller without it learns nothing about the password. */
export async function changePassword(
  ctx: Context,
  { session, deviceId }: { session: MemberSession; deviceId: string | undefined },
  body: CallInput<'account.changePassword'>['body'],
  pinToken: string | undefined,
): Promise<void> {
  const { memberId } = session
  const proof = { memberId, purpose: 'PASSWORD_CHANGE', pinToken } as const
  await assertPinToken(ctx, proof)
  if (!isNewPassword(body.newPassword)) throw refuse(Code.PASSWORD_FORMAT)
  const checkedHash = await verifyPassword(ctx, memberId, body.currentPassword)

  const passwordHash = await ctx.passwords.hash(body.newPassword)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId)
    if (member.passwordHash !== checkedHash) throw refuse(Code.PASSWORD_MISMATCH)
    await consumePinToken(tx, ctx, proof)
    await changeMember(tx, memberId, { passwordHash })
    await endOtherSessions(tx, ctx, session)
    await deleteOtherDevices(tx, memberId, deviceId)
    await recordSecurityEvent(tx, ctx, { memberId, kind: 'PASSWORD_CHANGED' })
  })
}
