import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf } from '#test/test-approval.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
})
afterAll(() => server.close())

test('a proposal to reset a sign-in names the address to which the link goes', async () => {
  const [requester, person] = [await anApprover(server), await anApprover(server, 'FINANCE')]
  const approvalId = approvalIdOf(
    await requester.call('operator.sendEnrolment', { params: { operatorId: person.operatorId } }),
  )

  const { data } = await requester.call('approval.show', { params: { approvalId } })

  const { name, email } = person
  expect(data?.sentence.values).toEqual({ name, email, isReset: true })
})
