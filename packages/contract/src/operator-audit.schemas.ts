import { z } from 'zod'
import { cursorPageOf, digits, idCursorQuery, pageOf, pageQuery, pathId } from './paging.ts'
import { id, plainText, time } from './schema.ts'

/** Present on actions that a second person had to approve. */
const auditApproval = z.object({
  approvalId: id,
  requestedBy: z.string(),
  approvedBy: z.string(),
  /** True if nobody else could approve, so that the requester confirmed after a wait. */
  solo: z.boolean(),
  waitedSeconds: z.int().min(0),
  /** SHA-256 of the approved body. */
  bodyHash: z.string(),
})

const state = z.record(z.string(), z.unknown())

const auditEntry = z.object({
  auditId: id,
  at: time,
  /** `operator:min`, or `system`. */
  actor: z.string(),
  action: z.string(),
  /** The kind and the id, such as `member:12`; some subjects have no id, such as `maintenance`. */
  subject: z.string(),
  reason: z.string().nullable(),
  /** The values that changed; null for an action that creates or that changes no state. */
  before: state.nullable(),
  after: state.nullable(),
  approval: auditApproval.nullable(),
  /** Everything that the hash covers, including the fields above. */
  data: state,
  previousHash: z.string(),
  hash: z.string(),
})

const subject = plainText(100)

const auditFilter = {
  action: plainText(100).optional(),
  actor: plainText(100).optional(),
  subject: subject.optional(),
  /** Entries about this member, also those whose subject is a refund, a payout or a proposal. */
  userId: pathId.optional(),
  subjectKind: z
    .string()
    .max(40)
    .regex(/^[a-z][a-z-]*$/)
    .optional(),
  from: time.optional(),
  /** Exclusive. */
  to: time.optional(),
}

/** The maximum number of entries of one reply. */
const AUDIT_EXPORT_SIZE_MAX = 1000
/** The maximum number of entries of one CSV file; a spreadsheet cannot show a longer one. */
export const AUDIT_CSV_ENTRIES_MAX = 100_000

const fullVerification = z.object({
  startedAt: time,
  /** Null while it is running. */
  finishedAt: time.nullable(),
  /** The last verified entry; of `lastId` entries. */
  verifiedId: z.int().min(0),
  lastId: z.int().min(0),
  firstBrokenId: z.int().nullable(),
})

const checkpoint = z.object({
  checkpointId: id,
  createdAt: time,
  /** The newest entry at that time, and its hash. */
  entryId: z.int().min(0),
  entryHash: z.string(),
  /** Covers this checkpoint and, by its own hash, all before it. */
  hash: z.string(),
  /** When it was mailed outside; null if no address is configured or the mail is not sent yet. */
  mailedAt: time.nullable(),
  /** False if the log or the checkpoint was rewritten after the checkpoint was made. */
  intact: z.boolean(),
})

export const operatorAuditSchemas = {
  'operator.listAudit': {
    query: z.strictObject({ ...idCursorQuery, ...auditFilter }),
    data: cursorPageOf(auditEntry),
  },
  'audit.history': {
    query: z.strictObject({ ...idCursorQuery, subject }),
    data: cursorPageOf(auditEntry),
  },
  'audit.export': {
    query: z.strictObject({
      ...auditFilter,
      format: z.enum(['ndjson', 'csv']).default('ndjson'),
      /** The `nextAfter` of the previous reply. */
      after: digits(z.coerce.number().int().min(0)).default(0),
      size: digits(z.coerce.number().int().min(1).max(AUDIT_EXPORT_SIZE_MAX)).default(
        AUDIT_EXPORT_SIZE_MAX,
      ),
    }),
    data: z.object({
      /**
       * NDJSON has one entry a line, in the canonical form that its hash covers. CSV follows RFC 4180;
       * without `after` it begins with the names of the columns.
       */
      text: z.string(),
      count: z.int().min(0),
      /** Null after the last entry. */
      nextAfter: id.nullable(),
    }),
  },
  'audit.checkpoints': {
    query: z.strictObject(pageQuery),
    data: pageOf(checkpoint),
  },
  'operator.verifyAudit': {
    data: z.object({
      ok: z.boolean(),
      /** The number of valid entries, from the first one. */
      count: z.int().min(0),
      firstBrokenId: z.int().nullable(),
      lastHash: z.string(),
      guarded: z.boolean(),
      /** The entry of the newest checkpoint; this call read the entries after it. */
      verifiedFrom: z.int().min(0),
      /** The newest verification of every entry; null if there has been none. */
      full: fullVerification.nullable(),
    }),
  },
  'operator.verifyAuditFully': { data: fullVerification },
  'operator.listReads': {
    query: z.strictObject({
      ...idCursorQuery,
      operatorId: pathId.optional(),
      userId: pathId.optional(),
      from: time.optional(),
      /** Exclusive. */
      to: time.optional(),
    }),
    data: cursorPageOf(
      z.object({
        readId: id,
        at: time,
        operatorId: id,
        operator: z.string(),
        userId: id,
        /** The call that returned the file. */
        call: z.string(),
      }),
    ),
  },
} as const
