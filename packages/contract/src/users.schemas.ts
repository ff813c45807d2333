import { z } from 'zod'
import { LANGUAGES } from './messages.ts'
import { address, id } from './schema.ts'

const language = z.enum(LANGUAGES)

export const memberSchema = z.object({
  userId: id,
  email: z.string(),
  nickname: z.string(),
  walletAddress: address.nullable(),
  hasPin: z.boolean(),
  /** Chosen on any device; other devices adopt it at their next login or start. */
  language,
})

// The service checks formats that have their own code (2102), so this schema does not.
const nickname = z.string().max(200)
const profileImageUrl = z.string().nullable()

const profile = z.object({
  walletAddress: address.nullable(),
  nickname: z.string(),
  email: z.string(),
  language,
  profileImageUrl,
})

export const usersSchemas = {
  'users.me': { data: memberSchema },
  'users.checkNickname': {
    query: z.object({ nickname }),
    data: z.object({ available: z.literal(true) }),
  },
  'users.changeNickname': {
    body: z.strictObject({ nickname }),
    data: z.object({ nickname: z.string() }),
  },
  'users.profile': { data: profile },
  'users.changeProfile': {
    body: z.strictObject({ language: language.optional() }),
    data: profile,
  },
  'users.setProfileImage': {
    body: z.strictObject({ image: z.string().max(1_400_000).nullable() }),
    data: z.object({ profileImageUrl }),
  },
} as const
