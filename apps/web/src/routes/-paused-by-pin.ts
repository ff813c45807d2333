import { holdQuery } from '#/features/freeze/api.ts'
import { queryClient } from '#/lib/query-client.ts'

/** Returns true if the new PIN replaced another one without it, which pauses withdrawals. */
export async function isPausedByPin(): Promise<boolean> {
  try {
    const hold = await queryClient.fetchQuery({ ...holdQuery, staleTime: 0 })
    return hold?.reason === 'PIN_REPLACED'
  } catch {
    // The wallet shows it too, once the server responds.
    return false
  }
}
