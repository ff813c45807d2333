import type { Address } from './address.ts'
import { MINUTE_MS } from './duration.ts'

/** The time in which a challenge that proves wallet ownership can be signed. */
export const CHALLENGE_TTL_MS = 5 * MINUTE_MS

/** The purposes of a wallet signature. A signature for one purpose is not valid for another. */
export const CHALLENGE_PURPOSES = ['REGISTER', 'UNFREEZE'] as const
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number]

const STATEMENTS: Record<ChallengePurpose, string> = {
  REGISTER: 'Connect this wallet to your Solstice account. This costs nothing and moves nothing.',
  UNFREEZE: 'Unfreeze the payouts of your Solstice account to this wallet. This costs nothing.',
}

export type Challenge = {
  purpose: ChallengePurpose
  /** The origin of the app, such as https://app.example.com. */
  origin: string
  address: Address
  nonce: string
  issuedAt: Date
}

export const challengeExpiresAt = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + CHALLENGE_TTL_MS)

/**
 * Returns an EIP-4361 message, so that the signer can read the domain, the wallet and the expiry.
 */
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

const NONCE_AND_TIMES = /\nNonce: ([\w-]{1,100})\nIssued At: (\S{24})\nExpiration Time: \S{24}$/
const URI = /\nURI: (https?:\/\/[\w.:-]{1,200})\n/

/**
 * Returns whether a text is exactly the challenge for this purpose and address, so that a device
 * signs no other text that a server might send.
 */
export function isChallenge(
  text: string,
  { purpose, address }: Pick<Challenge, 'purpose' | 'address'>,
): boolean {
  const [, nonce, issued] = NONCE_AND_TIMES.exec(text) ?? []
  const [, origin] = URI.exec(text) ?? []
  const issuedAt = new Date(issued ?? '')
  if (nonce === undefined || origin === undefined || Number.isNaN(issuedAt.getTime())) return false
  return text === challengeMessage({ purpose, origin, address, nonce, issuedAt })
}

export type RegistrationDecision = 'register' | 'already-registered' | 'another-registered'

/** Registering the same wallet again succeeds, because the first response may have been lost. */
export function decideRegistration(
  registered: string | null,
  address: Address,
): RegistrationDecision {
  if (registered === null) return 'register'
  return registered === address ? 'already-registered' : 'another-registered'
}

/** The same wallet as before is no event; a different one may belong to an attacker. */
export function walletEventOf(
  lastRegistered: string | undefined,
  address: Address,
): 'WALLET_REGISTERED' | 'WALLET_CHANGED' | undefined {
  if (lastRegistered === undefined) return 'WALLET_REGISTERED'
  return lastRegistered === address ? undefined : 'WALLET_CHANGED'
}
