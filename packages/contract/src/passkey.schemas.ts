import { z } from 'zod'
import { nothing, time } from './schema.ts'

/** The format of WebAuthn: up to 1023 bytes, base64url without padding. */
const credentialId = z.string().regex(/^[A-Za-z0-9_-]{1,1364}$/)
const salt = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const passkeySchemas = {
  'passkey.list': {
    data: z.object({ list: z.array(z.object({ credentialId, salt, createdAt: time })) }),
  },
  'passkey.add': {
    body: z.strictObject({ credentialId, salt }),
    data: z.object({ credentialId, salt }),
  },
  'passkey.remove': { params: z.strictObject({ credentialId }), data: nothing },
} as const
