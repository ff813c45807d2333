import {
  AUDIT_START,
  auditHash,
  type AuditFact,
} from '../../../apps/server/src/platform/books/audit.ts'

/** Returns the script that inserts a valid hash chain, with the head at its end. */
export function auditRows(count: number, now: Date): string {
  let previous: string = AUDIT_START.hash
  const rows: string[] = []
  for (let id = 1; id <= count; id += 1) {
    const fact: AuditFact = {
      at: new Date(now.getTime() - (count - id) * 60_000),
      actor: `operator:growth-${id % 7}`,
      action: 'member.adjust',
      subject: `member:${id}`,
      data: { amount: '1' },
    }
    const hash = auditHash(previous, { id, ...fact })
    rows.push(
      `(${id}, '${fact.at.toISOString()}', '${fact.actor}', '${fact.action}', '${fact.subject}',
        '${JSON.stringify(fact.data)}', '${previous}', '${hash}')`,
    )
    previous = hash
  }
  return `insert into audit_entries (id, at, actor, action, subject, data, previous_hash, hash)
      values ${rows.join(', ')};
    update audit_head set id = ${count}, hash = '${previous}';`
}
