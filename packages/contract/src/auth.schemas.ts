import { z } from 'zod'
import { EMAIL_MAX_LENGTH } from '@solstice/rules/email'
import { nothing, password, referralCode, time } from './schema.ts'
import { memberSchema } from './users.schemas.ts'

// The service checks formats that have their own code (1002, 1005, 1009), so this schema does not.
const email = z.string().max(EMAIL_MAX_LENGTH * 2)

const emailOnly = z.strictObject({ email })
const codeSent = z.object({ expiresAt: time, resendAt: time })

export const authSchemas = {
  'auth.checkSignUpEmail': { body: emailOnly, data: z.object({ available: z.literal(true) }) },
  'auth.sendSignUpCode': { body: emailOnly, data: codeSent },
  'auth.verifyCode': {
    body: z.strictObject({
      email,
      code: z.string().max(32),
      purpose: z.enum(['SIGNUP', 'RESET']),
    }),
    data: z.object({ completeCode: z.string(), expiresAt: time }),
  },
  'auth.signUp': {
    body: z.strictObject({
      email,
      password,
      completeCode: z.string().max(128),
      // A missing agreement counts as declined, which has its own code (2107).
      agreements: z.strictObject({
        termsOfService: z.boolean().default(false),
        privacyPolicy: z.boolean().default(false),
      }),
      referralCode: referralCode.optional(),
      language: z.enum(['en', 'ko']).optional(),
    }),
    data: memberSchema,
  },
  'auth.login': {
    body: z.strictObject({ email, password, keepLoggedIn: z.boolean().optional() }),
    data: memberSchema,
  },
  'auth.checkResetEmail': { body: emailOnly, data: codeSent },
  'auth.resetPassword': {
    body: z.strictObject({ email, completeCode: z.string().max(128), password }),
    data: nothing,
  },
  'auth.logout': { data: nothing },
  'auth.reissue': { data: z.object({ expiresAt: time }) },
} as const
