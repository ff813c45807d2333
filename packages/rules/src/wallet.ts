import type { Address } from './address.ts'
import { MINUTE_MS } from './duration.ts'

/** How long a message may be signed that proves who owns a wallet. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

export type Challenge = {
  /** The address of the app, such as https://app.example.com. */
  origin: string
  address: Address
  nonce: string
  issuedAt: Date
}

export const challengeExpiresAt = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + CHALLENGE_LIFE_MS)

/** In the form of EIP-4361: whoever signs it reads for whom, as which wallet and until when. */
export function challengeMessage({ origin, address, nonce, issuedAt }: Challenge): string {
  return [
    `${origin.replace(/^https?:\/\//, '')} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Connect this wallet to your Solstice account. This costs nothing and moves nothing.',
    '',
    `URI: ${origin}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${challengeExpiresAt(issuedAt).toISOString()}`,
  ].join('\n')
}

export type RegistrationDecision = 'register' | 'already-registered' | 'another-registered'

/** The same wallet again is no news: the first reply may have been lost. */
export function decideRegistration(
  registered: string | null,
  address: Address,
): RegistrationDecision {
  if (registered === null) return 'register'
  return registered === address ? 'already-registered' : 'another-registered'
}

/** A first wallet is expected; another than before is what a thief would connect. */
export function isWalletChange(lastRegistered: string | undefined, address: Address): boolean {
  return lastRegistered !== undefined && lastRegistered !== address
}
