import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import { PIN_ITERATIONS } from '@solstice/rules/pin'

/** The PIN of members that tests create without using the screens, and the salt of its key. */
export const PIN = '314159'
export const PIN_SALT = Buffer.alloc(32, 'solstice').toString('base64url')

const KEY_BYTES = 32
/** Names the stretched PIN in the environment of the workers of a run. */
const VARIABLE = 'SOLSTICE_TEST_STRETCHED_PIN'

type KnownStretch = { pin: number[]; salt: number[]; iterations: number; stretched: number[] }

/** Global set-up: stretches the PIN once per run, because it takes half a second each time. */
export default async function setUp(): Promise<void> {
  const salt = Buffer.from(PIN_SALT, 'base64url')
  const stretched = await promisify(pbkdf2)(PIN, salt, PIN_ITERATIONS, KEY_BYTES, 'sha256')
  process.env[VARIABLE] = stretched.toString('base64url')
}

function knownStretch(): KnownStretch | undefined {
  const stretched = process.env[VARIABLE]
  if (stretched === undefined) return undefined
  return {
    pin: [...Buffer.from(PIN)],
    salt: [...Buffer.from(PIN_SALT, 'base64url')],
    iterations: PIN_ITERATIONS,
    stretched: [...Buffer.from(stretched, 'base64url')],
  }
}

/**
 * Returns the known result when PBKDF2 gets exactly the known input; any other PIN, salt or number
 * of iterations is computed. Runs in a page or in Node.
 */
function reuseStretch({ pin, salt, iterations, stretched }: KnownStretch): void {
  // Only a secure page has it.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (!subtle) return
  const isSame = (given: unknown, known: number[]) =>
    given instanceof Uint8Array &&
    given.length === known.length &&
    given.every((byte, at) => byte === known[at])
  const importKey = subtle.importKey.bind(subtle) as (...given: unknown[]) => Promise<CryptoKey>
  const deriveBits = subtle.deriveBits.bind(subtle)
  const keysOfPin = new WeakSet<CryptoKey>()
  Object.assign(subtle, {
    importKey: async (...given: unknown[]) => {
      const key = await importKey(...given)
      if (given[2] === 'PBKDF2' && isSame(given[1], pin)) keysOfPin.add(key)
      return key
    },
    deriveBits: async (...given: Parameters<typeof deriveBits>) => {
      const [algorithm, key, length] = given
      const isKnown =
        keysOfPin.has(key) &&
        typeof algorithm === 'object' &&
        'iterations' in algorithm &&
        algorithm.hash === 'SHA-256' &&
        algorithm.iterations === iterations &&
        isSame(algorithm.salt, salt) &&
        length === 8 * stretched.length
      return isKnown ? Uint8Array.from(stretched).buffer : deriveBits(...given)
    },
  })
}

const known = knownStretch()
if (known) reuseStretch(known)

/** Lets the pages of a context use the stretched PIN of this run. */
export async function shareStretchedPin(context: BrowserContext): Promise<void> {
  if (known) await context.addInitScript(reuseStretch, known)
}
