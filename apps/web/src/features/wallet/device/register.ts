import { Code } from '@solstice/contract/codes'
import { fetchChallenge, registerWallet } from '#/features/wallet/api.ts'
import { codeOf } from '#/lib/api-error.ts'
import { DeviceKey, readDevice } from '#/lib/device-database.ts'
import { readLinkedAccount } from '#/lib/linked-account.ts'
import { factsOf, findWallet, vault } from '#/vault/vault.ts'
import type { Opening, PinKey, WalletMethod } from '#/vault/vault.ts'
import { findLocalWallet } from './device.ts'
import { setWalletAside } from './set-aside.ts'
import { useWallet, whileChangingWallet } from './store.ts'

/**
 * Seals the draft as pending, registers its address, marks it active. A tab closed in between loses
 * nothing: the next check sees what the server knows and goes on from there.
 */
export function keepAndRegister(
  draft: { address: string },
  { pinToken, ...owner }: { userId: string; pin: PinKey; pinToken: string; method: WalletMethod },
): Promise<void> {
  const { userId, method } = owner
  return whileChangingWallet(async () => {
    const { message } = await fetchChallenge(draft.address)
    await setUnreadableAside(userId)
    const { signature } = await vault.sealDraft({ ...owner, message })
    if (signature === undefined) throw new Error('Nothing was signed')
    const isTyped = method === 'IMPORT'
    const proof = { address: draft.address, method, message, signature }
    await register(userId, proof, { pinToken, isTyped })
    await finish(userId, draft.address)
  })
}

/** A wallet that waits on this device for its registration; the PIN is asked for again. */
export function resumeRegistration(
  pending: { address: string; method: WalletMethod },
  owner: { userId: string; opening: Opening; pinToken: string },
): Promise<void> {
  const { address, method } = pending
  return whileChangingWallet(async () => {
    const { message } = await fetchChallenge(address)
    const { signature } = await vault.signMessage(owner.userId, owner.opening, message)
    const { pinToken } = owner
    const proof = { address, method, message, signature }
    await register(owner.userId, proof, { pinToken, isTyped: false })
    await finish(owner.userId, address)
  })
}

/** The vault seals nothing over a record that it cannot read; a later version may read the copy. */
async function setUnreadableAside(userId: string): Promise<void> {
  const kept = await readDevice(DeviceKey.wallet(userId))
  if (kept !== undefined && !factsOf(kept)) await setWalletAside(userId)
}

async function register(
  userId: string,
  proof: Parameters<typeof registerWallet>[0],
  /** Typed: the member entered it a moment ago, and so has it elsewhere. */
  { pinToken, isTyped }: { pinToken: string; isTyped: boolean },
): Promise<void> {
  try {
    await registerWallet(proof, pinToken)
  } catch (cause) {
    if (isNeverRegistered(cause))
      await giveUp(userId, isTyped && codeOf(cause) === Code.WALLET_IN_USE)
    throw cause
  }
}

/** It is another account's, or the account has another one: asking again changes nothing. */
export function isNeverRegistered(cause: unknown): boolean {
  const code = codeOf(cause)
  return code === Code.WALLET_IN_USE || code === Code.WALLET_ALREADY_REGISTERED
}

/**
 * What can never be finished does not stay in the way. It is kept aside, since this may be the only
 * copy there is and a server may be wrong; only somebody else's that was just typed in is erased.
 */
async function giveUp(userId: string, isErased: boolean): Promise<void> {
  if (isErased) await vault.erase(userId)
  else await setWalletAside(userId)
  await vault.dropDraft()
  useWallet.setState({ local: await findLocalWallet(userId) })
}

/**
 * Seals the member's own wallet on this device again. Only a wallet that the account has becomes
 * active: the check takes an active one away from an account that has none.
 */
export function restoreDraft(
  draft: { address: string },
  owner: { userId: string; pin: PinKey },
): Promise<{ hasLostPasskey: boolean }> {
  const { userId } = owner
  return whileChangingWallet(async () => {
    await setUnreadableAside(userId)
    await vault.sealDraft({ ...owner, method: 'IMPORT' })
    if (typeof useWallet.getState().server === 'string') {
      await finish(userId, draft.address)
    } else {
      await vault.dropDraft()
      useWallet.setState({ local: await findLocalWallet(userId) })
    }
    return { hasLostPasskey: await hasLostPasskey(userId) }
  })
}

/** Read after the sealing, so that a second attempt returns the same as the first would have. */
async function hasLostPasskey(userId: string): Promise<boolean> {
  const { passkey } = await readLinkedAccount(userId)
  const wallet = await findWallet(userId)
  return passkey !== undefined && !wallet?.passkeys.includes(passkey.credentialId)
}

async function finish(userId: string, address: string): Promise<void> {
  await vault.activate(userId)
  useWallet.setState({ userId, server: address, local: await findLocalWallet(userId) })
}

/** Asked once a wallet is there: without it the browser may clear it when space runs out. */
export async function requestPersistence(): Promise<boolean | undefined> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return undefined
  }
}

export async function isPersistent(): Promise<boolean | undefined> {
  try {
    return await navigator.storage.persisted()
  } catch {
    return undefined
  }
}
