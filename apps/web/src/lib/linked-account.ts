import { changeDevice, DeviceKey, readDevice } from './device-database.ts'

/** Under user_{userId}: what this device keeps of a member's account. */
export type LinkedAccount = {
  email?: string
  name?: string
  /** The server has a wallet address and a wallet lies on this device. */
  hasWallet?: boolean
  publicKey?: string
  passkey?: { credentialId: string; salt: string } | undefined
}

export async function readLinkedAccount(userId: string): Promise<LinkedAccount> {
  // Written by us only; whatever is missing is treated as not there.
  return (await readDevice(DeviceKey.user(userId))) ?? {}
}

export function noteLinkedAccount(userId: string, known: LinkedAccount): Promise<void> {
  return changeDevice(DeviceKey.user(userId), (kept) => ({
    ...(kept as LinkedAccount | undefined),
    ...known,
  }))
}

/** At a log-out: wallet mark and passkey belong to the device, e-mail and name to the member. */
export function clearIdentity(userId: string): Promise<void> {
  return changeDevice(DeviceKey.user(userId), (kept) => {
    if (kept === undefined) return undefined
    const rest = { ...(kept as LinkedAccount) } // Written above.
    delete rest.email
    delete rest.name
    return rest
  })
}
