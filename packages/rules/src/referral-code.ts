/** Letters and digits that cannot be confused when read aloud or typed from an image. */
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const REFERRAL_CODE_LENGTH = 8

const PATTERN = new RegExp(`^[${REFERRAL_CODE_ALPHABET}]{${REFERRAL_CODE_LENGTH}}$`)

export function normaliseReferralCode(input: string): string {
  return input.trim().toUpperCase()
}

export function isReferralCode(input: string): boolean {
  return PATTERN.test(normaliseReferralCode(input))
}

/** The alphabet has 32 characters, so five bits of each byte select one without bias. */
export function referralCodeFrom(bytes: Uint8Array): string {
  return Array.from(
    bytes.subarray(0, REFERRAL_CODE_LENGTH),
    (byte) => REFERRAL_CODE_ALPHABET[byte & 31],
  ).join('')
}
