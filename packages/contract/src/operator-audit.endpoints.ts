import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const operatorAuditEndpoints = {
  'operator.listAudit': {
    id: 'operator.listAudit',
    method: 'GET',
    path: '/v1/operator/audit',
    access: 'operator',
    roles: ['AUDITOR'],
    summary:
      'Lists audit entries, newest first, optionally of one actor, about one subject or member, of one action or of a time range.',
    codes: [],
  },
  'audit.history': {
    id: 'audit.history',
    method: 'GET',
    path: '/v1/operator/audit/history',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Lists the audit entries about one subject, newest first. Open to every role that may read the subject; otherwise 9991.',
    codes: [],
  },
  'audit.export': {
    id: 'audit.export',
    method: 'GET',
    path: '/v1/operator/audit/export',
    access: 'operator',
    roles: ['AUDITOR'],
    summary:
      'Returns the next entries that match a filter as text, oldest first: as NDJSON, or as CSV for at most 100,000 entries. Joined, the texts form one file; unfiltered NDJSON can be verified without this server.',
    codes: [Code.EXPORT_TOO_LARGE],
  },
  'audit.checkpoints': {
    id: 'audit.checkpoints',
    method: 'GET',
    path: '/v1/operator/audit/checkpoints',
    access: 'operator',
    roles: ['AUDITOR'],
    summary:
      'Lists the daily checkpoints of the audit log, newest first, each with whether the log still contains the recorded hash.',
    codes: [],
  },
  'operator.verifyAudit': {
    id: 'operator.verifyAudit',
    method: 'GET',
    path: '/v1/operator/audit/verification',
    access: 'operator',
    roles: ['AUDITOR'],
    summary:
      'Verifies the entries after the newest checkpoint, and reports the progress of the full verification and the first broken entry, if any.',
    codes: [],
  },
  'operator.verifyAuditFully': {
    id: 'operator.verifyAuditFully',
    method: 'POST',
    path: '/v1/operator/audit/verification',
    access: 'operator',
    roles: ['AUDITOR'],
    summary:
      'Starts a verification of every entry in the background, unless one is running. operator.verifyAudit reports its progress.',
    codes: [],
  },
  'operator.listReads': {
    id: 'operator.listReads',
    method: 'GET',
    path: '/v1/operator/reads',
    access: 'operator',
    roles: ['AUDITOR'],
    summary: 'Lists which operator opened the file of which member, newest first, for one year.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
