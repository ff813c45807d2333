import { z } from 'zod'
import { EXPLORER_FIRST_BLOCK, EXPLORER_LAST_BLOCK } from './explorer.endpoints.ts'
import { digits, PAGE_SIZE, PAGE_SIZE_MAX, pathId } from './paging.ts'
import { address } from './schema.ts'

const block = digits(z.coerce.number().int().min(0).max(EXPLORER_LAST_BLOCK))

const list = {
  page: digits(z.coerce.number().int().min(1).max(10_000)).default(1),
  offset: digits(z.coerce.number().int().min(1).max(PAGE_SIZE_MAX)).default(PAGE_SIZE),
  startblock: block.default(EXPLORER_FIRST_BLOCK),
  endblock: block.default(EXPLORER_LAST_BLOCK),
  sort: z.enum(['asc', 'desc']).default('desc'),
}

/**
 * The names follow the well-known explorer API. An action ignores the parameters it does not use.
 */
const query = z
  .strictObject({
    module: z.enum(['account', 'gastracker']),
    action: z.enum(['txlist', 'tokentx', 'balance', 'tokenbalance', 'gasoracle']),
    chainid: pathId,
    address: address.optional(),
    contractaddress: address.optional(),
    tag: z.literal('latest').default('latest'),
    ...list,
  })
  .refine(
    ({ module, action }) => (module === 'gastracker') === (action === 'gasoracle'),
    'gasoracle requires module gastracker; all other actions require module account',
  )
  .refine(({ action, address }) => action === 'gasoracle' || address !== undefined, {
    path: ['address'],
  })
  .refine(
    ({ action, contractaddress }) => action !== 'tokenbalance' || contractaddress !== undefined,
    { path: ['contractaddress'] },
  )

const row = z.record(z.string(), z.string())

export const explorerSchemas = {
  'explorer.query': {
    query,
    data: z.object({
      /** "1" for success; "0" for errors and for an empty list. */
      status: z.string(),
      message: z.string(),
      result: z.union([z.array(row), z.string(), row]),
    }),
  },
} as const
