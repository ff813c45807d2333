import { z } from 'zod'

/**
 * ISO 8601 in UTC, of the years a programme may have to do with. Beyond them databases and languages
 * no longer agree on how a year is written.
 */
export const time = z.iso.datetime().refine((text) => text >= '1970' && text < '3000', {
  error: 'Before 1970 or after 2999',
})

export const id = z.int().positive()

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** An amount of a coin or token, or a price: digits and a point, in whole units. */
export const amountText = z.string().regex(/^\d{1,60}(\.\d{1,36})?$/)

/** An amount that an operator enters: in whole units, and never more than is sane. */
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

/** As typed. What a new one must be like has a code of its own (1005) and is judged by the service. */
export const password = z.string().max(200)

export const referralCode = z.string().max(64)

/** A call that succeeds and has nothing to tell. */
export const nothing = z.null()

export type CallSchemas = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
}
