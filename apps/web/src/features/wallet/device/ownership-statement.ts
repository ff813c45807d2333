import { checksumAddress } from '@solstice/rules/address'
import { isChallenge } from '@solstice/rules/wallet'

/** True for exactly the text that connects this wallet to an account. */
export const isOwnershipStatement = (text: string, address: string): boolean =>
  isChallenge(text, { purpose: 'REGISTER', address: checksumAddress(address) })
