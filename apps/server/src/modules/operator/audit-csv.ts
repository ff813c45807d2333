import type { CallData } from '@solstice/contract/wire'
import { canonicalJson } from '#/platform/books/audit.ts'
import { csvLine } from '#/platform/process/csv.ts'

type EntryView = CallData<'operator.listAudit'>['list'][number]

const COLUMNS: Readonly<Record<string, (entry: EntryView) => string | number | null>> = {
  id: ({ auditId }) => auditId,
  at: ({ at }) => at,
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  reason: ({ reason }) => reason,
  before: ({ before }) => before && canonicalJson(before),
  after: ({ after }) => after && canonicalJson(after),
  approval: ({ approval }) => approval && approval.approvalId,
  requestedBy: ({ approval }) => approval && approval.requestedBy,
  approvedBy: ({ approval }) => approval && approval.approvedBy,
  data: ({ data }) => canonicalJson(data),
  hash: ({ hash }) => hash,
}

export const AUDIT_CSV_HEADER = csvLine(Object.keys(COLUMNS))

/** Returns an entry as a line of a table, with the same values as in the list of entries. */
export function auditCsvLine(entry: EntryView): string {
  return csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(entry)))
}
