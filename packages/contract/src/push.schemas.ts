import { z } from 'zod'
import { deposit, readyReward } from './alert.schemas.ts'
import { LANGUAGES } from './messages.ts'
import { id, nothing } from './schema.ts'

const endpoint = z.url({ protocol: /^https?$/ }).max(1000)

/** A curve point of 65 bytes and a secret of 16 bytes. Padding is optional. */
const p256dh = z.string().regex(/^B[\w-]{86}=?$/)
const auth = z.string().regex(/^[\w-]{22}(==)?$/)

const data = z.strictObject({
  seasonId: id.optional(),
  historyId: id.optional(),
  holdId: id.optional(),
  notificationId: id.optional(),
})

/**
 * A push carries only these fields. The service worker holds the texts or reads them from the public
 * list, and no name or address of a member is included. Only the test of a notice that cannot be
 * read yet carries its own text.
 */
export const pushMessage = z.strictObject({
  code: z
    .string()
    .max(40)
    .regex(/^[A-Z_]+$/),
  data: data.extend({ deposit: deposit.optional(), reward: readyReward.optional() }),
  /** Epoch milliseconds. */
  timestamp: z.int().positive(),
  lang: z.enum(LANGUAGES),
  text: z.strictObject({ title: z.string().max(100), content: z.string().max(300) }).optional(),
})
export type PushMessage = z.output<typeof pushMessage>

export const pushSchemas = {
  'push.subscribe': { body: z.strictObject({ endpoint, p256dh, auth }), data: nothing },
  'push.unsubscribe': { body: z.strictObject({ endpoint }), data: nothing },
  'push.test': {
    body: z.strictObject({
      title: z.string().max(200).optional(),
      body: z.string().max(500).optional(),
      code: pushMessage.shape.code.optional(),
      data: data.optional(),
    }),
    data: z.object({ sent: z.int().min(0), failed: z.int().min(0) }),
  },
} as const
