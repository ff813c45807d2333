import { changeDevice, DeviceKey, readDevice } from './device-database.ts'

/** The data that this device stores about a member's account, under user_{userId}. */
export type LinkedAccount = {
  email?: string
  name?: string
  /** The server has a wallet address and the wallet is on this device. */
  hasWallet?: boolean
  publicKey?: string
  passkey?: { credentialId: string; salt: string } | undefined
}

export async function readLinkedAccount(userId: string): Promise<LinkedAccount> {
  // Only this app writes it; missing fields count as absent.
  return (await readDevice(DeviceKey.user(userId))) ?? {}
}

export function noteLinkedAccount(userId: string, known: LinkedAccount): Promise<void> {
  return changeDevice(DeviceKey.user(userId), (kept) => ({
    ...(kept as LinkedAccount | undefined),
    ...known,
  }))
}

/**
 * Removes the e-mail and the name at log-out; the wallet flag and the passkey belong to the device
 * and stay.
 */
export function clearIdentity(userId: string): Promise<void> {
  return changeDevice(DeviceKey.user(userId), (kept) => {
    if (kept === undefined) return undefined
    const rest = { ...(kept as LinkedAccount) } // Written above.
    delete rest.email
    delete rest.name
    return rest
  })
}
