import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { operatorAuditEndpoints } from '@solstice/contract/operator-audit.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { toAuditQuery, toExportQuery } from './filter.ts'
import type { AuditFilter } from './filter.ts'

export type AuditEntry = CallData<'operator.listAudit'>['list'][number]
export type Verification = CallData<'operator.verifyAudit'>

export const auditQuery = (filter: AuditFilter) => {
  const query = toAuditQuery(filter)
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) =>
      call(operatorAuditEndpoints['operator.listAudit'], { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads one entry, which need not be on the shown page of the list. */
export const entryQuery = (auditId: number) =>
  queryOptions({
    queryKey: ['audit-entry', auditId],
    queryFn: async ({ signal }) => {
      const query = { before: String(auditId + 1), size: 1 }
      const { list } = await call(
        operatorAuditEndpoints['operator.listAudit'],
        { query },
        { signal },
      )
      return list.find((entry) => entry.auditId === auditId) ?? null
    },
  })

const PROGRESS_MS = 2000

/** Reads the progress again while a verification runs, which the person is watching. */
export const verificationQuery = queryOptions({
  queryKey: ['audit-verification'],
  queryFn: ({ signal }) => call(operatorAuditEndpoints['operator.verifyAudit'], {}, { signal }),
  refetchInterval: ({ state }) => (isRunning(state.data) ? PROGRESS_MS : false),
})

export function isRunning(verification: Verification | undefined): boolean {
  return verification?.full != null && verification.full.finishedAt === null
}

export const verifyFully = () => call(operatorAuditEndpoints['operator.verifyAuditFully'], {})

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' }
export type ExportFormat = keyof typeof TYPES

/** Reads the filtered log in parts and returns it as one file. */
export async function exportAudit(filter: AuditFilter, format: ExportFormat): Promise<Blob> {
  const query = toExportQuery(filter)
  const parts: string[] = []
  for (let after: number | null = 0; after !== null;) {
    const part: CallData<'audit.export'> = await call(operatorAuditEndpoints['audit.export'], {
      query: { ...query, format, after },
    })
    parts.push(part.text)
    after = part.nextAfter
  }
  return new Blob(parts, { type: TYPES[format] })
}
