/** Which PIN opens the wallet of this phone; or only copies are here that were set aside, or nothing. */
export type ForgottenPin = 'current' | 'previous' | 'setAside' | 'noWallet'

type Phone = {
  /** The PIN keys that open the wallet; missing without one. */
  sealedUnder: readonly string[] | undefined
  /** Of the PIN in use, where the server answered. */
  currentId: string | undefined
  hasSetAside: boolean
}

export function forgottenPin({ sealedUnder, currentId, hasSetAside }: Phone): ForgottenPin {
  if (!sealedUnder) return hasSetAside ? 'setAside' : 'noWallet'
  return currentId === undefined || sealedUnder.includes(currentId) ? 'current' : 'previous'
}
