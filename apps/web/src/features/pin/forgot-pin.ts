/**
 * The case of a forgotten PIN: the current or an earlier one, only set-aside copies on the device,
 * or no wallet.
 */
export type ForgotPinCase = 'current' | 'previous' | 'setAside' | 'noWallet'

type Phone = {
  /** The PIN keys that open the wallet; undefined without a wallet. */
  sealedUnder: readonly string[] | undefined
  /** The key id of the current PIN, if the server responded. */
  currentId: string | undefined
  hasSetAside: boolean
  /** True when the current PIN was requested, whatever opens the wallet. */
  isCurrentRequested: boolean
}

export function forgotPinCase(phone: Phone): ForgotPinCase {
  const { sealedUnder, currentId, hasSetAside, isCurrentRequested } = phone
  if (!sealedUnder) return hasSetAside ? 'setAside' : 'noWallet'
  if (isCurrentRequested || currentId === undefined) return 'current'
  return sealedUnder.includes(currentId) ? 'current' : 'previous'
}
