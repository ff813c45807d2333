import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, trustFactors } from '#test/test-approval.ts'
import { addPasskey, aPerson, signIn, stepUpWith, type TestPerson } from '#test/test-console.ts'
import { operatorCall, type OperatorCall } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let seasonId: number
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  ;({ seasonId } = await aSeason(server))
})
afterEach(() => server.close())

type Caller = { call: OperatorCall }

/** Adds a product; 13 tickets for 1,000 XP are above the limit. */
function sell(by: Caller, givesTickets: number, key?: string) {
  const texts = { en: 'Offer', ko: '상품' }
  const body = { name: texts, description: texts, payType: 'XP', price: '1000' } as const
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const input = { params: { seasonId }, body: { ...body, givesTickets } }
  return by.call('product.add', input, headers)
}

/** A machine of the person, which proposes without a factor. */
async function aMachine(by: TestPerson): Promise<Caller> {
  const { ctx } = server
  const { token } = await addMachine(ctx.db, ctx, by, { name: 'nightly', role: 'OWNER' })
  return { call: operatorCall(server, token) }
}

/** Approves by step-up alone, as a person without a passkey does. */
async function approveWithApp(person: TestPerson, approvalId: number): Promise<number> {
  const { data } = await person.call('approval.show', { params: { approvalId } })
  const body = { bodyHash: data?.bodyHash ?? '' }
  return (await person.call('approval.approve', { params: { approvalId }, body })).code
}

async function countProposals(person: Caller): Promise<number | undefined> {
  return (await person.call('approval.list', { query: {} })).data?.totalCount
}

describe('a proposal of a person', () => {
  test('needs a confirmation within five minutes, and then takes the same request', async () => {
    const programme = await aPerson(server, 'PROGRAMME')
    await anApprover(server)
    server.clock.advance(5 * MINUTE_MS)
    const stale = await sell(programme, 13, 'one-request')
    const proposals = await countProposals(programme)
    const below = await sell(programme, 12)
    await programme.call('operatorAuth.stepUp', { body: { code: await programme.code() } })
    const confirmed = await sell(programme, 13, 'one-request')

    expect(stale).toMatchObject({ status: 403, code: Code.STEP_UP_REQUIRED, data: null })
    expect(proposals).toBe(0)
    expect([below.code, confirmed.code]).toEqual([Code.SUCCESS, Code.APPROVAL_PENDING])
  })

  test('needs no confirmation if a machine makes it', async () => {
    const machine = await aMachine(await aPerson(server))
    server.clock.advance(5 * MINUTE_MS)

    expect((await sell(machine, 13)).code).toBe(Code.APPROVAL_PENDING)
  })
})

describe('a person alone', () => {
  test('needs a passkey to propose', async () => {
    const alone = await aPerson(server)
    const withApp = await sell(alone, 13)
    const proposals = await countProposals(alone)
    const passkey = await addPasskey(alone)
    await stepUpWith(alone, passkey)
    const withPasskey = await sell(alone, 13)

    expect(withApp).toMatchObject({
      status: 403,
      code: Code.STEP_UP_REQUIRED,
      data: { factor: 'PASSKEY' },
    })
    expect(proposals).toBe(0)
    expect(withPasskey.code).toBe(Code.APPROVAL_PENDING)
  })

  test('needs a passkey to propose while a former colleague counts', async () => {
    const alone = await aPerson(server)
    const { operatorId } = await anApprover(server)
    await alone.call('operator.disableOperator', { params: { operatorId } })

    expect((await sell(alone, 13)).data).toEqual({ factor: 'PASSKEY' })
  })

  test('needs a passkey to confirm, whatever the rule is', async () => {
    const alone = await aPerson(server)
    const machine = await aMachine(alone)
    const ids = [
      approvalIdOf(await sell(machine, 13)),
      approvalIdOf(
        await machine.call('operator.addOperator', { body: { name: 'helper', role: 'FINANCE' } }),
      ),
    ]
    server.clock.advance(DAY_MS)
    await signIn(server, alone, alone.email)
    const shown = await alone.call('approval.list', { query: { filter: 'waiting' } })
    const codes: number[] = []
    for (const approvalId of ids) codes.push(await approveWithApp(alone, approvalId))

    expect(codes).toEqual([Code.STEP_UP_REQUIRED, Code.STEP_UP_REQUIRED])
    expect(shown.data?.list.map(({ needsPasskey }) => needsPasskey)).toEqual([true, true])
  })
})

describe('a second person with an authenticator app', () => {
  test('approves a product, but neither limits nor money', async () => {
    const requester = await anApprover(server)
    const colleague = await aPerson(server)
    await trustFactors(server, colleague.operatorId)
    const product = approvalIdOf(await sell(requester, 13))
    const policy = approvalIdOf(
      await requester.call('approval.setPolicy', { body: { refundUsds: 21 } }),
    )

    expect(await approveWithApp(colleague, product)).toBe(Code.SUCCESS)
    expect(await approveWithApp(colleague, policy)).toBe(Code.STEP_UP_REQUIRED)
  })
})
