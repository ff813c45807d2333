import { Secret, TOTP } from 'otpauth'

export const TOTP_SECRET_BYTES = 20
const PERIOD_MS = 30_000
/** Accepts the codes of the previous and the next step, because clocks differ. */
const WINDOW = 1

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}

/** Returns the secret as text to type and as the address that a QR code contains. */
export function totpSetup(bytes: Uint8Array, account: string): { secret: string; uri: string } {
  const secret = secretOf(bytes)
  const uri = new TOTP({ issuer: 'Solstice console', label: account, secret }).toString()
  return { secret: secret.base32, uri }
}

/** Returns the time step to which a code belongs, or undefined for a wrong code. */
export function totpStepOf(bytes: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: secretOf(bytes), timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** Returns the first code that is valid now and belongs to a step after `usedStep`. */
export function nextTotpCode(bytes: Uint8Array, now: Date, usedStep: number | null): string {
  const current = TOTP.counter({ timestamp: now.getTime() })
  const step = usedStep !== null && usedStep >= current ? usedStep + 1 : current
  return TOTP.generate({ secret: secretOf(bytes), timestamp: step * PERIOD_MS })
}
