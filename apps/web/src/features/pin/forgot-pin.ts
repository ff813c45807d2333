/** Which PIN is the forgotten one; or only copies are here that were set aside, or nothing. */
export type ForgotPinCase = 'current' | 'previous' | 'setAside' | 'noWallet'

type Phone = {
  /** The PIN keys that open the wallet; missing without one. */
  sealedUnder: readonly string[] | undefined
  /** Of the PIN in use, where the server answered. */
  currentId: string | undefined
  hasSetAside: boolean
  /** The member was asked for the PIN in use, whatever opens the wallet. */
  isCurrentRequested: boolean
}

export function forgotPinCase(phone: Phone): ForgotPinCase {
  const { sealedUnder, currentId, hasSetAside, isCurrentRequested } = phone
  if (!sealedUnder) return hasSetAside ? 'setAside' : 'noWallet'
  if (isCurrentRequested || currentId === undefined) return 'current'
  return sealedUnder.includes(currentId) ? 'current' : 'previous'
}
