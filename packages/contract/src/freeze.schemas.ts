import { z } from 'zod'
import { PAUSING_EVENTS, SECURITY_EVENTS } from '@solstice/rules/account'
import { pathId } from './paging.ts'
import { auditReason, id, nothing, time } from './schema.ts'

const code = z.string().max(32)
const link = z.strictObject({ token: z.string().max(200) })

export const freezeSchemas = {
  'freeze.hold': {
    data: z.object({
      hold: z
        .object({
          /** The event that started the pause, or FROZEN when the member reported a theft. */
          reason: z.enum([...PAUSING_EVENTS, 'FROZEN']),
          /** Null while payouts are frozen, because only unfreezing ends a freeze. */
          until: time.nullable(),
        })
        .nullable(),
    }),
  },
  'freeze.sendCode': { data: z.object({ expiresAt: time, resendAt: time }) },
  'freeze.lift': {
    body: z.strictObject({
      code,
      /** Replaces the PIN with a signed challenge that has the purpose UNFREEZE. */
      wallet: z
        .strictObject({ message: z.string().max(2000), signature: z.string().max(200) })
        .optional(),
    }),
    data: nothing,
  },
  'freeze.readLink': {
    body: link,
    data: z.object({ event: z.enum(SECURITY_EVENTS), at: time, isUsed: z.boolean() }),
  },
  'freeze.report': { body: link, data: nothing },
  'freeze.liftForMember': {
    params: z.strictObject({ userId: pathId }),
    body: z.strictObject({
      code: code.optional(),
      reason: auditReason,
    }),
    data: z.object({ userId: id }),
  },
} as const
