import { z } from 'zod'

/**
 * ISO 8601 in UTC, limited to plausible years. Outside this range, databases and languages disagree
 * on how to write a year.
 */
export const time = z.iso.datetime().refine((text) => text >= '1970' && text < '3000', {
  error: 'Must be between 1970 and 2999',
})

export const id = z.int().positive()

/** Allows no control characters and no unpaired surrogates, which databases cannot store. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)

/**
 * A text of an operator that the audit keeps forever, so it may not contain an email or wallet
 * address, which could never be deleted.
 */
export const auditText = (maxLength: number) =>
  plainText(maxLength).refine((text) => !/@|0x/i.test(text))

/** An operator's reason for an action. */
export const auditReason = auditText(500)

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** An amount of a coin or token, or a price, as a decimal number of whole units. */
export const amountText = z.string().regex(/^\d{1,60}(\.\d{1,36})?$/)

/** An amount that an operator enters, in whole units and with an upper limit. */
export const amountUpTo = (most: number, places = 18) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}(\\.\\d{1,${places}})?$`))
    .refine(
      (text) => {
        const [whole = '0', fraction = ''] = text.split('.')
        return Number(whole) < most || (Number(whole) === most && /^0*$/.test(fraction))
      },
      { error: `At most ${most}` },
    )

/**
 * The password as typed. The service checks the rules for a new one, because they have their own
 * code (1005).
 */
export const password = z.string().max(200)

export const referralCode = z.string().max(64)

/** The data of a call that returns only success. */
export const nothing = z.null()

export type CallSchemas = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
}
