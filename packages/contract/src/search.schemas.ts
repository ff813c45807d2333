import { z } from 'zod'
import { id, plainText, time } from './schema.ts'

export const SEARCH_KINDS = [
  'MEMBER',
  'ORDER',
  'REFUND',
  'PAYOUT',
  'TRANSACTION',
  'SEASON',
  'PRODUCT',
  'NOTICE',
  'JOB',
  'AUDIT',
] as const

const found = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** The id of the thing; for a TRANSACTION, its hash. */
  id: z.string(),
  /** The member it belongs to. */
  userId: id.nullable(),
  /**
   * The nickname, the name of a product, season or notice in the caller's language, the purpose of
   * a payout, the type of a refund, the kind of a job, the action of an audit entry; of a
   * TRANSACTION, one of PAYMENT, PAYOUT, WITHDRAWAL.
   */
  title: z.string(),
  /** An amount with its unit, such as `9.26 USDS`; a masked email; the subject of an entry. */
  detail: z.string().nullable(),
  /** As stored; HELD for a payout on hold. */
  state: z.string().nullable(),
  at: time.nullable(),
  /** True if the whole id, address or hash was given, so that Enter opens it. */
  exact: z.boolean(),
})

export const searchSchemas = {
  'search.find': {
    /**
     * Text and filters: `is:held`, `state:FAILED`, `member:48213`, `>100 USDS`, `since:7d`. Below
     * three characters, only the beginning of a name is searched.
     */
    query: z.strictObject({ q: plainText(254) }),
    data: z.object({
      list: z.array(found),
      /** The filters that were understood, for the chips. */
      filters: z.array(z.string()),
    }),
  },
} as const
