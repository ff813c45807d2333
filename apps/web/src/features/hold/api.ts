import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Hold = CallData<'hold.mine'>['list'][number]
export type Appeal = NonNullable<Hold['appeal']>
export type FairPlay = CallData<'hold.published'>

const POLL_MS = 30_000

/** Polls while an appeal is being read. */
export const holdsQuery = () =>
  queryOptions({
    queryKey: programmeKey('holds'),
    queryFn: async ({ signal }) => (await call(holdEndpoints['hold.mine'], {}, { signal })).list,
    refetchInterval: ({ state }) =>
      state.data?.some(({ appeal, endedAt }) => appeal !== null && endedAt === null)
        ? POLL_MS
        : false,
  })

export const fairPlayQuery = queryOptions({
  queryKey: ['fair-play'],
  queryFn: ({ signal }) => call(holdEndpoints['hold.published'], {}, { signal }),
})

export const sendAppeal = (holdId: number, text: string, idempotencyKey: string) =>
  call(holdEndpoints['hold.appeal'], { params: { holdId }, body: { text } }, { idempotencyKey })
