import { sql } from 'drizzle-orm'
import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import { rowsOf } from '../../../apps/server/src/platform/process/db.ts'
import { openLane } from '../../../apps/server/src/modules/payout/treasury.queries.ts'
import { giveReferralBalance } from '../../../apps/server/test/test-invite.ts'
import { aPerson } from '../../../apps/server/test/test-console.ts'
import { anOperator } from '../../../apps/server/test/test-operator.ts'
import { signUpMember } from '../../../apps/server/test/test-member.ts'
import { PIN, pinHeader } from '../../../apps/server/test/test-pin.ts'
import { aForeignPayment, aProduct } from '../../../apps/server/test/test-shop.ts'
import { chainOf } from '../../../apps/server/test/test-wallet.ts'
import { aDraft } from './calls-season.ts'
import { byOperator, type Scenarios } from './scenario.ts'
import { equip, type World } from './world.ts'

const text = { en: 'Announcement', ko: '공지' }
const reason = 'Growth benchmark'

let alarms = 0

async function anAlarm({ server }: World): Promise<number> {
  alarms += 1
  const [row] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`insert into alarms (rule, subject, severity, details, raised_at)
      values ('FAULTS', ${`growth:${alarms}`}, 'WARNING', '{}',
        ${server.clock.now.toISOString()}::timestamptz) returning id`,
  )
  return Number(row?.id)
}

const onNewMember = async ({ server }: World) => ({
  params: { userId: (await signUpMember(server)).userId },
  body: { reason },
})

async function aNotice({ operator }: World, publishedAt?: string): Promise<number> {
  const later = publishedAt === undefined ? {} : { publishedAt }
  const { data } = await operator.call('notice.publish', {
    body: { title: text, content: text, ...later },
  })
  return data?.noticeId ?? 0
}

/** A campaign that is due later, so that stopping it has something to do. */
async function aCampaign(world: World): Promise<number> {
  const noticeId = await aNotice(world)
  const dueAt = '2998-01-01T00:00:00Z'
  const { data } = await world.operator.call('notice.startCampaign', { body: { noticeId, dueAt } })
  return data?.campaignId ?? 0
}

async function anOrder(world: World) {
  const { server, seasonId, productId } = world
  const member = await signUpMember(server)
  await equip(world, member)
  const { data } = await member.call('product.buy', { params: { seasonId, productId }, body: {} })
  return { member, userProductId: data?.userProductId ?? 0, historyId: data?.historyId ?? 0 }
}

/** A request for a refund that waits for an operator. */
async function aRefund(world: World): Promise<number> {
  const { seasonId, operator } = world
  const { member, historyId } = await anOrder(world)
  const params = { seasonId, historyId }
  await member.call('refund.request', { params, body: { type: 'OTHER', reason } })
  const { data } = await operator.call('refund.queue', { query: { state: 'REQUESTED' } })
  return data?.list.find(({ userId }) => userId === member.userId)?.refundId ?? 0
}

/** The payout of a withdrawal, which is not signed yet. */
async function aPayout(world: World): Promise<number> {
  const member = await signUpMember(world.server)
  await equip(world, member)
  await giveReferralBalance(world.server, member.userId, '50')
  const body = { amount: '10', chainId: 31_337 }
  await member.call('invite.withdraw', { body }, await pinHeader(member, PIN, 'WITHDRAW'))
  const query = { userId: member.userId }
  const { data } = await world.operator.call('payout.list', { query })
  return data?.list[0]?.payoutId ?? 0
}

async function aDeadJob({ server: { ctx } }: World): Promise<number> {
  const at = ctx.now().toISOString()
  const [row] = await rowsOf<{ id: string }>(
    ctx.db,
    sql`insert into jobs (kind, payload, due_at, attempts, dead_at, created_at)
      values ('growth.none', '{}', ${at}::timestamptz, 3, ${at}::timestamptz, ${at}::timestamptz)
      returning id`,
  )
  return Number(row?.id)
}

let operators = 0
const anOperatorName = () => `growth-${process.pid}-${(operators += 1)}`

/** All calls of operators. */
export const OPERATOR_CALLS = {
  'operator.me': byOperator('operator.me', () => ({})),
  'operator.listOperators': byOperator('operator.listOperators', () => ({ query: {} })),
  'operator.change': byOperator('operator.change', async ({ server }) => ({
    params: { operatorId: (await anOperator(server, 'SUPPORT')).operatorId },
    body: { role: 'OPS' as const },
  })),
  'operator.sendEnrolment': byOperator('operator.sendEnrolment', async ({ server }) => ({
    params: { operatorId: (await aPerson(server, 'SUPPORT')).operatorId },
  })),
  'operator.addOperator': byOperator('operator.addOperator', () => ({
    body: { name: anOperatorName(), role: 'SUPPORT' as const },
  })),
  'operator.rotateToken': byOperator('operator.rotateToken', async ({ server }) => ({
    params: { operatorId: (await anOperator(server, 'SUPPORT')).operatorId },
  })),
  'operator.disableOperator': byOperator('operator.disableOperator', async ({ server }) => ({
    params: { operatorId: (await anOperator(server, 'SUPPORT')).operatorId },
  })),
  'operator.findMembers': {
    'all members': byOperator('operator.findMembers', () => ({ query: {} })),
    'by part of a name': byOperator('operator.findMembers', ({ resident }) => ({
      query: { search: resident.email.slice(0, 12) },
    })),
    'by address': byOperator('operator.findMembers', ({ resident }) => ({
      query: { search: resident.address },
    })),
    'with a wallet, by cursor': byOperator('operator.findMembers', () => ({
      query: { hasWallet: 'yes' as const, before: 'latest' },
    })),
  },
  'search.find': {
    'part of a name': byOperator('search.find', ({ resident }) => ({
      query: { q: resident.email.slice(0, 12) },
    })),
    'an id': byOperator('search.find', ({ resident }) => ({
      query: { q: String(resident.userId) },
    })),
    'held payouts': byOperator('search.find', () => ({ query: { q: 'is:held' } })),
    'a state': byOperator('search.find', () => ({ query: { q: 'state:FAILED' } })),
    'no hit': byOperator('search.find', () => ({ query: { q: 'nobody-has-this' } })),
  },
  'operator.showMember': byOperator('operator.showMember', ({ resident }) => ({
    params: { userId: resident.userId },
  })),
  'member.missions': byOperator('member.missions', async ({ resident, seasonId }) => ({
    params: { userId: resident.userId, seasonId },
  })),
  'explanation.ofMember': byOperator('explanation.ofMember', async ({ resident, seasonId }) => {
    const { data } = await resident.call('season.rounds', { params: { seasonId } })
    const params = { userId: resident.userId, entryId: `round:${data?.list[0]?.roundId}` }
    return { params }
  }),
  'operator.suspendMember': byOperator('operator.suspendMember', onNewMember),
  'operator.disableMember': byOperator('operator.disableMember', onNewMember),
  'operator.restoreMember': byOperator('operator.restoreMember', async (world) => {
    const made = await onNewMember(world)
    await world.operator.call('operator.suspendMember', made)
    return made
  }),
  'operator.adjustBalance': byOperator('operator.adjustBalance', async ({ server }) => ({
    params: { userId: (await signUpMember(server)).userId },
    body: { asset: 'XP' as const, amount: '1', reason },
  })),
  'operator.listAudit': {
    all: byOperator('operator.listAudit', () => ({ query: {} })),
    'about one subject': byOperator('operator.listAudit', () => ({
      query: { subject: 'member:1' },
    })),
  },
  'audit.history': byOperator('audit.history', () => ({ query: { subject: 'member:1' } })),
  'audit.export': byOperator('audit.export', () => ({ query: { size: 100 } })),
  'audit.checkpoints': byOperator('audit.checkpoints', () => ({ query: {} })),
  'operator.verifyAuditFully': byOperator('operator.verifyAuditFully', () => ({})),
  'operator.listReads': byOperator('operator.listReads', () => ({ query: {} })),
  'operator.today': byOperator('operator.today', () => ({})),
  'operator.health': byOperator('operator.health', () => ({})),
  'status.listDecisions': byOperator('status.listDecisions', () => ({ query: {} })),
  'league.season': byOperator('league.season', ({ seasonId }) => ({ params: { seasonId } })),
  'statistics.season': byOperator('statistics.season', ({ seasonId }) => ({
    params: { seasonId },
  })),
  'statistics.funnel': byOperator('statistics.funnel', ({ seasonId }) => ({
    params: { seasonId },
  })),
  'statistics.today': byOperator('statistics.today', () => ({})),
  'alarm.list': byOperator('alarm.list', () => ({ query: {} })),
  'alarm.acknowledge': byOperator('alarm.acknowledge', async (world) => ({
    params: { alarmId: await anAlarm(world) },
    body: { reason },
  })),
  'operator.verifyAudit': byOperator('operator.verifyAudit', () => ({})),
  'operator.verifyLedger': byOperator('operator.verifyLedger', () => ({})),
  'operator.listJobs': byOperator('operator.listJobs', () => ({ query: {} })),
  'operator.listJobKinds': byOperator('operator.listJobKinds', () => ({})),
  'operator.showJob': byOperator('operator.showJob', async (world) => ({
    params: { jobId: await aDeadJob(world) },
  })),
  'operator.retryJobs': byOperator('operator.retryJobs', () => ({
    body: { kind: 'growth.none', reason },
  })),
  'operator.retryJob': byOperator('operator.retryJob', async (world) => ({
    params: { jobId: await aDeadJob(world) },
  })),
  'maintenance.show': byOperator('maintenance.show', () => ({})),
  'maintenance.set': byOperator('maintenance.set', () => ({ body: { enabled: false } })),
  'network.showAll': byOperator('network.showAll', () => ({})),
  'network.set': byOperator('network.set', () => ({
    params: { chainId: 31_999 },
    body: {
      networkName: 'Growth',
      networkSymbol: 'GRW',
      rpcUrl: 'https://node.harbor.example',
      scanUrl: '',
      confirmations: 3,
      explorer: 'ETHERSCAN' as const,
      enabled: false,
    },
  })),
  'network.showContracts': byOperator('network.showContracts', () => ({})),
  'network.setContract': byOperator('network.setContract', ({ server }) => {
    const { network } = chainOf(server)
    return {
      params: { chainId: network.chainId, contract: network.token.address },
      body: { name: 'Stable', symbol: network.token.symbol, decimals: network.token.decimals },
    }
  }),
  'network.showPrices': byOperator('network.showPrices', () => ({})),
  'network.setPrice': byOperator('network.setPrice', () => ({
    params: { symbol: 'ETH' },
    body: { priceUsd: '3000' },
  })),
  'invite.showTerms': byOperator('invite.showTerms', () => ({})),
  'invite.setTerms': byOperator('invite.setTerms', () => ({ body: { firstInviteXp: 100 } })),
  'notice.publish': byOperator('notice.publish', () => ({ body: { title: text, content: text } })),
  'notice.listAll': byOperator('notice.listAll', () => ({ query: {} })),
  'notice.withdraw': byOperator('notice.withdraw', async (world) => ({
    params: { noticeId: await aNotice(world) },
  })),
  'notice.countAudience': {
    'all members': byOperator('notice.countAudience', () => ({ query: {} })),
    'by language and wallet': byOperator('notice.countAudience', () => ({
      query: { language: 'ko' as const, wallet: 'yes' as const },
    })),
  },
  'notice.startCampaign': byOperator('notice.startCampaign', async (world) => ({
    body: { noticeId: await aNotice(world) },
  })),
  'notice.listCampaigns': byOperator('notice.listCampaigns', () => ({ query: {} })),
  'notice.show': byOperator('notice.show', async (world) => ({
    params: { noticeId: await aNotice(world) },
  })),
  'notice.change': byOperator('notice.change', async (world) => ({
    params: { noticeId: await aNotice(world, '2998-01-01T00:00:00Z') },
    body: { title: { en: 'Changed', ko: '수정' } },
  })),
  'notice.listSeasons': byOperator('notice.listSeasons', () => ({})),
  'notice.sampleAudience': byOperator('notice.sampleAudience', () => ({
    query: { language: 'ko' as const },
  })),
  // A test goes to the devices of the member with the operator's own address.
  'notice.testCampaign': async ({ server, pushService }: World) => {
    const person = await aPerson(server, 'PROGRAMME')
    const member = await signUpMember(server, { email: person.email })
    await member.call('push.subscribe', { body: pushService.aDevice() })
    return () => person.call('notice.testCampaign', { body: { title: text, content: text } })
  },
  'notice.showCampaign': byOperator('notice.showCampaign', () => ({ params: { campaignId: 1 } })),
  'notice.cancelCampaign': byOperator('notice.cancelCampaign', async (world) => ({
    params: { campaignId: await aCampaign(world) },
    body: { reason },
  })),
  'maintenance.history': byOperator('maintenance.history', () => ({ query: {} })),
  'product.listAll': byOperator('product.listAll', ({ seasonId }) => ({ params: { seasonId } })),
  'product.add': byOperator('product.add', async (world) => ({
    params: { seasonId: await aDraft(world) },
    body: { name: text, description: text, payType: 'XP' as const, price: '300', givesTickets: 3 },
  })),
  'product.change': byOperator('product.change', async (world) => ({
    params: { productId: await aProduct(world.server, await aDraft(world)) },
    body: { onSale: false },
  })),
  'credit.listAll': byOperator('credit.listAll', () => ({})),
  'credit.addPackage': byOperator('credit.addPackage', () => ({
    body: { credit: 100, price: '10', chainId: 31_337, contract: 'native' },
  })),
  'credit.changePackage': byOperator('credit.changePackage', ({ packageId }) => ({
    params: { packageId },
    body: { onSale: true },
  })),
  'product.details': byOperator('product.details', ({ productId }) => ({
    params: { productId },
  })),
  'product.arrange': byOperator('product.arrange', async (world) => {
    const seasonId = await aDraft(world)
    const productIds = [await aProduct(world.server, seasonId)]
    return { params: { seasonId }, body: { productIds } }
  }),
  'order.listAll': {
    'all orders, by cursor': byOperator('order.listAll', () => ({
      query: { before: 'latest' },
    })),
    'of a member': byOperator('order.listAll', ({ resident }) => ({
      query: { userId: resident.userId, before: 'latest' },
    })),
    'open ones': byOperator('order.listAll', () => ({
      query: { state: 'OPEN' as const, before: 'latest' },
    })),
  },
  'order.show': byOperator('order.show', async (world) => ({
    params: { orderId: (await anOrder(world)).userProductId },
  })),
  'order.unmatched': byOperator('order.unmatched', () => ({ query: { before: 'latest' } })),
  'refund.queue': {
    waiting: byOperator('refund.queue', () => ({ query: {} })),
    claimed: byOperator('refund.queue', () => ({ query: { claimedBy: 'me' as const } })),
  },
  'refund.show': byOperator('refund.show', async (world) => ({
    params: { refundId: await aRefund(world) },
  })),
  'refund.claim': byOperator('refund.claim', async (world) => ({
    params: { refundId: await aRefund(world) },
  })),
  'refund.release': byOperator('refund.release', async (world) => ({
    params: { refundId: await aRefund(world) },
  })),
  'refund.openForPayment': byOperator('refund.openForPayment', async ({ server, resident }) => ({
    params: { paymentId: await aForeignPayment(server.ctx.db, server.clock.now) },
    body: { userId: resident.userId, reason },
  })),
  'refund.decide': byOperator('refund.decide', async (world) => ({
    params: { refundId: await aRefund(world) },
    body: { approve: false, note: reason },
  })),
  'relay.budgets': byOperator('relay.budgets', () => ({})),
  'distribution.roots': byOperator('distribution.roots', () => ({ query: {} })),
  'payout.list': {
    all: byOperator('payout.list', () => ({ query: {} })),
    'by state': byOperator('payout.list', () => ({ query: { state: 'QUEUED' as const } })),
    'of one member': byOperator('payout.list', ({ resident }) => ({
      query: { userId: resident.userId },
    })),
  },
  'payout.cancel': byOperator('payout.cancel', async (world) => ({
    params: { payoutId: await aPayout(world) },
    body: { reason },
  })),
  'payout.export': byOperator('payout.export', () => ({ query: {} })),
  'payout.show': byOperator('payout.show', async (world) => ({
    params: { payoutId: await aPayout(world) },
  })),
  'payout.forecast': byOperator('payout.forecast', () => ({})),
  'payout.recovery': byOperator('payout.recovery', async ({ server }) => {
    const { db, treasury } = server.ctx
    await openLane(db, { chainId: 31_337, address: treasury?.address ?? '', nextNonce: 0 })
    return { params: { chainId: 31_337 } }
  }),
  'payout.treasury': byOperator('payout.treasury', () => ({})),
  'payout.freeze': byOperator('payout.freeze', () => ({ body: { chainId: 31_337, reason } })),
  'payout.unfreeze': byOperator('payout.unfreeze', () => ({ body: { chainId: 31_337, reason } })),
  'payout.setCaps': byOperator('payout.setCaps', () => ({
    params: { symbol: 'USDS' },
    body: { perMember: '1000', perDay: '10000' },
  })),
} satisfies Partial<Record<CallId, Scenarios>>
