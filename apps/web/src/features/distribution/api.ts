import { distributionEndpoints } from '@solstice/contract/distribution.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Claims = CallData<'distribution.mine'>
export type Claim = Claims['claims'][number]
export type WaitingReward = Claims['waiting'][number]

const POLL_MS = 4000

/** Polls while a claim is under way. */
export const claimsQuery = () =>
  queryOptions({
    queryKey: programmeKey('claims'),
    queryFn: ({ signal }) => call(distributionEndpoints['distribution.mine'], {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.claims.some((claim) => claim.state !== null) ? POLL_MS : false,
  })

export const claimRewards = (idempotencyKey: string) =>
  call(distributionEndpoints['distribution.claim'], {}, { idempotencyKey })
