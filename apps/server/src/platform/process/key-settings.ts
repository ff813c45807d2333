import { z } from 'zod'
import { keysFrom, type Keys, type LogPurpose } from './keys.ts'

/** Keys that were replaced, separated by commas; the newest first. */
const previousKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.array(z.string().min(32)))
  .default([])

/** 32 bytes in either base64 form. */
const vapidKey = z
  .string()
  .transform((text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  .refine((text) => /^[\w-]{43}$/.test(text), 'expected 32 bytes as base64')

/** The settings of keys, and of the keys that they replaced. */
export const keyVariables = {
  SESSION_KEY: z.string().min(32).optional(),
  SESSION_KEY_PREVIOUS: previousKeys,
  PIN_MASTER_KEY: z.string().min(32).optional(),
  PIN_MASTER_KEY_PREVIOUS: previousKeys,
  FINGERPRINT_KEY: z.string().min(32).optional(),
  LOG_KEY: z.string().min(32).optional(),
  LOG_KEY_PREVIOUS: previousKeys,
  POINTS_LOG_KEY: z.string().min(32).optional(),
  VAPID_PRIVATE_KEY: vapidKey.optional(),
  VAPID_PRIVATE_KEY_PREVIOUS: vapidKey.optional(),
}

type KeyVariables = z.output<z.ZodObject<typeof keyVariables>>

export function previousKeysOf(env: KeyVariables) {
  return {
    session: env.SESSION_KEY_PREVIOUS,
    pinMaster: env.PIN_MASTER_KEY_PREVIOUS,
    log: env.LOG_KEY_PREVIOUS,
    vapid: env.VAPID_PRIVATE_KEY_PREVIOUS,
  }
}

/**
 * Returns the keys of checkpoints. Without a key of their own the master key signs them; with one, it
 * is accepted only as a previous key, so that its leak does not allow forged signatures.
 */
export function logKeysOf(
  {
    logKey,
    previousKeys: { log, pinMaster },
  }: {
    logKey: string | undefined
    previousKeys: Pick<ReturnType<typeof previousKeysOf>, 'log' | 'pinMaster'>
  },
  pinMasterKey: string,
): Keys<LogPurpose> {
  return logKey === undefined ? keysFrom(pinMasterKey, pinMaster) : keysFrom(logKey, log)
}

const ROTATED = ['SESSION_KEY', 'PIN_MASTER_KEY', 'LOG_KEY', 'VAPID_PRIVATE_KEY'] as const

/**
 * Rejects a key that is its own predecessor, because then nothing was rotated, and a new master key
 * that would change the fingerprints.
 */
export function keyProblems(given: Record<string, string | undefined>): string[] {
  const problems = ROTATED.flatMap((name) => {
    const current = given[name]
    const previous = given[`${name}_PREVIOUS`]?.split(',').map((key) => key.trim()) ?? []
    if (previous.length === 0) return []
    if (current === undefined) return [`${name}_PREVIOUS needs ${name}, the key that replaces it`]
    return previous.includes(current) ? [`${name}_PREVIOUS must differ from ${name}`] : []
  })
  if (given['PIN_MASTER_KEY_PREVIOUS'] !== undefined && given['FINGERPRINT_KEY'] === undefined) {
    problems.push(
      'PIN_MASTER_KEY_PREVIOUS needs FINGERPRINT_KEY, the first PIN_MASTER_KEY, for good',
    )
  }
  return problems
}
