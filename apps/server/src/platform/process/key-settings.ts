import { z } from 'zod'

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

const ROTATED = ['SESSION_KEY', 'PIN_MASTER_KEY', 'LOG_KEY', 'VAPID_PRIVATE_KEY'] as const

/** Rejects a key that is its own predecessor, because then nothing was rotated. */
export function keyProblems(given: Record<string, string | undefined>): string[] {
  return ROTATED.flatMap((name) => {
    const current = given[name]
    const previous = given[`${name}_PREVIOUS`]?.split(',').map((key) => key.trim()) ?? []
    if (previous.length === 0) return []
    if (current === undefined) return [`${name}_PREVIOUS needs ${name}, the key that replaces it`]
    return previous.includes(current) ? [`${name}_PREVIOUS must differ from ${name}`] : []
  })
}
