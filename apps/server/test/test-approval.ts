import { eq } from 'drizzle-orm'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { bodyHashOf } from '#/modules/approval/approval-gate.service.ts'
import { insertApproval } from '#/modules/approval/approval.queries.ts'
import { operatorFactors } from '#/modules/operator/operator-identity.table.ts'
import { insertMember } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { addPasskey, aPerson, signInWith, stepUpWith, type TestPerson } from './test-console.ts'
import type { Reply } from './test-member.ts'
import type { CallData } from '@solstice/contract/wire'

export type TestApprover = TestPerson & {
  /** Signs what the proposal shows and approves it, twice with the same request if `repeated`. */
  approve: (
    approvalId: number,
    change?: {
      bodyHash?: string
      challenge?: string
      key?: string
      unsigned?: true
      repeated?: true
    },
  ) => Promise<Reply<CallData<'approval.approve'>>>
  /** Confirms with the passkey, and opens a session again if it has ended. */
  signInAgain: () => Promise<void>
}

/** Creates a person who has signed in to the console and confirmed with a passkey. */
export async function anApprover(
  server: TestApp,
  role: OperatorRole = 'OWNER',
): Promise<TestApprover> {
  const person = await aPerson(server, role)
  const passkey = await addPasskey(person)
  await trustFactors(server, person.operatorId)
  await stepUpWith(person, passkey)
  return {
    ...person,
    signInAgain: async () => {
      const { code } = await person.call('operator.me', {})
      if (code === 0) await stepUpWith(person, passkey)
      else await signInWith(person, passkey)
    },
    approve: async (approvalId, { bodyHash, challenge, key, unsigned, repeated } = {}) => {
      const shown = await person.call('approval.show', { params: { approvalId } })
      const assertion = passkey.sign({ challenge: challenge ?? shown.data?.challenge ?? '' })
      const input = {
        params: { approvalId },
        body: {
          bodyHash: bodyHash ?? shown.data?.bodyHash ?? '0'.repeat(64),
          ...(unsigned ? {} : { assertion }),
        },
      }
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      if (repeated) await person.call('approval.approve', input, headers)
      return person.call('approval.approve', input, headers)
    },
  }
}

/** Lets all factors of a person approve at once, as those of an enrolment do. */
export async function trustFactors({ ctx }: TestApp, operatorId: number): Promise<void> {
  await ctx.db
    .update(operatorFactors)
    .set({ approvesFrom: ctx.now() })
    .where(eq(operatorFactors.operatorId, operatorId))
}

/** Returns the number of the proposal that a call became. */
export function approvalIdOf({ code, data }: { code: number; data: unknown }): number {
  if (code === 2912 && typeof data === 'object' && data !== null && 'approvalId' in data) {
    return Number(data.approvalId)
  }
  throw new Error(`Expected a proposal, but the code is ${code}`)
}

/** Inserts a proposal to credit XP, as the gate stores it; also where approvals are off. */
export async function aProposal(
  { ctx }: Pick<TestApp, 'ctx'>,
  requestedBy: number,
): Promise<{ approvalId: number; bodyHash: string }> {
  const userId = await insertMember(ctx.db)
  const params = { userId }
  const body = { asset: 'XP', amount: '5001', reason: 'Test' }
  const bodyHash = bodyHashOf('operator.adjustBalance', { params, body })
  const requestedAt = ctx.now()
  const approval = await insertApproval(ctx.db, {
    call: 'operator.adjustBalance',
    rule: 'ADJUSTMENT',
    causes: ['AMOUNT'],
    subject: `member:${userId}`,
    params,
    body,
    bodyHash,
    facts: { userId, asset: 'XP', scope: '', amount: '5001', symbol: null },
    changes: [],
    figures: [],
    approverRoles: ['OWNER', 'FINANCE'],
    requestedBy,
    requestedAt,
    confirmableAt: new Date(requestedAt.getTime() + HOUR_MS),
    expiresAt: new Date(requestedAt.getTime() + DAY_MS),
  })
  if (!approval) throw new Error('The proposal was not inserted')
  return { approvalId: approval.id, bodyHash }
}
