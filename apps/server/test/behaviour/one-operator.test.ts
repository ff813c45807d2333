import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { runOperatorCommand } from '#test/operator-command.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { signUpMember } from '#test/test-member.ts'
import { operatorCall, type OperatorCall } from '#test/test-operator.ts'

/** The limits of one person for XP: each, and per programme day. */
const EACH = 5_000
const DAY = 25_000

let server: TestApp
/** One person who has the role of an owner and every token of this test. */
let person: TestApprover
let colleague: TestApprover
let userId: number
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  person = await anApprover(server)
  colleague = await anApprover(server)
  ;({ userId } = await signUpMember(server))
})
afterEach(() => server.close())

type Caller = { call: OperatorCall }
type Machine = Caller & { operatorId: number; name: string; token: string }

let count = 0

async function aMachine(by: { name: string; operatorId?: number }): Promise<Machine> {
  const name = `machine-${(count += 1)}`
  const added = await addMachine(server.ctx.db, server.ctx, by, { name, role: 'OWNER' })
  return { ...added, call: operatorCall(server, added.token) }
}

/** A token for which nobody answers, such as that of the environment. */
const anUnknownMachine = () => aMachine({ name: 'system' })

const adjust = (by: Caller, amount: number, of = userId) =>
  by.call('operator.adjustBalance', {
    params: { userId: of },
    body: { asset: 'XP', amount: String(amount), reason: `Ticket ${(count += 1)}` },
  })

/** Moves as much as possible, by turns and in amounts that no limit of one action stops. */
async function moveAll(...callers: Caller[]): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    for (const by of callers) await adjust(by, EACH)
  }
}

async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  for (const each of [person, colleague]) {
    await each.signInAgain().catch(() => undefined) // A disabled colleague cannot sign in.
  }
}

async function moved(): Promise<number> {
  const { data } = await person.call('operator.showMember', { params: { userId } })
  return Number(data?.balances.find(({ asset }) => asset === 'XP')?.balance ?? 0)
}

async function byCommandLine(amount: number, token: string): Promise<number> {
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const give = ['--asset', 'XP', '--give', String(amount), '--reason', `Ticket ${(count += 1)}`]
  const args = ['members', 'adjust', String(userId), ...give, '--server', address]
  return (await runOperatorCommand(args, { SOLSTICE_OPERATOR_TOKEN: token })).exitCode
}

/** Proposes an amount above the limit, waits past the solo rule and tries to approve it. */
async function approveAfterTheWait(proposer: Caller = person): Promise<number> {
  const approvalId = approvalIdOf(await adjust(proposer, EACH + 1))
  const atOnce = (await person.approve(approvalId)).code
  await pass(HOUR_MS)
  const later = (await person.approve(approvalId)).code
  expect([atOnce, later]).toEqual([Code.ACCESS_DENIED, Code.ACCESS_DENIED])
  return approvalId
}

describe('one operator alone moves no more than the limit of a day', () => {
  test.each<[way: string, run: () => Promise<unknown>, moves: number]>([
    ['by splitting', () => moveAll(person), DAY],
    [
      'with several tokens',
      async () => moveAll(await aMachine(person), person, await aMachine(person)),
      DAY,
    ],
    [
      'with a machine that their machine appointed',
      async () => {
        const first = await aMachine(person)
        return moveAll(first, await aMachine(first), person)
      },
      DAY,
    ],
    [
      'with tokens for which nobody answers',
      async () => moveAll(await anUnknownMachine(), person, await anUnknownMachine()),
      DAY,
    ],
    [
      'with such a token after their own limit',
      async () => {
        await moveAll(person)
        await moveAll(await anUnknownMachine())
      },
      DAY,
    ],
    [
      'after a token has passed to a colleague',
      async () => {
        const machine = await aMachine(person)
        await moveAll(machine)
        const rotated = await colleague.call('operator.rotateToken', {
          params: { operatorId: machine.operatorId },
        })
        await person.approve(approvalIdOf(rotated))
        await moveAll(person)
      },
      DAY,
    ],
    [
      'with the command line',
      async () => {
        const machine = await aMachine(person)
        await moveAll(machine)
        expect(await byCommandLine(EACH, machine.token)).toBe(3)
      },
      DAY,
    ],
  ])('%s', async (_way, run, moves) => {
    await run()

    expect(await moved()).toBe(moves)
  })

  test('also through the account of another member', async () => {
    const { userId: other } = await signUpMember(server)
    await moveAll(person)

    expect((await adjust(person, 1, other)).code).toBe(Code.APPROVAL_PENDING)
  })
})

describe('one operator alone moves nothing above the limit', () => {
  test.each<[way: string, run: () => Promise<unknown>]>([
    ['by approving their own proposal', () => approveAfterTheWait()],
    [
      'by approving the proposal of their machine',
      async () => approveAfterTheWait(await aMachine(person)),
    ],
    [
      'by approving the proposal of a machine of their machine',
      async () => approveAfterTheWait(await aMachine(await aMachine(person))),
    ],
    [
      'by letting a colleague take over the machine that proposed it',
      async () => {
        const machine = await aMachine(person)
        const approvalId = approvalIdOf(await adjust(machine, EACH + 1))
        const rotated = await colleague.call('operator.rotateToken', {
          params: { operatorId: machine.operatorId },
        })
        await person.approve(approvalIdOf(rotated))
        expect((await person.approve(approvalId)).code).toBe(Code.ACCESS_DENIED)
      },
    ],
    [
      'with a token for which nobody answers',
      async () => {
        const machine = await anUnknownMachine()
        const reply = await adjust(machine, EACH + 1)
        expect(reply).toMatchObject({ status: 403, code: Code.NO_RESPONSIBLE_PERSON })
        expect(await byCommandLine(EACH + 1, machine.token)).toBe(1)
      },
    ],
    [
      'with the machine of a colleague who was disabled',
      async () => {
        const machine = await aMachine(await aMachine(colleague))
        const { operatorId } = colleague
        await person.call('operator.disableOperator', { params: { operatorId } })
        expect((await adjust(machine, 1)).code).toBe(Code.ACCESS_DENIED)
      },
    ],
    [
      'by disabling the colleague',
      async () => {
        const { operatorId } = colleague
        await person.call('operator.disableOperator', { params: { operatorId } })
        await approveAfterTheWait()
      },
    ],
    [
      'by demoting the colleague',
      async () => {
        const params = { operatorId: colleague.operatorId }
        await person.call('operator.change', { params, body: { role: 'SUPPORT' } })
        await person.call('operator.change', { params, body: { role: 'AUDITOR' } })
        await approveAfterTheWait()
      },
    ],
    [
      'by promoting a colleague whom they appointed long ago',
      async () => {
        await server.ctx.db.execute(
          sql`update operators set role = 'FINANCE', appointed_by = ${person.operatorId},
            created_at = created_at - interval '100 days' where id = ${colleague.operatorId}`,
        )
        const at = server.ctx.now().toISOString()
        await server.ctx.db.execute(
          sql`update operators set role = 'OWNER', role_changed_at = ${at}::timestamptz
            where id = ${colleague.operatorId}`,
        )
        await approveAfterTheWait()
      },
    ],
    [
      'by raising the limit',
      async () => {
        const raised = await person.call('approval.setPolicy', {
          body: { adjustXp: EACH + 1, reason: 'More' },
        })
        expect((await person.approve(approvalIdOf(raised))).code).toBe(Code.ACCESS_DENIED)
        await approveAfterTheWait()
      },
    ],
    [
      'by appointing a second person',
      async () => {
        const body = { name: 'puppet', role: 'OWNER', kind: 'PERSON', email: 'p@harbor.example' }
        const added = await person.call('operator.addOperator', { body: body as never })
        await pass(DAY_MS)
        expect((await person.approve(approvalIdOf(added))).code).toBe(Code.ACCESS_DENIED)
      },
    ],
  ])('%s', async (_way, run) => {
    await run()

    expect(await moved()).toBe(0)
  })
})

describe('a token for which nobody answers', () => {
  test('works below the limits, and belongs to a person after that person has rotated it', async () => {
    const machine = await anUnknownMachine()
    const below = await adjust(machine, EACH)
    const rotation = await person.call('operator.rotateToken', {
      params: { operatorId: machine.operatorId },
    })
    await colleague.approve(approvalIdOf(rotation))
    const token = await person.call('operator.rotateToken', {
      params: { operatorId: machine.operatorId },
    })
    const above = await adjust({ call: operatorCall(server, token.data?.token ?? '') }, EACH + 1)

    expect(below.code).toBe(0)
    expect((await colleague.approve(approvalIdOf(above))).code).toBe(0)
    expect(await moved()).toBe(2 * EACH + 1)
  })

  test('is refused with a sentence that says what to do, in both languages', async () => {
    const machine = await anUnknownMachine()
    const input = { body: { reason: 'Done' } }
    const en = await machine.call('payout.unfreeze', input)
    const ko = await machine.call('payout.unfreeze', input, { 'accept-language': 'ko' })

    expect(en.msg).toContain('nobody answers for this token')
    expect(ko.msg).toContain('토큰을 책임지는 담당자가 없어요')
  })
})
