import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallId } from '@solstice/contract/catalogue'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from './api.ts'
import { noteSignedIn } from './session-state.ts'

export type Me = CallData<'operator.me'>

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(operatorEndpoints['operator.me'], {}, { signal })
    noteSignedIn()
    return me
  },
  // Another person may give this one a proposal or another role at any time.
  staleTime: 30_000,
  retry: false,
})

/** Returns the signed-in operator; only screens inside the shell may use it. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('The shell renders screens only for a signed-in operator')
  return data
}

/** Returns a function that tells whether the role may make a call. */
export function useMay(): (id: CallId) => boolean {
  const { calls } = useMe()
  return (id) => calls.includes(id)
}
