import { z } from 'zod'
import type { Explorer } from '#/platform/process/context.ts'
import { listOf, recordOf } from '#/platform/process/untrusted-list.ts'
import { boundedText } from '#/platform/process/untrusted-text.ts'
import { limitedJson } from './limited-reply.ts'

const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 5_000_000

/** Converts numbers to text, so that readers get one type. */
const value = z.union([z.string(), z.number().transform(String), z.null().transform(() => '')])
const row = recordOf(value)
const replySchema = z.object({
  status: z.string(),
  message: z.string(),
  result: z.union([z.string(), listOf(row), row]),
})

/** The Etherscan v2 API, which serves many chains by their id. */
export function etherscanExplorer(settings: {
  url: string
  apiKey: string | undefined
  timeoutMs?: number
}): Explorer {
  return {
    query: async (query) => {
      const url = new URL(settings.url)
      for (const [name, text] of Object.entries(query)) url.searchParams.set(name, text)
      if (settings.apiKey !== undefined) url.searchParams.set('apikey', settings.apiKey)
      const response = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`The explorer returned HTTP ${response.status}`)
      const reply = replySchema.parse(await limitedJson(response, REPLY_MAX_BYTES))
      // An empty list also has status 0; a refusal, such as of the key, has a text as its result.
      if (reply.status !== '1' && typeof reply.result === 'string') {
        throw new Error(`The explorer refused the request: ${boundedText(reply.message)}`)
      }
      return reply
    },
  }
}
