import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { OPERATOR_ROLES, type Endpoint, type OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { approvalSubjects } from '#/approval-subjects.ts'
import { publishNotice } from '#/modules/notice/notice.service.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { DEFAULT_APPROVAL_POLICY, type ApprovalRuleName } from '@solstice/rules/approval-policy'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { missingWords } from '#test/approval-words.ts'
import { CALLS_AT_ONCE } from '#test/calls-at-once.ts'
import { dumpDatabase } from '#test/dump-database.ts'
import { insertMember } from '#test/insert-members.ts'
import { operatorCall, type OperatorCall, type OperatorInput } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { aGroup, assessAll, holdOf } from '#test/test-hold.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import { aCreditPackage, anXpPack } from '#test/test-shop.ts'
import { aSeason, CONFIRMED, previewDraft } from '#test/test-season.ts'
import { chainOf } from '#test/test-wallet.ts'

const operatorCalls = Object.values<Endpoint>(endpoints).filter(
  ({ access }) => access === 'operator',
)
const gatedIds = operatorCalls
  .filter(({ approval }) => approval !== undefined)
  .map(({ id }) => id as CallId) // The catalogue lists every endpoint under its id.

/** The roles that approve each rule, from the table of the design. The owner always does. */
const APPROVERS: Record<ApprovalRuleName, readonly OperatorRole[]> = {
  ADJUSTMENT: ['OWNER', 'FINANCE'],
  REFUND: ['OWNER', 'SUPPORT', 'FINANCE'],
  PAYOUT_CANCELLATION: ['OWNER', 'FINANCE'],
  HOLD: ['OWNER', 'SUPPORT', 'FINANCE'],
  UNFREEZE: ['OWNER', 'FINANCE'],
  CAPS: ['OWNER', 'FINANCE'],
  SEASON: ['OWNER', 'FINANCE'],
  INVITE_TERMS: ['OWNER', 'FINANCE'],
  PRODUCT: ['OWNER', 'PROGRAMME'],
  CAMPAIGN: ['OWNER', 'PROGRAMME'],
  NETWORK: ['OWNER'],
  PRICE: ['OWNER'],
  OPERATOR: ['OWNER'],
  POLICY: ['OWNER'],
}

/** Packages of credit are sold by finance as well. */
const rolesFor = (id: CallId, rule: ApprovalRuleName) =>
  id.startsWith('credit.') ? [...APPROVERS[rule], 'FINANCE'] : APPROVERS[rule]

let server: TestApp
let owner: TestApprover
/** One person of every role, none of whom answers for the machine. */
const people: TestApprover[] = []
let machine: { call: OperatorCall }
let seasonId: number
let draftId: number
let userId: number
let endAt: Date
const { request } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true, withApprovals: true })
  owner = await anApprover(server)
  for (const role of OPERATOR_ROLES) people.push(await anApprover(server, role))
  const { ctx } = server
  const { token } = await addMachine(ctx.db, ctx, owner, { name: 'robot', role: 'OWNER' })
  machine = { call: operatorCall(server, token) }
  // The first call of a day is noted at the operator.
  await machine.call('operator.me', {})
  ;({ seasonId, endAt } = await aSeason(server))
  const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + 60 * DAY_MS)
  draftId = await draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
  await previewDraft(server, draftId)
  userId = await insertMember(ctx.db)
})
afterAll(() => server.close())

type Above = { [Id in CallId]?: () => Promise<OperatorInput<Id>> | OperatorInput<Id> }

/** The policy with every amount raised. */
const raisedPolicy = () =>
  Object.fromEntries(
    Object.entries(DEFAULT_APPROVAL_POLICY).map(([name, amount]) => [name, amount + 1] as const),
  )

/** An input above the limit for every gated call; it changes as many fields as the call has. */
const above: Above = {
  'approval.setPolicy': () => ({ body: { ...raisedPolicy(), reason: 'Matrix' } }),
  'operator.addOperator': () => ({ body: { name: 'another', role: 'AUDITOR' } }),
  'operator.change': async () => {
    const { operatorId } = await anApprover(server, 'SUPPORT')
    return { params: { operatorId }, body: { role: 'FINANCE' } }
  },
  'operator.sendEnrolment': () => ({ params: { operatorId: owner.operatorId } }),
  'operator.rotateToken': async () => {
    const { ctx } = server
    const by = { name: 'system' }
    const { operatorId } = await addMachine(ctx.db, ctx, by, { name: 'foreign', role: 'AUDITOR' })
    return { params: { operatorId } }
  },
  'operator.adjustBalance': () => ({
    params: { userId },
    body: { asset: 'XP', amount: '5001', reason: 'Matrix' },
  }),
  'payout.cancel': async () => {
    const { id } = await request({ amount: 100_000_001n, memberId: userId })
    return { params: { payoutId: id }, body: { reason: 'Matrix' } }
  },
  'hold.decide': async () => {
    const member = await aGroup(server)
    await assessAll(server)
    await giveReferralBalance(server, member.userId, '50.000001')
    const { holdId } = await holdOf(member)
    const until = new Date(server.clock.now.getTime() + DAY_MS).toISOString()
    return {
      params: { holdId },
      body: { decision: 'UPHOLD', answer: 'SAME_PERSON', until, scope: 'GROUP' },
    }
  },
  'payout.unfreeze': () => ({ body: { reason: 'Matrix' } }),
  'payout.setCaps': () => ({
    params: { symbol: 'USDX' },
    body: { perMember: '1', perDay: '1', refundsPerDay: '1' },
  }),
  'seasonPlan.publish': () => ({ params: { seasonId: draftId }, body: CONFIRMED }),
  'seasonPlan.schedule': () => ({
    params: { seasonId: draftId },
    body: { ...CONFIRMED, publishAt: new Date(server.clock.now.getTime() + DAY_MS).toISOString() },
  }),
  'seasonPlan.reviseLive': () => ({
    params: { seasonId },
    body: { change: { kind: 'EXTEND', days: 1, endAt: endAt.toISOString() } },
  }),
  'seasonPlan.changeOdds': () => ({
    params: { seasonId },
    body: { prizes: [{ xp: 10, weight: 10_000 }] },
  }),
  'invite.setTerms': () => ({
    body: {
      firstInviteXp: 101,
      totalInviteCount: 11,
      totalInviteXp: 501,
      referralReward: '2',
      checkInDays: 4,
      claimDelayDays: 8,
      maxPerReferrer: '101',
      seasonBudget: '10001',
      minWithdraw: '11',
      maxWithdrawPerDay: '101',
    },
  }),
  'product.add': () => ({
    params: { seasonId },
    body: {
      name: { en: 'Pack', ko: '팩' },
      description: { en: 'Pack', ko: '팩' },
      payType: 'TOKEN',
      price: '5',
      chainId: 31_337,
      contract: chainOf(server).network.token.address,
      givesXp: 10,
    },
  }),
  'product.change': async () => ({
    params: { productId: await anXpPack(server, seasonId, { onSale: false }) },
    body: { onSale: true, stock: 5, perUserLimit: 1 },
  }),
  'credit.addPackage': () => ({
    body: {
      credit: 100,
      price: '10',
      chainId: 31_337,
      contract: chainOf(server).network.token.address,
    },
  }),
  'credit.changePackage': async () => {
    const packageId = await aCreditPackage(server)
    await machine.call('credit.changePackage', { params: { packageId }, body: { onSale: false } })
    return { params: { packageId }, body: { onSale: true } }
  },
  'notice.startCampaign': async () => {
    const texts = { en: 'Matrix', ko: 'Matrix' }
    const { ctx } = server
    const notice = await publishNotice(ctx.db, {
      type: 'NOTICE',
      title: texts,
      content: texts,
      publishedAt: ctx.now(),
    })
    await machine.call('notice.startCampaign', { body: { noticeId: notice.id } })
    return { body: { noticeId: notice.id, audience: { language: 'ko' } } }
  },
  'network.set': () => ({
    params: { chainId: 31_338 },
    body: {
      networkName: 'Other',
      networkSymbol: 'ETH',
      rpcUrl: 'http://solstice.test/rpc/31338',
      scanUrl: '',
      confirmations: 1,
      explorer: 'OWN_INDEX',
    },
  }),
  'network.setContract': () => ({
    params: { chainId: 31_337, contract: 'native' },
    body: {
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      agreeAbove: '1',
      logoUrl: 'https://solstice.test/ether.svg',
    },
  }),
  'network.setPrice': () => ({ params: { symbol: 'ETH' }, body: { priceUsd: '1' } }),
}

/** Tables that a proposal writes itself. */
const OF_PROPOSALS = [
  'approvals',
  'approval_mails',
  'audit_entries',
  'audit_head',
  'jobs',
  'operator_day_sums',
]

async function otherTables(): Promise<Record<string, string[]>> {
  const dump = await dumpDatabase(server.ctx.db)
  const entries = Object.entries(dump).filter(([name]) => !OF_PROPOSALS.includes(name))
  return Object.fromEntries(entries)
}

describe('every operator call that writes', () => {
  test('has an approval rule or a reason to run at once', () => {
    const ungated = operatorCalls.filter(
      ({ method, approval, id, console }) =>
        method !== 'GET' && approval === undefined && !console && CALLS_AT_ONCE[id] === undefined,
    )
    expect(ungated.map(({ id }) => id)).toEqual([])
    const unused = Object.keys(CALLS_AT_ONCE).filter(
      (id) => !operatorCalls.some((call) => call.id === id && call.approval === undefined),
    )
    expect(unused).toEqual([])
  })

  test('has a reader if it has an approval rule', () => {
    expect(Object.keys(approvalSubjects).toSorted()).toEqual(gatedIds.toSorted())
  })
})

/** Makes the proposal of a call, with the other tables before and after it. */
async function propose(id: CallId) {
  const input = await above[id]?.()
  if (!input) throw new Error(`The matrix has no input for ${id}`)
  const before = await otherTables()
  const reply = await machine.call(id, input as OperatorInput<typeof id>)
  const after = await otherTables()
  const approvalId = approvalIdOf(reply)
  const { data } = await owner.call('approval.show', { params: { approvalId } })
  if (!data) throw new Error('The proposal is not shown')
  return { reply, before, after, approvalId, data }
}

const proposals = new Map<CallId, ReturnType<typeof propose>>()

/** Makes each proposal once, because some inputs create what can exist only once. */
function proposalOf(id: CallId): ReturnType<typeof propose> {
  const made = proposals.get(id) ?? propose(id)
  proposals.set(id, made)
  return made
}

const partsOf = ({ sentence, changes }: CallData<'approval.show'>) => [
  ...Object.values(sentence.values),
  ...changes.flatMap(({ before, after }) => [before, after]),
]

// A refund needs a purchase that was paid on chain; refund-approval.test.ts covers it.
describe.each(gatedIds.filter((id) => id !== 'refund.decide'))('%s above the limit', (id) => {
  test('waits, changes nothing else, and is approved by the roles of the table only', async () => {
    const { reply, before, after, approvalId, data } = await proposalOf(id)

    expect(reply).toMatchObject({ status: 202, code: 2912 })
    expect(after).toEqual(before)
    const expected = rolesFor(id, data.rule)
    const shown = new Set(data.approvers.map(({ role }) => role))
    expect(Array.from(shown).toSorted()).toEqual([...expected].toSorted())
    expect(data.approvers.every(({ kind }) => kind === 'PERSON')).toBe(true)
    // The person who answers for the machine has the role, and is refused as well.
    const refused = [owner, ...people.filter(({ role }) => !expected.includes(role))]
    const { bodyHash } = data
    for (const { call } of [machine, ...refused]) {
      const approved = await call('approval.approve', {
        params: { approvalId },
        body: { bodyHash },
      })
      expect(approved.code).toBe(9991)
    }
  })

  test('has words in the console for everything that it shows', async () => {
    const { data } = await proposalOf(id)

    expect(missingWords(data)).toEqual([])
    // Nobody reads JSON.
    expect(partsOf(data).filter((part) => /^[[{]/.test(String(part)))).toEqual([])
  })
})
