import { z } from 'zod'
import { pageOf, pageQuery } from './paging.ts'
import { auditReason, plainText, time } from './schema.ts'

export const MEDIA_MAX_BYTES = 1_400_000

/** The length of the largest file in base64. */
const MAX_BASE64_LENGTH = 4 * Math.ceil(MEDIA_MAX_BYTES / 3)

const picture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The path on the members' host and on the console's host. */
  url: z.string(),
  name: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  createdAt: time,
})

export const mediaSchemas = {
  'media.list': {
    query: z.strictObject({ ...pageQuery }),
    data: pageOf(picture),
  },
  'media.add': {
    body: z.strictObject({
      /** The name by which the library lists the picture, usually of the file. */
      name: plainText(120),
      /** The file in base64. */
      data: z
        .string()
        .min(4)
        .max(MAX_BASE64_LENGTH)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
      reason: auditReason.optional(),
    }),
    data: picture,
  },
} as const
