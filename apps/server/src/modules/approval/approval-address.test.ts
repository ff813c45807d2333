import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'

let server: TestApp
let owner: TestApprover
let second: TestApprover
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
  owner = await anApprover(server)
  second = await anApprover(server)
})
afterAll(() => server.close())

let people = 0

async function anAppointment(): Promise<number> {
  const name = `new.person-${(people += 1)}`
  const added = await owner.call('operator.addOperator', {
    body: { name, role: 'SUPPORT', kind: 'PERSON', email: `${name}@harbor.example` },
  })
  return approvalIdOf(added)
}

/** Returns the ids of the proposals that contain an address anywhere. */
async function withAddresses(): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    server.ctx.db,
    sql`select id::int as id from approvals where to_jsonb(approvals)::text like '%@%' order by id`,
  )
  return rows.map(({ id }) => id)
}

const end = (call: 'approval.decline' | 'approval.withdraw', by: TestApprover, id: number) =>
  by.call(call, { params: { approvalId: id }, body: { reason: 'No' } })

test('an address is shown while a proposal waits and erased when it ends, however it ends', async () => {
  const [approved, declined, withdrawn, expired] = [
    await anAppointment(),
    await anAppointment(),
    await anAppointment(),
    await anAppointment(),
  ]
  const moved = approvalIdOf(
    await owner.call('operator.change', {
      params: { operatorId: second.operatorId },
      body: { email: 'moved.person@harbor.example' },
    }),
  )
  const reset = approvalIdOf(
    await owner.call('operator.sendEnrolment', { params: { operatorId: second.operatorId } }),
  )
  const shown = await second.call('approval.show', { params: { approvalId: approved } })
  const waiting = await withAddresses()
  await second.approve(approved)
  await end('approval.decline', second, declined)
  await end('approval.withdraw', owner, withdrawn)
  await end('approval.withdraw', owner, moved)
  await end('approval.withdraw', owner, reset)
  const left = await withAddresses()
  server.clock.advance(3 * DAY_MS)
  await server.worker.runDue()
  await second.signInAgain()
  const later = await second.call('approval.show', { params: { approvalId: approved } })

  expect(shown.data?.sentence.values['email']).toBe('new.person-1@harbor.example')
  expect(waiting).toEqual([approved, declined, withdrawn, expired, moved, reset])
  expect(left).toEqual([expired])
  expect(await withAddresses()).toEqual([])
  // The name of the appointed person and the signed hash stay.
  expect(later.data).toMatchObject({
    subject: 'operator:new.person-1',
    bodyHash: shown.data?.bodyHash,
    sentence: { values: { name: 'new.person-1', role: 'SUPPORT' } },
    decidedBy: { operatorId: second.operatorId },
  })
  const { data } = await second.call('operator.listOperators', { query: {} })
  expect(data?.list.some(({ email }) => email === 'new.person-1@harbor.example')).toBe(true)
})
