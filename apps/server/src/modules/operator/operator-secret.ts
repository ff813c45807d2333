import { createHash } from 'node:crypto'
import type { AppContext } from '#/platform/process/context.ts'

const SECRET_BYTES = 32

/** Returns 32 random bytes as text: a token, a session or a one-time link. */
export function newSecret({ randomBytes }: Pick<AppContext, 'randomBytes'>): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
}

/**
 * Hashes a secret without a key: 32 random bytes cannot be guessed, and changing a key cannot lock
 * out all operators.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
