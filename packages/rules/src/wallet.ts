import type { Address } from './address.ts'
import { MINUTE_MS } from './duration.ts'

/** How long a message may be signed that proves who owns a wallet. */
export const CHALLENGE_TTL_MS = 5 * MINUTE_MS

/** What a signature of the wallet is asked for. One that was signed for one serves no other. */
export const CHALLENGE_PURPOSES = ['REGISTER', 'UNFREEZE'] as const
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number]

const STATEMENTS: Record<ChallengePurpose, string> = {
  REGISTER: 'Connect this wallet to your Solstice account. This costs nothing and moves nothing.',
  UNFREEZE: 'Unfreeze the payouts of your Solstice account to this wallet. This costs nothing.',
}

export type Challenge = {
  purpose: ChallengePurpose
  /** The address of the app, such as https://app.example.com. */
  origin: string
  address: Address
  nonce: string
  issuedAt: Date
}

export const challengeExpiresAt = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + CHALLENGE_TTL_MS)

/** In the form of EIP-4361: whoever signs it reads for whom, as which wallet and until when. */
export function challengeMessage(challenge: Challenge): string {
  const { purpose, origin, address, nonce, issuedAt } = challenge
  return [
    `${origin.replace(/^https?:\/\//, '')} wants you to sign in with your Ethereum account:`,
    address,
    '',
    STATEMENTS[purpose],
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

/** The same wallet as before is no news; any other one may be a thief's. */
export function walletEventOf(
  lastRegistered: string | undefined,
  address: Address,
): 'WALLET_REGISTERED' | 'WALLET_CHANGED' | undefined {
  if (lastRegistered === undefined) return 'WALLET_REGISTERED'
  return lastRegistered === address ? undefined : 'WALLET_CHANGED'
}
