import { z } from 'zod'
import { LANGUAGES } from './messages.ts'
import { address, id } from './schema.ts'

/** The screens that the picker of the preview offers. */
export const PREVIEW_SCREENS = ['season', 'missions', 'wheel', 'shop', 'ranking'] as const
export const PREVIEW_PHASES = ['before', 'during', 'after'] as const

/** The longest season has fewer days, and no season has more tiers. */
const MAX_DAY = 366
const MAX_TIERS = 20

const language = z.enum(LANGUAGES)

/** A token that products can be paid with; null is the native coin of the chain. */
const token = z.strictObject({
  chainId: id,
  contract: address.nullable(),
  symbol: z.string().min(1).max(20),
  decimals: z.int().min(0).max(36),
})

/** The console sends this to the frame with the preview after every change. */
export const previewRequest = z.strictObject({
  kind: z.literal('preview'),
  /** The reply repeats this number, so that the console knows which request it answers. */
  number: z.int().min(0),
  seasonId: id,
  /** Any JSON: the preview replaces what is missing or invalid with placeholders. */
  draft: z.unknown(),
  language,
  phase: z.enum(PREVIEW_PHASES),
  day: z.int().min(1).max(MAX_DAY),
  /** The position of the member's tier in the draft. */
  tier: z
    .int()
    .min(0)
    .max(MAX_TIERS - 1),
  screen: z.enum(PREVIEW_SCREENS),
  tokens: z.array(token).max(500),
})

/** The frame sends these to the console: it can receive a request, and it drew one. */
export const previewReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preview-ready') }),
  z.strictObject({
    kind: z.literal('preview-shown'),
    number: z.int().min(0),
    language,
    /** The paths of the draft that the preview replaced with placeholders. */
    missing: z.array(z.string()),
  }),
])

export type PreviewRequest = z.output<typeof previewRequest>
export type PreviewReply = z.output<typeof previewReply>
export type PreviewToken = PreviewRequest['tokens'][number]
