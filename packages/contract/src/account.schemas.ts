import { z } from 'zod'
import { DELETION_REASONS, DELETION_TEXT_MAX_LENGTH } from '@solstice/rules/account'
import { nothing, password, time } from './schema.ts'

export const accountSchemas = {
  'account.verifyPassword': {
    body: z.strictObject({ password }),
    data: z.object({ verified: z.literal(true) }),
  },
  'account.changePassword': {
    body: z.strictObject({ currentPassword: password, newPassword: password }),
    data: nothing,
  },
  'account.delete': {
    body: z.strictObject({
      reason: z.enum(DELETION_REASONS),
      reasonText: z.string().max(DELETION_TEXT_MAX_LENGTH).optional(),
      agreed: z.literal(true),
    }),
    data: z.object({ deletedAt: time, reRegisterAfter: time }),
  },
} as const
