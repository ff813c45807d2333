import {
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Each purpose has its own key, so that a value derived for one purpose reveals nothing about
 * another.
 */
export type KeyPurpose =
  | 'session'
  | 'verification-code'
  | 'complete-code'
  | 'limit'
  | 'pin-token'
  | 'session-label'
  | 'replica-position'

/**
 * Purposes whose values are compared over months, so their key must outlive a change of the session
 * key.
 */
export type LastingPurpose =
  | 'deleted-email'
  | 'referral-wallet'
  | 'referral-mailbox'
  | 'sign-in-network'
  | 'hold-link'
  | 'security-link'
  /** Identifies the key without revealing it. */
  | 'key-id'

/** Purposes of the key that signs the records of the audit log. */
export type LogPurpose = 'audit-checkpoint'

export type Keys<Purpose extends string = KeyPurpose> = {
  /** Returns a keyed fingerprint as base64url text, with the current key. */
  mac: (purpose: Purpose, text: string) => string
  /** Returns whether a fingerprint was made with the current key or with a previous one. */
  isMac: (purpose: Purpose, text: string, mac: string) => boolean
}

/** Previous keys still verify what they signed, so that a change of the key ends no session. */
export function keysFrom<Purpose extends string = KeyPurpose>(
  secret: string,
  previous: readonly string[] = [],
): Keys<Purpose> {
  const current = macsOf(secret)
  const all = [current, ...previous.map((each) => macsOf(each))]
  return {
    mac: current,
    isMac: (purpose, text, mac) => all.some((of) => isEqualConstantTime(mac, of(purpose, text))),
  }
}

function macsOf(secret: string): (purpose: string, text: string) => string {
  // Stored as key objects, because importing a key from a buffer costs ten times the fingerprint
  // itself.
  const derived = new Map<string, KeyObject>()
  const keyFor = (purpose: string): KeyObject => {
    const known = derived.get(purpose)
    if (known) return known
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `solstice/${purpose}`, 32))
    const key = createSecretKey(bytes)
    derived.set(purpose, key)
    return key
  }
  return (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
}

export function isEqualConstantTime(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

export const secretPath = (folder: string, name: string): string => join(folder, 'secrets', name)

/** Creates a secret at the first start of the embedded default and stores it beside the data. */
export async function secretFromFolder(folder: string, name: string, prefix = ''): Promise<string> {
  const path = secretPath(folder, name)
  await mkdir(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
  try {
    // Fails if another process was faster; then that secret is used.
    const secret = prefix + randomBytes(32).toString('base64url')
    await writeFile(path, secret, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
