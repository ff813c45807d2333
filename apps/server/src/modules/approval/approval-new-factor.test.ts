import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { softwarePasskey } from '#test/software-passkey.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, trustFactors, type TestApprover } from '#test/test-approval.ts'
import {
  addPasskey,
  aPerson,
  mailsTo,
  signIn,
  stepUpWith,
  type TestPerson,
} from '#test/test-console.ts'
import { signUpMember } from '#test/test-member.ts'

type Passkey = ReturnType<typeof softwarePasskey>

let server: TestApp
let requester: TestApprover
let person: TestPerson
let userId: number
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  requester = await anApprover(server)
  person = await aPerson(server, 'FINANCE')
  ;({ userId } = await signUpMember(server))
})
afterEach(() => server.close())

/** Lets the colleague propose a credit, and approves it with the passkey or, without one, by step-up. */
async function approveWith(passkey: Passkey | undefined, reason: string): Promise<number> {
  const approvalId = approvalIdOf(
    await requester.call('operator.adjustBalance', {
      params: { userId },
      body: { asset: 'XP', amount: '5001', reason },
    }),
  )
  const { data } = await person.call('approval.show', { params: { approvalId } })
  const assertion = passkey?.sign({ challenge: data?.challenge ?? '' })
  const body = { bodyHash: data?.bodyHash ?? '', ...(assertion ? { assertion } : {}) }
  return (await person.call('approval.approve', { params: { approvalId }, body })).code
}

test('a passkey that was added with a code approves after 24 hours', async () => {
  const passkey = await addPasskey(person)
  const { data } = await person.call('operator.me', {})
  const early = await approveWith(passkey, 'Early')
  server.clock.advance(DAY_MS)
  await requester.signInAgain()
  await signIn(server, person, person.email)
  const later = await approveWith(passkey, 'A day later')

  expect(data?.factors.find(({ kind }) => kind === 'PASSKEY')?.approvesFrom).toBe(
    new Date(server.clock.now.getTime()).toISOString(),
  )
  expect([early, later]).toEqual([Code.FACTOR_TOO_NEW, Code.SUCCESS])
})

test('a new passkey does not make another one approve earlier', async () => {
  const first = await addPasskey(person)
  await stepUpWith(person, first)
  const second = await addPasskey(person)

  expect(await approveWith(second, 'With the second')).toBe(Code.FACTOR_TOO_NEW)
})

test('a passkey that was added with an earlier passkey approves at once', async () => {
  const first = await addPasskey(person)
  await trustFactors(server, person.operatorId)
  await stepUpWith(person, first)
  const second = await addPasskey(person)

  expect(await approveWith(second, 'With the second')).toBe(Code.SUCCESS)
})

test('everybody is mailed about a new factor', async () => {
  server.mails.length = 0
  await addPasskey(person)

  expect(mailsTo(server, person.email)).toEqual(['Your Solstice console sign-in was changed'])
  expect(mailsTo(server, requester.email)).toEqual([
    `An operator of Solstice has a new sign-in method: ${person.name}`,
  ])
})
