import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'

const OPERATORS = `
  insert into operators (name, role, kind, email, token_hash, created_at, expires_at, appointed_by)
  overriding system value values
    ('env', 'OWNER', 'MACHINE', null, 'h1', '2026-01-01', '2027-01-01', null),
    ('ann', 'OWNER', 'PERSON', 'ann@harbor.example', null, '2026-01-01', null, 1),
    ('robot', 'OWNER', 'MACHINE', null, 'h2', '2026-01-01', '2027-01-01', 2),
    ('robot-of-robot', 'OWNER', 'MACHINE', null, 'h3', '2026-01-01', '2027-01-01', 3);`

const proposal = (call: string, requestedBy: number, state: string, hash: string) => `
  insert into approvals (call, rule, causes, subject, body, body_hash, facts, changes, figures,
    approver_roles, requested_by, requested_at, confirmable_at, expires_at)
  values ('${call}', 'OPERATOR', '[]', 'operator:new',
    '{"name": "new", "email": "new@harbor.example"}', '${hash.repeat(64)}',
    '{"name": "new", "email": "new@harbor.example"}',
    '[{"field": "role", "before": "A", "after": "B"},
      {"field": "email", "before": "old@harbor.example", "after": "new@harbor.example"}]',
    '[]', '["OWNER"]', ${requestedBy}, '2026-06-01', '2026-06-02', '2026-06-04');
  update approvals set state = '${state}', decided_at = '2026-06-02', decided_by = ${requestedBy},
    decision_reason = 'x' where body_hash = '${hash.repeat(64)}' and '${state}' <> 'WAITING';`

test('proposals of earlier releases get the person who answers for them and lose addresses', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0108')
  await database.runScript(`
    ${OPERATORS}
    ${proposal('operator.addOperator', 1, 'WAITING', 'a')}
    ${proposal('operator.addOperator', 2, 'DECLINED', 'b')}
    ${proposal('operator.change', 3, 'WITHDRAWN', 'c')}
    ${proposal('operator.change', 4, 'WAITING', 'd')}`)

  await migrate(database)

  const rows = await rowsOf(
    database.db,
    sql`select requested_by::int as by, responsible_by::int as responsible, body, facts, changes
      from approvals order by id`,
  )
  await database.close()
  const address = { name: 'new', email: 'new@harbor.example' }
  const role = { field: 'role', before: 'A', after: 'B' }
  const email = { field: 'email', before: 'old@harbor.example', after: 'new@harbor.example' }
  const kept = { body: address, facts: address, changes: [role, email] }
  const name = { name: 'new' }
  const erased = { ...email, before: null, after: null }
  const ended = { body: name, facts: name, changes: [role, erased] }
  expect(rows).toEqual([
    { by: 1, responsible: null, ...kept },
    { by: 2, responsible: 2, ...ended },
    { by: 3, responsible: 2, ...ended },
    { by: 4, responsible: 2, ...kept },
  ])
})

test('decided proposals of enrolment links lose the address, and the guard stays', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0112')
  await database.runScript(`
    ${OPERATORS}
    ${proposal('operator.sendEnrolment', 2, 'WITHDRAWN', 'a')}
    ${proposal('operator.sendEnrolment', 2, 'WAITING', 'b')}`)

  await migrate(database)

  const rows = await rowsOf(database.db, sql`select state, facts from approvals order by id`)
  const change = `update approvals set reason = 'x' where state = 'WITHDRAWN'`
  await expect(database.runScript(change)).rejects.toThrow('is decided')
  await database.close()
  expect(rows).toEqual([
    { state: 'WITHDRAWN', facts: { name: 'new' } },
    { state: 'WAITING', facts: { name: 'new', email: 'new@harbor.example' } },
  ])
})
