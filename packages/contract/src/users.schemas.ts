import { z } from 'zod'
import { address, id } from './schema.ts'

export const memberSchema = z.object({
  userId: id,
  email: z.string(),
  nickname: z.string(),
  walletAddress: address.nullable(),
  hasPin: z.boolean(),
})

export const usersSchemas = {
  'users.me': { data: memberSchema },
} as const
