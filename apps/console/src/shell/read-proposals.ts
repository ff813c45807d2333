import { meQuery } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { todayQuery } from './today-query.ts'

/** Reads the proposals, their counter and the banners again, after one was made or decided. */
export function readProposals(): void {
  void queryClient.invalidateQueries({ queryKey: ['approvals'] })
  void queryClient.invalidateQueries({ queryKey: ['history'] })
  void queryClient.invalidateQueries(meQuery)
  void queryClient.invalidateQueries(todayQuery)
}
