import { z } from 'zod'
import { LANGUAGES } from './messages.ts'

export const languageSchemas = {
  'language.list': {
    data: z.object({
      list: z.array(
        z.object({ code: z.enum(LANGUAGES), name: z.string(), isDefault: z.boolean() }),
      ),
    }),
  },
} as const
