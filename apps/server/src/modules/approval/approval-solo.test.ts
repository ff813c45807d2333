import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { softwarePasskey } from '#test/software-passkey.ts'
import { CONSOLE_ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { mailedLink, openConsole } from '#test/test-console.ts'
import { signUpMember } from '#test/test-member.ts'
import { operatorCall } from '#test/test-operator.ts'
import { publishDraft } from '#test/test-season.ts'

let server: TestApp
let alone: TestApprover
let userId: number
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  alone = await anApprover(server)
  ;({ userId } = await signUpMember(server))
})
afterEach(() => server.close())

const adjust = (by: Pick<TestApprover, 'call'>, reason = 'Alone') =>
  by.call('operator.adjustBalance', {
    params: { userId },
    body: { asset: 'XP', amount: '5001', reason },
  })

async function balance(): Promise<string | undefined> {
  const { data } = await alone.call('operator.showMember', { params: { userId } })
  return data?.balances[0]?.balance
}

/** Moves the clock and opens the sessions again, which end when they are idle. */
async function pass(ms: number, ...people: TestApprover[]): Promise<void> {
  server.clock.advance(ms)
  for (const person of [alone, ...people]) await person.signInAgain()
}

describe('a person alone', () => {
  test('confirms after the wait, with a signature, and everybody is mailed', async () => {
    const approvalId = approvalIdOf(await adjust(alone))
    const shown = await alone.call('approval.show', { params: { approvalId } })
    await pass(HOUR_MS - MINUTE_MS)
    const early = await alone.approve(approvalId)
    await pass(MINUTE_MS)
    const unsigned = await alone.approve(approvalId, { unsigned: true })
    const confirmed = await alone.approve(approvalId)
    await server.worker.runDue()

    expect(shown.data).toMatchObject({ approvers: [], solo: { waitSeconds: 3600 } })
    expect(early).toMatchObject({ status: 202, code: 2912, data: { approvalId } })
    expect(unsigned.code).toBe(2911)
    expect(confirmed.data).toMatchObject({ state: 'APPROVED', isSolo: true })
    expect(await balance()).toBe('5001')
    const mails = server.mails.filter(({ to }) => to === alone.email).map(({ subject }) => subject)
    expect(mails).toContain(`Proposal ${approvalId} will be confirmed by one person`)
    expect(mails).toContain(`Proposal ${approvalId} was confirmed by one person`)
    const { data } = await alone.call('operator.listAudit', {
      query: { subject: `member:${userId}` },
    })
    expect(data?.list[0]?.data).toMatchObject({ solo: true, waitedSeconds: 3600 })
  })

  test('can cancel during the wait', async () => {
    const approvalId = approvalIdOf(await adjust(alone))
    await alone.call('approval.withdraw', { params: { approvalId }, body: {} })
    await pass(HOUR_MS)

    expect((await alone.approve(approvalId)).code).toBe(2913)
    expect(await balance()).toBeUndefined()
  })

  test('is announced to every operator, without facts about members, while it waits', async () => {
    const support = await anApprover(server, 'SUPPORT')
    const announced = async () => (await support.call('operator.today', {})).data?.solo
    const quiet = await announced()
    const body = { name: 'helper', role: 'FINANCE', kind: 'MACHINE' } as const
    const approvalId = approvalIdOf(await alone.call('operator.addOperator', { body }))
    const shown = await alone.call('approval.show', { params: { approvalId } })
    const waiting = await announced()
    await alone.call('approval.withdraw', { params: { approvalId }, body: {} })

    const { operatorId, name } = alone
    expect(quiet).toEqual([])
    expect(waiting).toEqual([
      {
        approvalId,
        call: 'operator.addOperator',
        requestedBy: { operatorId, name },
        confirmer: { operatorId, name },
        confirmableAt: shown.data?.solo?.confirmableAt,
      },
    ])
    expect(await announced()).toEqual([])
  })

  test('is not announced while a second person can approve', async () => {
    await anApprover(server, 'FINANCE')
    await adjust(alone)

    expect((await alone.call('operator.today', {})).data?.solo).toEqual([])
  })

  test('is refused as soon as a second person exists', async () => {
    const approvalId = approvalIdOf(await adjust(alone))
    const second = await anApprover(server, 'FINANCE')
    await pass(HOUR_MS, second)

    expect((await alone.approve(approvalId)).code).toBe(9991)
    expect((await second.approve(approvalId)).code).toBe(0)
    expect(await balance()).toBe('5001')
  })
})

describe('publishing alone', () => {
  async function aDraft(): Promise<number> {
    const { ctx } = server
    const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + 40 * DAY_MS)
    return draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
  }
  const publish = (seasonId: number) => publishDraft(server, alone, seasonId)

  test('takes ten minutes, is audited as such, and can be cancelled', async () => {
    const seasonId = await aDraft()
    const cancelled = approvalIdOf(await publish(seasonId))
    await alone.call('approval.withdraw', { params: { approvalId: cancelled }, body: {} })
    const approvalId = approvalIdOf(await publish(seasonId))
    await pass(10 * MINUTE_MS - 1)
    const early = await alone.approve(approvalId)
    await pass(1)
    const ofCancelled = await alone.approve(cancelled)
    const confirmed = await alone.approve(approvalId)

    expect([early.code, ofCancelled.code, confirmed.code]).toEqual([2912, 2913, 0])
    const { data } = await alone.call('operator.listAudit', {
      query: { subject: `season:${seasonId}` },
    })
    expect(data?.list[0]).toMatchObject({
      action: 'season.publish',
      data: { solo: true, waitedSeconds: 600, approval: approvalId },
    })
  })

  test('is refused after a second person exists', async () => {
    const approvalId = approvalIdOf(await publish(await aDraft()))
    const second = await anApprover(server, 'FINANCE')
    await pass(10 * MINUTE_MS, second)

    expect((await alone.approve(approvalId)).code).toBe(9991)
    expect((await second.approve(approvalId)).code).toBe(0)
  })
})

describe('while a person confirms alone', () => {
  test('every enrolled person sees the proposal and may decline it', async () => {
    const approvalId = approvalIdOf(await adjust(alone))
    const support = await anApprover(server, 'SUPPORT')
    const sees = async () => {
      const { data } = await support.call('approval.list', { query: { state: 'WAITING' } })
      const shown = await support.call('approval.show', { params: { approvalId } })
      return [data?.list.length, shown.code, shown.data?.can.decline, shown.data?.can.approve]
    }
    const during = await sees()
    const approved = await support.approve(approvalId)
    const declined = await support.call('approval.decline', {
      params: { approvalId },
      body: { reason: 'Not before Monday' },
    })

    expect(during).toEqual([1, 0, true, false])
    expect(approved.code).toBe(9991)
    expect(declined.data).toMatchObject({ state: 'DECLINED', decidedBy: { name: support.name } })
    await pass(HOUR_MS, support)
    expect((await alone.approve(approvalId)).code).toBe(2913)
  })

  test('nobody else sees or declines it once a second person exists', async () => {
    const approvalId = approvalIdOf(await adjust(alone))
    const support = await anApprover(server, 'SUPPORT')
    await anApprover(server, 'FINANCE')
    const shown = await support.call('approval.show', { params: { approvalId } })
    const declined = await support.call('approval.decline', {
      params: { approvalId },
      body: { reason: 'No' },
    })

    expect([shown.code, declined.code]).toEqual([2901, 9991])
  })
})

describe('the wait of the solo rule', () => {
  test('begins when the last former colleague does not count any more, and is mailed then', async () => {
    const colleague = await anApprover(server, 'FINANCE')
    await alone.call('operator.disableOperator', { params: { operatorId: colleague.operatorId } })
    await pass(7 * DAY_MS - HOUR_MS / 2)
    const approvalId = approvalIdOf(await adjust(alone))
    const begun = () =>
      server.mails.filter(
        ({ subject }) => subject === `Proposal ${approvalId} will be confirmed by one person`,
      ).length
    await server.worker.runDue()
    const mailedAtOnce = begun()
    await pass(HOUR_MS / 2)
    await server.worker.runDue()
    const mailedLater = begun()
    const shown = await alone.call('approval.show', { params: { approvalId } })
    const announced = await alone.call('operator.today', {})
    await pass(HOUR_MS / 2)
    const anHourAfterTheRequest = await alone.approve(approvalId)
    await pass(HOUR_MS / 2)
    const anHourAlone = await alone.approve(approvalId)

    expect([mailedAtOnce, mailedLater]).toEqual([0, 2])
    const confirmableAt = new Date(server.ctx.now()).toISOString()
    expect(shown.data?.solo).toEqual({ waitSeconds: 3600, confirmableAt })
    expect(announced.data?.solo).toMatchObject([{ approvalId, confirmableAt }])
    expect([anHourAfterTheRequest.code, anHourAlone.code]).toEqual([2912, 0])
  })
})

describe('removing a colleague', () => {
  test('makes nobody alone for seven days, and the colleague is mailed', async () => {
    const colleague = await anApprover(server, 'FINANCE')
    await alone.call('operator.disableOperator', { params: { operatorId: colleague.operatorId } })
    const approvalId = approvalIdOf(await adjust(alone))
    await server.worker.runDue()
    const shown = await alone.call('approval.show', { params: { approvalId } })
    await pass(HOUR_MS)
    const tooEarly = await alone.approve(approvalId)
    await pass(7 * DAY_MS)
    const later = approvalIdOf(await adjust(alone, 'A week later'))
    await pass(HOUR_MS)

    expect(shown.data).toMatchObject({
      approvers: [],
      formerApprovers: [{ name: colleague.name }],
      solo: null,
    })
    expect(
      server.mails.some(({ to, text }) => to === colleague.email && text.includes(`${approvalId}`)),
    ).toBe(true)
    expect(tooEarly.code).toBe(9991)
    expect((await alone.approve(later)).code).toBe(0)
    expect(await balance()).toBe('5001')
  })

  test('ends the proposals of all machines for which they answered', async () => {
    const colleague = await anApprover(server)
    const { ctx } = server
    const first = await addMachine(ctx.db, ctx, colleague, { name: 'first', role: 'OWNER' })
    const second = await addMachine(ctx.db, ctx, first, { name: 'second', role: 'OWNER' })
    const approvalId = approvalIdOf(await adjust({ call: operatorCall(server, second.token) }))
    await alone.call('operator.disableOperator', { params: { operatorId: colleague.operatorId } })

    expect((await alone.approve(approvalId)).code).toBe(2913)
    expect(await balance()).toBeUndefined()
  })

  test('by demoting in two steps makes nobody alone, and the colleague can object', async () => {
    const colleague = await anApprover(server)
    const demote = (role: 'FINANCE' | 'AUDITOR') =>
      alone.call('operator.change', {
        params: { operatorId: colleague.operatorId },
        body: { role },
      })
    const demoted = [(await demote('FINANCE')).code, (await demote('AUDITOR')).code]
    const raised = await alone.call('operator.addOperator', {
      body: { name: 'helper', role: 'FINANCE' },
    })
    const approvalId = approvalIdOf(raised)
    await pass(DAY_MS, colleague)
    const confirmed = await alone.approve(approvalId)
    const objection = await colleague.call('approval.decline', {
      params: { approvalId },
      body: { reason: 'I was just removed' },
    })

    expect(demoted).toEqual([0, 0])
    expect(confirmed.code).toBe(9991)
    expect(objection.data).toMatchObject({ state: 'DECLINED' })
  })
})

describe('appointing a puppet', () => {
  test('takes a day alone, and the new person approves nothing for another day', async () => {
    const body = { name: 'puppet', role: 'FINANCE', kind: 'PERSON', email: 'puppet@harbor.example' }
    const approvalId = approvalIdOf(
      await alone.call('operator.addOperator', { body: body as never }),
    )
    const atOnce = await alone.approve(approvalId)
    await pass(DAY_MS)
    const appointed = await alone.approve(approvalId)
    await server.worker.runDue()
    const browser = openConsole(server)
    const code = mailedLink(server, 'puppet@harbor.example')
    const link = await browser.call('operatorAuth.showEnrolment', { params: { code } })
    const passkey = softwarePasskey(CONSOLE_ORIGIN)
    const { setupId = '', passkey: options } = link.data ?? {}
    await browser.call('operatorAuth.enrol', {
      params: { code },
      body: { setupId, passkey: passkey.create({ challenge: options?.challenge ?? '' }) },
    })
    const adjustment = approvalIdOf(await adjust(alone))
    const shown = await browser.call('approval.show', { params: { approvalId: adjustment } })
    const approved = await browser.call('approval.approve', {
      params: { approvalId: adjustment },
      body: {
        bodyHash: shown.data?.bodyHash ?? '',
        assertion: passkey.sign({ challenge: shown.data?.challenge ?? '' }),
      },
    })

    expect(atOnce.code).toBe(2912)
    expect(appointed.code).toBe(0)
    expect(shown.code).toBe(0)
    expect(shown.data?.approvers).toEqual([])
    expect(approved.code).toBe(9991)
    expect(await balance()).toBeUndefined()
  })

  test('by another address of a colleague or a new link waits as well', async () => {
    const colleague = await anApprover(server, 'FINANCE')
    const params = { operatorId: colleague.operatorId }
    const address = await alone.call('operator.change', {
      params,
      body: { email: 'mine@harbor.example' },
    })
    const link = await alone.call('operator.sendEnrolment', { params })

    expect([address.code, link.code]).toEqual([2912, 2912])
  })
})
