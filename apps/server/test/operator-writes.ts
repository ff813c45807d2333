import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { CallSchemas } from '@solstice/contract/schema'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { saveSchedule } from '#/modules/season/season-schedule.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { booksWrites } from './books-writes.ts'
import { draftWrites } from './draft-writes.ts'
import { holdWrites } from './hold-writes.ts'
import { insertMember } from './insert-members.ts'
import { noticeWrites } from './notice-writes.ts'
import type { Write } from './operator-write.ts'
import type { TestApp } from './test-app.ts'
import { aPerson } from './test-console.ts'
import { anOperator } from './test-operator.ts'
import { payoutFixtures } from './test-payout.ts'
import { aSeason, CONFIRMED, previewDraft } from './test-season.ts'
import { aCreditPackage, aForeignPayment, aProduct } from './test-shop.ts'
import { chainOf } from './test-wallet.ts'

/** The calls of operators that write. */
export const operatorWrites = Object.values<Endpoint>(endpoints)
  .filter(({ access, method }) => access === 'operator' && method !== 'GET')
  .map(({ id }) => id as CallId) // The catalogue lists every endpoint under its id.

/** Returns whether a call takes a reason in its body. */
export function takesReason(id: CallId): boolean {
  const { body }: CallSchemas = schemas[id]
  return body instanceof z.ZodObject && 'reason' in body.shape
}

const text = { en: 'Text', ko: '글' }
const reason = 'Ticket'

/**
 * Returns an input for the writes of operators on a server with chains and without approvals. The
 * inputs leave out a reason that the caller adds.
 */
export function operatorWriteInputs(server: () => TestApp) {
  const { request } = payoutFixtures(server)
  const db = () => server().ctx.db
  let count = 0
  let season: Promise<{ seasonId: number }> | undefined
  const seasonId = async () => (await (season ??= aSeason(server()))).seasonId
  const plan = () => {
    count += 1
    const today = startOfDay(programmeDayOf(server().ctx.now())).getTime()
    return demoSeason(THEMES[0], new Date(today + (60 + 30 * count) * DAY_MS))
  }
  const draft = async () => {
    const drafted = await draftSeason(db(), server().ctx, plan())
    await previewDraft(server(), drafted)
    return drafted
  }
  const aScheduledDraft = async () => {
    const { ctx } = server()
    const drafted = await draft()
    const operator = await anOperator(server(), 'PROGRAMME')
    await saveSchedule(ctx.db, {
      seasonId: drafted,
      revision: 1,
      publishAt: new Date(ctx.now().getTime() + DAY_MS),
      operatorId: operator.operatorId,
      confirmed: [],
      createdAt: ctx.now(),
    })
    return drafted
  }
  const aMember = () => insertMember(db())
  const machine = async () => (await anOperator(server(), 'SUPPORT')).operatorId
  const onMember = async () => {
    const userId = await aMember()
    return { input: { params: { userId }, body: { reason } }, userId }
  }
  const aDeadJob = async (kind: string) => {
    const at = server().clock.now.toISOString()
    const [row] = await rowsOf<{ id: string }>(
      db(),
      sql`insert into jobs (kind, payload, due_at, attempts, dead_at, created_at)
        values (${kind}, '{}', ${at}::timestamptz, 3, ${at}::timestamptz, ${at}::timestamptz)
        returning id`,
    )
    return Number(row?.id)
  }
  const aRefund = async (userId: number) => {
    const since = sql`${server().clock.now.toISOString()}::timestamptz`
    const [row] = await rowsOf<{ id: string }>(
      db(),
      sql`with paid as (
          insert into payments (chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
            amount, state, member_id, seen_at, settled_at, paid_at)
          values (31337, ${`refund-${userId}`}, 0, 1, '0x1', '0x3', '0x2', 5, 'REFUNDED', ${userId},
            ${since}, ${since}, ${since}) returning id)
        insert into refunds (payment_id, member_id, type, state, for_operator, due_at, requested_at)
        select id, ${userId}, 'UNMATCHED', 'REQUESTED', true, ${since}, ${since} from paid
        returning id`,
    )
    return Number(row?.id)
  }
  const anAlarm = async () => {
    count += 1
    const at = server().clock.now.toISOString()
    const [row] = await rowsOf<{ id: string }>(
      db(),
      sql`insert into alarms (rule, subject, severity, details, raised_at)
        values ('FAULTS', ${`test:${count}`}, 'WARNING', '{}', ${at}::timestamptz) returning id`,
    )
    return Number(row?.id)
  }
  const freeze = async (userId: number) => {
    const at = server().clock.now.toISOString()
    await db()
      .execute(sql`update members set status = 'DISABLED', payouts_frozen_at = ${at}::timestamptz,
      deleted_at = ${at}::timestamptz where id = ${userId}`)
  }

  const writes: { [Id in CallId]?: Write<Id> } = {
    'operator.addOperator': {
      action: 'operator.add',
      make: async () => {
        count += 1
        return { input: { body: { name: `machine-${count}`, role: 'AUDITOR' } } }
      },
    },
    'operator.change': {
      action: 'operator.change',
      make: async () => ({
        input: { params: { operatorId: await machine() }, body: { role: 'OPS' } },
      }),
    },
    'operator.sendEnrolment': {
      action: 'operator.send-enrolment',
      make: async () => {
        const { operatorId } = await aPerson(server(), 'SUPPORT')
        return { input: { params: { operatorId } } }
      },
    },
    'operator.rotateToken': {
      action: 'operator.rotate-token',
      make: async () => ({ input: { params: { operatorId: await machine() } } }),
    },
    'operator.disableOperator': {
      action: 'operator.disable',
      make: async () => ({ input: { params: { operatorId: await machine() } } }),
    },
    'alarm.acknowledge': {
      action: 'alarm.acknowledge',
      make: async () => ({ input: { params: { alarmId: await anAlarm() }, body: { reason } } }),
    },
    'operator.suspendMember': { action: 'member.suspend', make: onMember },
    'operator.disableMember': { action: 'member.disable', make: onMember },
    'operator.restoreMember': {
      action: 'member.restore',
      make: async () => {
        const made = await onMember()
        await db().execute(sql`update members set status = 'SUSPENDED' where id = ${made.userId}`)
        return made
      },
    },
    'operator.adjustBalance': {
      action: 'member.adjust',
      make: async () => {
        const userId = await aMember()
        const body = { asset: 'XP', amount: '1', reason } as const
        return { input: { params: { userId }, body }, userId }
      },
    },
    'member.endSessions': { action: 'member.end-sessions', make: onMember },
    'member.addNote': {
      action: 'member.add-note',
      make: async () => {
        const userId = await aMember()
        return { input: { params: { userId }, body: { text: 'Called back' } }, userId }
      },
    },
    'member.removeNote': {
      action: 'member.remove-note',
      make: async () => {
        const userId = await aMember()
        const [note] = await rowsOf<{ id: string | number }>(
          db(),
          // Only its writer removes a note, and the first owner makes the calls.
          sql`insert into member_notes (member_id, operator_id, text, created_at)
            select ${userId}, min(id), 'Called back', now() from operators where role = 'OWNER'
            returning id`,
        )
        return { input: { params: { userId, noteId: Number(note?.id) } }, userId }
      },
    },
    'freeze.liftForMember': {
      action: 'member.unfreeze',
      make: async () => {
        const made = await onMember()
        await freeze(made.userId)
        return made
      },
    },
    'operator.retryJob': {
      action: 'job.retry',
      make: async () => ({ input: { params: { jobId: await aDeadJob('test.once') } } }),
    },
    'operator.retryJobs': {
      action: 'job.retry-all',
      make: async () => {
        await aDeadJob('test.all')
        return { input: { body: { kind: 'test.all', reason } } }
      },
    },
    'maintenance.set': {
      action: 'maintenance.on',
      make: async () => ({ input: { body: { enabled: true, reason } } }),
    },
    'network.set': {
      action: 'network.set',
      make: async () => {
        const node = { networkName: 'Other', networkSymbol: 'OTH', confirmations: 3 }
        const urls = { rpcUrl: 'https://node.harbor.example', scanUrl: '' }
        const body = { ...node, ...urls, explorer: 'ETHERSCAN', enabled: false } as const
        return { input: { params: { chainId: 31_999 }, body } }
      },
    },
    'network.setContract': {
      action: 'contract.set',
      make: async () => {
        const { chainId, token } = chainOf(server()).network
        const body = { name: 'Stable', symbol: token.symbol, decimals: token.decimals }
        return { input: { params: { chainId, contract: token.address }, body } }
      },
    },
    'network.setPrice': {
      action: 'price.set',
      make: async () => ({ input: { params: { symbol: 'ETH' }, body: { priceUsd: '3000' } } }),
    },
    'invite.setTerms': {
      action: 'invite.setTerms',
      make: async () => ({ input: { body: { firstInviteXp: 101 } } }),
    },
    'seasonPlan.create': {
      action: 'season.draft',
      // The contract's input type has mutable arrays.
      make: async () => ({ input: { body: { plan: structuredClone(plan()) as never } } }),
    },
    ...draftWrites({ plan, draft }),
    ...booksWrites(db),
    'seasonPlan.publish': {
      action: 'season.publish',
      make: async () => ({ input: { params: { seasonId: await draft() }, body: CONFIRMED } }),
    },
    'seasonPlan.schedule': {
      action: 'season.schedule',
      make: async () => {
        const publishAt = new Date(server().clock.now.getTime() + DAY_MS).toISOString()
        return { input: { params: { seasonId: await draft() }, body: { ...CONFIRMED, publishAt } } }
      },
    },
    'seasonPlan.unschedule': {
      action: 'season.unschedule',
      make: async () => ({ input: { params: { seasonId: await aScheduledDraft() } } }),
    },
    'seasonPlan.unpublish': {
      action: 'season.unpublish',
      make: async () => {
        const upcoming = await aSeason(server(), { startsInDays: (count += 1) * 30 + 400 })
        return { input: { params: { seasonId: upcoming.seasonId } } }
      },
    },
    'seasonPlan.changeLive': {
      action: 'season.change',
      make: async () => ({
        input: { params: { seasonId: await seasonId() }, body: { change: { kind: 'PAUSE' } } },
      }),
    },
    'seasonPlan.reviseLive': {
      action: 'season.change',
      make: async () => {
        const live = await loadProgramme(server().ctx, await seasonId())
        const change = { kind: 'EXTEND', days: 1, endAt: live.endAt.toISOString() } as const
        return { input: { params: { seasonId: live.seasonId }, body: { change } } }
      },
    },
    'seasonPlan.changeOdds': {
      action: 'season.odds',
      make: async () => {
        const body = { prizes: [{ xp: 20, weight: 10_000 }] }
        return { input: { params: { seasonId: await draft() }, body } }
      },
    },
    'product.add': {
      action: 'product.add',
      make: async () => {
        const pays = { payType: 'XP', price: '300', givesTickets: 3 } as const
        const body = { name: text, description: text, ...pays }
        return { input: { params: { seasonId: await draft() }, body } }
      },
    },
    'product.arrange': {
      action: 'product.arrange',
      make: async () => {
        const { seasonId: emptySeason } = await aSeason(server())
        const productIds = [
          await aProduct(server(), emptySeason),
          await aProduct(server(), emptySeason),
        ]
        return { input: { params: { seasonId: emptySeason }, body: { productIds } } }
      },
    },
    'product.change': {
      action: 'product.change',
      make: async () => {
        const productId = await aProduct(server(), await seasonId())
        return { input: { params: { productId }, body: { onSale: false } } }
      },
    },
    'credit.addPackage': {
      action: 'credit.package',
      make: async () => {
        const { chainId, token } = chainOf(server()).network
        const body = { credit: 100, price: '10', chainId, contract: token.address }
        return { input: { body } }
      },
    },
    'credit.changePackage': {
      action: 'credit.package',
      make: async () => {
        const packageId = await aCreditPackage(server())
        return { input: { params: { packageId }, body: { onSale: false } } }
      },
    },
    'refund.openForPayment': {
      action: 'refund.openForPayment',
      make: async () => {
        const userId = await aMember()
        const params = { paymentId: await aForeignPayment(db(), server().clock.now) }
        return { input: { params, body: { userId, reason } }, userId }
      },
    },
    'refund.decide': {
      action: 'refund.decide',
      make: async () => {
        const userId = await aMember()
        const refundId = await aRefund(userId)
        return { input: { params: { refundId }, body: { approve: false, note: reason } }, userId }
      },
    },
    ...holdWrites(server, aMember, reason),
    ...noticeWrites(server),
    'payout.cancel': {
      action: 'payout.cancel',
      make: async () => {
        const { id: payoutId, memberId } = await request({
          purpose: 'WITHDRAWAL',
          key: 'withdrawal:900001',
        })
        return { input: { params: { payoutId }, body: { reason } }, userId: memberId }
      },
    },
    'payout.freeze': {
      action: 'treasury.freeze',
      make: async () => ({ input: { body: { chainId: 31_337, reason } } }),
    },
    'payout.unfreeze': {
      action: 'treasury.unfreeze',
      make: async () => ({ input: { body: { chainId: 31_337, reason } } }),
    },
    'payout.setCaps': {
      action: 'treasury.caps',
      make: async () => ({
        input: { params: { symbol: 'USDS' }, body: { perMember: '1000', perDay: '10000' } },
      }),
    },
    'approval.setPolicy': {
      action: 'approval.policy',
      make: async () => ({ input: { body: { refundUsds: 19, reason } } }),
    },
  }
  return writes
}
