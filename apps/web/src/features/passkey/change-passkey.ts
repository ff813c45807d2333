import { Code } from '@solstice/contract/codes'
import { passkeyEndpoints } from '@solstice/contract/passkey.endpoints'
import { call } from '#/lib/api.ts'
import { codeOf } from '@solstice/ui/api-error.ts'
import { noteLinkedAccount } from '#/lib/linked-account.ts'
import { dropPasskeyOfCopies } from '#/lib/set-aside-copies.ts'
import { findWallet, vault } from '#/vault/vault.ts'
import type { Opening, PinKey } from '#/vault/vault.ts'
import { noteOwnPasskey } from './authenticate.ts'

/** The result of the PIN entry that allows this change. */
export type Entered = { pinToken: string; pin: PinKey }

/** Creates a passkey for this device, which also opens the wallet if possible. */
export async function addPasskey(
  user: { id: string; name: string },
  { pinToken, pin }: Entered,
): Promise<void> {
  const { list: known } = await call(passkeyEndpoints['passkey.list'], {})
  const opening = await openingOf(user.id, pin)
  const owner = { userId: user.id, name: user.name }
  const { credentialId, salt, doesOpen } = await vault.addPasskey(owner, opening, known)
  const passkey = { credentialId, salt }
  try {
    await call(passkeyEndpoints['passkey.add'], { body: passkey }, { pinToken })
    await noteLinkedAccount(user.id, { passkey })
  } catch (cause) {
    // The passkey would open the wallet without appearing in any list.
    if (doesOpen) await vault.dropPasskey(user.id, credentialId)
    throw cause
  }
  noteOwnPasskey(passkey, Date.now())
}

/**
 * Removes its access first and then its list entry, so that the list always contains every passkey
 * with access.
 */
export async function removePasskey(
  userId: string,
  credentialId: string,
  { pinToken }: Pick<Entered, 'pinToken'>,
): Promise<void> {
  if (!dropPasskeyOfCopies(userId, credentialId)) {
    throw new Error('The copies could not be stored')
  }
  if (await findWallet(userId)) await vault.dropPasskey(userId, credentialId)
  await call(passkeyEndpoints['passkey.remove'], { params: { credentialId } }, { pinToken }).catch(
    // Another device that shares this passkey has removed it already.
    (cause: unknown) => {
      if (codeOf(cause) !== Code.NOT_FOUND) throw cause
    },
  )
  await noteLinkedAccount(userId, { passkey: undefined })
  noteOwnPasskey(undefined, Date.now())
}

/** The passkey can open the wallet only if the entered PIN opens it. */
async function openingOf(userId: string, pin: PinKey): Promise<Opening | undefined> {
  const wallet = await findWallet(userId)
  const { pinKeyId, key } = pin
  return wallet?.pinKeys.some((each) => each.pinKeyId === pinKeyId)
    ? { kind: 'pin', pinKeyId, key }
    : undefined
}
