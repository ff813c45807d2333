import { exportEndpoints } from '@solstice/contract/export.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'

export type PreparedExport = CallData<'export.create'>

export const exportSummaryQuery = queryOptions({
  queryKey: ['export', 'summary'],
  queryFn: ({ signal }) => call(exportEndpoints['export.summary'], {}, { signal }),
})

export function createExport(pinToken: string): Promise<PreparedExport> {
  return call(exportEndpoints['export.create'], {}, { pinToken })
}

export async function readPart(
  { exportId }: PreparedExport,
  part: number,
  signal: AbortSignal,
): Promise<string> {
  const { content } = await call(
    exportEndpoints['export.part'],
    { params: { exportId, part } },
    { signal },
  )
  return content
}
