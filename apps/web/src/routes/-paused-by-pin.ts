import { holdQuery } from '#/features/freeze/api.ts'
import { queryClient } from '#/lib/query-client.ts'

/** Whether the PIN that was just set took the place of another without it, which pauses withdrawals. */
export async function isPausedByPin(): Promise<boolean> {
  try {
    const hold = await queryClient.fetchQuery({ ...holdQuery, staleTime: 0 })
    return hold?.reason === 'PIN_REPLACED'
  } catch {
    // The wallet says it too, once the server answers.
    return false
  }
}
