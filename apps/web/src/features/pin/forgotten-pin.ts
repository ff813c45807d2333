/** Which PIN is the forgotten one; or only copies are here that were set aside, or nothing. */
export type ForgottenPin = 'current' | 'previous' | 'setAside' | 'noWallet'

type Phone = {
  /** The PIN keys that open the wallet; missing without one. */
  sealedUnder: readonly string[] | undefined
  /** Of the PIN in use, where the server answered. */
  currentId: string | undefined
  hasSetAside: boolean
  /** The member was asked for the PIN in use, whatever opens the wallet. */
  isCurrentAsked: boolean
}

export function forgottenPin(phone: Phone): ForgottenPin {
  const { sealedUnder, currentId, hasSetAside, isCurrentAsked } = phone
  if (!sealedUnder) return hasSetAside ? 'setAside' : 'noWallet'
  if (isCurrentAsked || currentId === undefined) return 'current'
  return sealedUnder.includes(currentId) ? 'current' : 'previous'
}
