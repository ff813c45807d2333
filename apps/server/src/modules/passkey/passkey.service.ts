import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { deletePasskey, deletePasskeysOf, findPasskeys, insertPasskey } from './passkey.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** The maximum number of passkeys per member. */
const PASSKEYS_MAX = 20

export async function listPasskeys(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
): Promise<CallData<'passkey.list'>> {
  const rows = await findPasskeys(ctx.db, memberId)
  return {
    list: rows.map(({ credentialId, salt, createdAt }) => ({
      credentialId,
      salt,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/**
 * Adds a passkey. Repeating it changes nothing and needs no second PIN, because the first response
 * may have been lost.
 */
export async function addPasskey(
  ctx: Context,
  memberId: number,
  { credentialId, salt }: { credentialId: string; salt: string },
  pinToken: string | undefined,
): Promise<CallData<'passkey.add'>> {
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const known = await findPasskeys(tx, memberId)
    const same = known.find((passkey) => passkey.credentialId === credentialId)
    if (same?.salt === salt) return
    await consumePinToken(tx, ctx, { memberId, purpose: 'PASSKEY_ADD', pinToken })
    if (same || known.length >= PASSKEYS_MAX) throw refuse(Code.INVALID_REQUEST)
    await insertPasskey(tx, { memberId, credentialId, salt, createdAt: ctx.now() })
  })
  return { credentialId, salt }
}

export async function removePasskey(
  ctx: Context,
  memberId: number,
  credentialId: string,
  pinToken: string | undefined,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    if (!(await deletePasskey(tx, memberId, credentialId))) throw refuse(Code.NOT_FOUND)
    await consumePinToken(tx, ctx, { memberId, purpose: 'PASSKEY_REMOVE', pinToken })
  })
}

/** Deletes the member's passkeys as part of the account deletion. */
export function erasePasskeys(tx: Db, memberId: number): Promise<void> {
  return deletePasskeysOf(tx, memberId)
}
