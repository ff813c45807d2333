import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { runOperatorCommand } from '#test/operator-command.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { signUpMember } from '#test/test-member.ts'
import { operatorCall } from '#test/test-operator.ts'
import { publishDraft } from '#test/test-season.ts'

let server: TestApp
let address: string
let programme: TestApprover
let finance: TestApprover
let token: string
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  programme = await anApprover(server, 'PROGRAMME')
  finance = await anApprover(server, 'FINANCE')
  const { ctx } = server
  const machine = { name: 'robot', role: 'OWNER' } as const
  token = (await addMachine(ctx.db, ctx, programme, machine)).token
})
beforeEach(async () => {
  await programme.signInAgain()
  await finance.signInAgain()
})
afterAll(() => server.close())

/** Returns the number of audited adjustments of a member, each of which is one transaction. */
async function adjustmentsOf(userId: number): Promise<number> {
  const owner = await anApprover(server)
  const { data } = await owner.call('operator.listAudit', {
    query: { subject: `member:${userId}`, action: 'member.adjust' },
  })
  return data?.list.length ?? 0
}

describe('5,001 XP', () => {
  test('by console, command line and token are the same proposal and have one effect', async () => {
    const owner = await anApprover(server)
    const { userId } = await signUpMember(server)
    const body = { asset: 'XP', amount: '5001', reason: 'Ticket 9' } as const
    const params = { userId }
    const args = ['members', 'adjust', String(userId), '--asset', 'XP', '--give', '5001']
    const command = [...args, '--reason', body.reason, '--server', address]
    const byConsole = await finance.call('operator.adjustBalance', { params, body })
    const approvalId = approvalIdOf(byConsole)
    const byToken = await operatorCall(server, token)('operator.adjustBalance', { params, body })
    const byCommand = await runOperatorCommand(command, {
      SOLSTICE_OPERATOR_TOKEN: token,
    })
    const approved = await owner.approve(approvalId, { key: 'one-click', repeated: true })
    const shown = await finance.call('operator.showMember', { params })

    expect(approvalIdOf(byToken)).toBe(approvalId)
    expect(byCommand).toMatchObject({ exitCode: 3, out: '' })
    expect(byCommand.err).toContain(`Proposal ${approvalId} waits for a second person`)
    expect(approved).toMatchObject({ code: 0, data: { state: 'APPROVED' } })
    expect(shown.data?.balances).toMatchObject([{ asset: 'XP', balance: '5001' }])
    expect(await adjustmentsOf(userId)).toBe(1)
  })
})

describe('5,000 XP', () => {
  test('sent twice with one key by console and token are one transaction each', async () => {
    const { userId } = await signUpMember(server)
    const input = {
      params: { userId },
      body: { asset: 'XP', amount: '5000', reason: 'Ticket 10' },
    } as const
    const key = { 'idempotency-key': 'one-click' }
    const machine = operatorCall(server, token)
    const codes = [
      (await finance.call('operator.adjustBalance', input, key)).code,
      (await finance.call('operator.adjustBalance', input, key)).code,
      (await machine('operator.adjustBalance', input, key)).code,
      (await machine('operator.adjustBalance', input, key)).code,
    ]

    expect(codes).toEqual([0, 0, 0, 0])
    expect(await adjustmentsOf(userId)).toBe(2)
  })
})

describe('publishing a season', () => {
  async function aDraft(inDays: number): Promise<number> {
    const { ctx } = server
    const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + inDays * DAY_MS)
    return draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
  }
  const publish = (seasonId: number) => publishDraft(server, programme, seasonId)
  const stateOf = async (seasonId: number) =>
    (await programme.call('seasonPlan.list', {})).data?.list.find(
      (season) => season.seasonId === seasonId,
    )?.state

  test('needs finance; the requester is refused, and publishing again needs nobody', async () => {
    const seasonId = await aDraft(40)
    const approvalId = approvalIdOf(await publish(seasonId))
    const own = await programme.approve(approvalId)
    const draft = await stateOf(seasonId)
    const approved = await finance.approve(approvalId)

    expect(own).toMatchObject({ status: 403, code: 9991 })
    expect(draft).toBe('DRAFT')
    expect(approved.code).toBe(0)
    expect(await stateOf(seasonId)).toBe('PUBLISHED')
    // Publishing again changes nothing, so it needs nobody.
    expect((await publish(seasonId)).code).toBe(0)
  })

  test('is outdated after an edit', async () => {
    const seasonId = await aDraft(80)
    const approvalId = approvalIdOf(await publish(seasonId))
    const { ctx } = server
    const { prizes } = demoSeason(THEMES[0], ctx.now()).spin
    const edited = await programme.call('seasonPlan.changeOdds', {
      params: { seasonId },
      body: { prizes: prizes.toReversed() },
    })
    const approved = await finance.approve(approvalId)
    const again = await publish(seasonId)

    expect(edited.code).toBe(0)
    expect(approved).toMatchObject({ status: 409, code: 2913 })
    expect(await stateOf(seasonId)).toBe('DRAFT')
    expect(approvalIdOf(again)).not.toBe(approvalId)
  })

  test('with problems is refused before it becomes a proposal', async () => {
    const seasonId = await aDraft(-5)
    const reply = await publish(seasonId)

    expect(reply.code).toBe(9992)
    const text: unknown = expect.stringContaining('begun already')
    expect(reply.data).toMatchObject({ problems: [{ text }] })
  })
})

describe('the treasury', () => {
  test('is frozen at once, and unfrozen only by a second person', async () => {
    const second = await anApprover(server, 'FINANCE')
    const frozen = await finance.call('payout.freeze', { body: { reason: 'Look' } })
    const unfreeze = () => finance.call('payout.unfreeze', { body: { reason: 'Done' } })
    const approvalId = approvalIdOf(await unfreeze())
    const own = await finance.approve(approvalId)
    // Another freeze in the meantime is another fact.
    server.clock.advance(MINUTE_MS)
    await finance.call('payout.freeze', { body: { reason: 'Again' } })
    const outdated = await second.approve(approvalId)
    const approved = await second.approve(approvalIdOf(await unfreeze()))
    const treasury = await finance.call('payout.treasury', {})

    expect(frozen.code).toBe(0)
    expect(own.code).toBe(9991)
    expect(outdated.code).toBe(2913)
    expect(approved.code).toBe(0)
    expect(treasury.data?.stoppedAt).toBeNull()
  })
})
