import { Code } from '@solstice/contract/codes'
import { fetchChallenge, registerWallet } from '#/features/wallet/api.ts'
import { codeOf } from '@solstice/ui/api-error.ts'
import { DeviceKey, readDevice } from '#/lib/device-database.ts'
import { readLinkedAccount } from '#/lib/linked-account.ts'
import { factsOf, findWallet, vault } from '#/vault/vault.ts'
import type { Opening, PinKey, WalletMethod } from '#/vault/vault.ts'
import { findLocalWallet } from './device.ts'
import { setWalletAside } from './set-aside.ts'
import { useWallet, whileChangingWallet } from './store.ts'

/**
 * Seals the draft as pending, registers its address and marks it active. If the tab closes in
 * between, the next check continues from the state that the server reports.
 */
export function keepAndRegister(
  draft: { address: string },
  { pinToken, ...owner }: { userId: string; pin: PinKey; pinToken: string; method: WalletMethod },
): Promise<void> {
  const { userId, method } = owner
  return whileChangingWallet(async () => {
    const message = await challengeOf(draft.address)
    await setUnreadableAside(userId)
    const { signature } = await vault.sealDraft({ ...owner, message })
    if (signature === undefined) throw new Error('Missing signature')
    const isTyped = method === 'IMPORT'
    const proof = { address: draft.address, method, message, signature }
    await register(userId, proof, { pinToken, isTyped })
    await finish(userId, draft.address)
  })
}

/** Registers a pending wallet of this device; the member enters the PIN again. */
export function resumeRegistration(
  pending: { address: string; method: WalletMethod },
  owner: { userId: string; opening: Opening; pinToken: string },
): Promise<void> {
  const { address, method } = pending
  return whileChangingWallet(async () => {
    const message = await challengeOf(address)
    const { signature } = await vault.signMessage(owner.userId, owner.opening, message)
    const { pinToken } = owner
    const proof = { address, method, message, signature }
    await register(owner.userId, proof, { pinToken, isTyped: false })
    await finish(owner.userId, address)
  })
}

/** The wallet signs a statement of ownership without showing it, so it must be exactly that. */
async function challengeOf(address: string): Promise<string> {
  const { message } = await fetchChallenge(address)
  // The first load contains this file and has no room for the check.
  const { isOwnershipStatement } = await import('./ownership-statement.ts')
  if (!isOwnershipStatement(message, address))
    throw new Error('The text to sign is no statement of ownership')
  return message
}

/** The vault does not overwrite a record that it cannot read; a later version may read the copy. */
async function setUnreadableAside(userId: string): Promise<void> {
  const kept = await readDevice(DeviceKey.wallet(userId))
  if (kept !== undefined && !factsOf(kept)) await setWalletAside(userId)
}

async function register(
  userId: string,
  proof: Parameters<typeof registerWallet>[0],
  /** True if the member has just typed it in and therefore has it elsewhere. */
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

/**
 * Returns true if the wallet belongs to another account or the account has another wallet: a retry
 * cannot succeed.
 */
export function isNeverRegistered(cause: unknown): boolean {
  const code = codeOf(cause)
  return code === Code.WALLET_IN_USE || code === Code.WALLET_ALREADY_REGISTERED
}

/**
 * Removes a wallet whose registration can never succeed. It is set aside, because it may be the
 * only copy and the server may be wrong; only another account's wallet that was just typed in is
 * erased.
 */
async function giveUp(userId: string, isErased: boolean): Promise<void> {
  if (isErased) await vault.erase(userId)
  else await setWalletAside(userId)
  await vault.dropDraft()
  useWallet.setState({ local: await findLocalWallet(userId) })
}

/**
 * Seals the member's own wallet on this device again. It becomes active only if the account has it,
 * because the wallet check removes an active wallet from an account without one.
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

/** Runs after sealing, so that a second attempt returns the same result as the first. */
async function hasLostPasskey(userId: string): Promise<boolean> {
  const { passkey } = await readLinkedAccount(userId)
  const wallet = await findWallet(userId)
  return passkey !== undefined && !wallet?.passkeys.includes(passkey.credentialId)
}

async function finish(userId: string, address: string): Promise<void> {
  await vault.activate(userId)
  useWallet.setState({ userId, server: address, local: await findLocalWallet(userId) })
}

/**
 * Requests persistent storage once there is a wallet; without it the browser may clear the wallet
 * when space runs out.
 */
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
