import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { address, id, nothing, time } from './schema.ts'

const BOOKMARK_NAME_MAX = 30

const name = z
  .string()
  .trim()
  .min(1)
  .max(BOOKMARK_NAME_MAX)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
// The service checks the address, because a wrong one has its own code (2201).
const typedAddress = z.string().max(200)
const networkId = id.nullable().optional()

const bookmark = z.object({
  id,
  name: z.string(),
  address,
  /** Null applies the entry to every network. */
  networkId: id.nullable(),
  createdAt: time,
  /** Null if the address has not changed since it was saved. */
  addressChangedAt: time.nullable(),
})

export const bookmarkSchemas = {
  'bookmark.list': {
    query: z.strictObject({ ...pageQuery, filter: z.string().max(100).optional() }),
    data: pageOf(bookmark),
  },
  'bookmark.add': {
    body: z.strictObject({ name, address: typedAddress, networkId }),
    data: bookmark,
  },
  'bookmark.change': {
    params: z.strictObject({ id: pathId }),
    body: z.strictObject({
      name: name.optional(),
      address: typedAddress.optional(),
      networkId,
    }),
    data: bookmark,
  },
  'bookmark.remove': { params: z.strictObject({ id: pathId }), data: nothing },
} as const
