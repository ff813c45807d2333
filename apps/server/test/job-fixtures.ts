import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY_MS } from '@solstice/rules/duration'
import { insertMail } from '#/modules/approval/approval.queries.ts'
import {
  APPROVAL_MAIL,
  EXPIRE_APPROVAL,
  type ApprovalMail,
  type ExpireApproval,
} from '#/modules/approval/approval.queue.ts'
import { ADVANCE_LEAGUES, queueLeagues } from '#/modules/league/league.jobs.ts'
import { UNBLOCK_EMAIL, type UnblockEmail } from '#/modules/account/account.jobs.ts'
import { seedSeasons } from '#/demo/seasons.ts'
import { RUN_CLAIMS, wakeClaims } from '#/modules/distribution/distribution.queue.ts'
import { QUALIFY_FRIEND, type QualifyFriend } from '#/modules/invite/invite.queue.ts'
import { WATCH_PAYMENTS, wakeWatch } from '#/modules/order/order.queue.ts'
import { buyProduct } from '#/modules/product/product.service.ts'
import { requestRefund } from '#/modules/refund/refund.service.ts'
import { DECIDE_REFUND, queueReturn, RETURN_PAYMENTS } from '#/modules/refund/refund.queue.ts'
import { RUN_PAYOUTS, wakePayouts, type OnChain } from '#/modules/payout/payout.queue.ts'
import { ANCHOR_LOG, queueAnchor } from '#/modules/points-log/anchor.jobs.ts'
import { ERASE_DELETED_PINS, type EraseDeletedPins } from '#/modules/pin/pin.jobs.ts'
import { PREPARE_RELAYS, queueRelays } from '#/modules/relay/relay.jobs.ts'
import { EXPIRE_SEND, queueExpiry } from '#/modules/relay/relay.queue.ts'
import { BUILD_ROOTS, wakeRoots } from '#/modules/season/root.queue.ts'
import { enqueueAggregation } from '#/modules/season/ranking.queue.ts'
import { PREPARE_RECAPS, queueRecaps } from '#/modules/season/recap.queue.ts'
import { queueAlarmCheck } from '#/modules/alarm/alarm.jobs.ts'
import { insertAlarm, insertNotice } from '#/modules/alarm/alarm.queries.ts'
import {
  CHECK_ALARMS,
  MAIL_ALARM,
  POST_ALARM,
  type AlarmNotice,
} from '#/modules/alarm/alarm.queue.ts'
import { queuePriceRecord, RECORD_PRICES } from '#/modules/network/network.jobs.ts'
import { AGGREGATE_STATISTICS, queueStatistics } from '#/modules/statistics/statistics.jobs.ts'
import { queueReminders, REMIND } from '#/modules/alert/alert.jobs.ts'
import {
  MAIL_ENROLMENT,
  MAIL_OPERATOR_NOTICE,
  queueNotice,
} from '#/modules/operator/operator-notice.queue.ts'
import { addOperator, insertPerson } from '#/modules/operator/operator.service.ts'
import {
  DELETE_EVENTS,
  SECURITY_MAIL,
  type DeleteEvents,
} from '#/modules/security/security.jobs.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { APPEND_TO_LOG, queueLog } from '#/modules/points-log/points-log.jobs.ts'
import { MAIL_CODE } from '#/modules/verification/verification.jobs.ts'
import { sendCode } from '#/modules/verification/verification.service.ts'
import { WATCH_INCOMING } from '#/modules/wallet/incoming.jobs.ts'
import { WELCOME_WALLET, type WelcomeWallet } from '#/modules/wallet/wallet.jobs.ts'
import { MAIL_CHECKPOINT, type MailCheckpoint } from '#/platform/books/audit.jobs.ts'
import { addAuditCheckpoint } from '#/platform/books/audit-checkpoint.ts'
import { findHead } from '#/platform/books/audit-check.ts'
import { AUDIT_START } from '#/platform/books/audit.ts'
import { queueAuditVerification, VERIFY_AUDIT } from '#/platform/books/audit.queue.ts'
import {
  queueLedgerVerification,
  VERIFY_LEDGER,
} from '#/platform/books/ledger-verification.jobs.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { RESEAL } from '#/platform/process/sealing-keys.ts'
import { queueSweep, SWEEP } from '#/platform/process/sweep.ts'
import { bookJobFixtures } from './book-job-fixtures.ts'
import { holdJobFixtures } from './hold-job-fixtures.ts'
import { insertMember, insertMembers } from './insert-members.ts'
import { pushJobFixtures } from './push-job-fixtures.ts'
import { seasonJobFixtures } from './season-job-fixtures.ts'
import type { TestApp } from './test-app.ts'
import { aProposal } from './test-approval.ts'
import { anEmail } from './test-member.ts'
import { credit } from './test-ledger.ts'
import { aProduct, give } from './test-shop.ts'
import { aSeason, earnXp, settleRound } from './test-season.ts'
import { aRelayedSend } from './relay-rows.ts'
import { aWallet } from './test-wallet.ts'

const anOperatorName = () => `operator-${randomUUID()}`.slice(0, 40)

/**
 * Creates a job of each kind together with an effect that can be observed. A new kind of job is
 * added here and is then delivered twice by the tests.
 */
export const jobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [MAIL_CODE]: async ({ ctx }) => {
    await sendCode(ctx, { email: anEmail(), purpose: 'SIGNUP' }, 'en')
  },

  [APPEND_TO_LOG]: async ({ ctx }) => {
    await credit(ctx.db, await insertMember(ctx.db), 5n)
    await queueLog(ctx, ctx.now())
  },

  [SECURITY_MAIL]: async ({ ctx }) => {
    const memberId = await insertMember(ctx.db)
    await recordSecurityEvent(ctx.db, ctx, { memberId, kind: 'PASSWORD_RESET' })
  },

  [MAIL_ENROLMENT]: async ({ ctx }) => {
    const body = { name: anOperatorName(), role: 'OPS', kind: 'PERSON', email: anEmail() } as const
    await addOperator(ctx.db, ctx, { name: 'test' }, body)
  },

  [MAIL_OPERATOR_NOTICE]: async ({ ctx }) => {
    const person = { name: anOperatorName(), role: 'OPS', email: anEmail() } as const
    const { id: operatorId } = await insertPerson(ctx.db, ctx, { name: 'test' }, person)
    await queueNotice(ctx.db, ctx, { operatorId, event: 'NEW_DEVICE', device: null })
  },

  [DELETE_EVENTS]: async ({ ctx }) => {
    const memberId = await insertMember(ctx.db)
    const now = ctx.now()
    await ctx.db.execute(sql`insert into security_events (member_id, kind, created_at, mailed_at)
      values (${memberId}, 'PIN_SET', ${now.toISOString()}::timestamptz - interval '8 days',
        ${now.toISOString()}::timestamptz)`)
    const payload: DeleteEvents = { memberId }
    await enqueue(ctx.db, DELETE_EVENTS, { payload, dueAt: now, now })
  },

  [ERASE_DELETED_PINS]: async ({ ctx }) => {
    const memberId = await insertMember(ctx.db)
    const payload: EraseDeletedPins = { memberId }
    const now = ctx.now()
    await ctx.db.execute(sql`insert into pin_keys
        (id, member_id, enrolment_id, state, sealed_key, salt, proof_hash, created_at, retired_at)
      values (${randomUUID()}, ${memberId}, ${randomUUID()}, 'RETIRED', 'sealed', 'salt', 'hash',
        ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`)
    await enqueue(ctx.db, ERASE_DELETED_PINS, { payload, dueAt: now, now })
  },

  [QUALIFY_FRIEND]: async ({ ctx }) => {
    const { seasonId } = await aSeason({ ctx }, { startsInDays: -6 })
    const [referrer, friendId = 0] = await insertMembers(ctx.db, 2)
    const now = ctx.now()
    const at = sql`${now.toISOString()}::timestamptz`
    await ctx.db.execute(sql`update members set referred_by = ${referrer},
        referred_at = ${at} - interval '5 days', wallet_address = ${aWallet().address}
      where id = ${friendId}`)
    await ctx.db.execute(sql`insert into mission_completions
        (season_id, mission_id, member_id, slot, day, history_id)
      select ${seasonId}, 1, ${friendId}, day::text, day, 0 from (
        select (${at} - make_interval(days => ago))::date as day from generate_series(1, 3) as ago
      ) as days`)
    const payload: QualifyFriend = { friendId }
    await enqueue(ctx.db, QUALIFY_FRIEND, { payload, dueAt: now, now })
  },

  [WATCH_PAYMENTS]: ({ ctx }) => wakeWatch(ctx.db, ctx, 31_337),

  [DECIDE_REFUND]: async (server) => {
    const { ctx, clock } = server
    const { seasonId } = await aSeason(server)
    const memberId = await insertMember(ctx.db)
    await give(server, memberId, 'XP', 500n, `season:${seasonId}`)
    const productId = await aProduct(server, seasonId)
    const purchase = { memberId, seasonId, productId, quantity: 1 }
    await ctx.db.transaction(async (tx) => {
      const { historyId } = await buyProduct(tx, ctx, purchase, { kind: 'not-required' })
      await requestRefund(tx, ctx, { ...purchase, historyId }, { type: 'CHANGE_OF_MIND' })
    })
    clock.advance(60_000)
  },

  // The network is unknown here, so that an operator has to review the payment.
  [RETURN_PAYMENTS]: async ({ ctx }) => {
    const memberId = await insertMember(ctx.db)
    const payer = aWallet().address.toLowerCase()
    const at = sql`${ctx.now().toISOString()}::timestamptz`
    await ctx.db.execute(sql`with paid as (
        insert into payments (chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
          amount, state, member_id, seen_at, settled_at, paid_at)
        values (77, ${randomUUID()}, 0, 1, '0x1', ${payer}, '0x2', 5, 'REFUNDED', ${memberId}, ${at},
          ${at}, ${at}) returning id)
      insert into refunds (payment_id, member_id, type, state, for_operator, due_at, requested_at)
      select id, ${memberId}, 'UNMATCHED', 'REQUESTED', false, ${at}, ${at} from paid`)
    await queueReturn(ctx.db, ctx, { memberId, chainId: 77, contract: null, payer }, ctx.now())
  },

  [RUN_PAYOUTS]: ({ ctx }) => wakePayouts(ctx.db, ctx, 31_337),

  [BUILD_ROOTS]: ({ ctx }) => wakeRoots(ctx.db, ctx),

  [PREPARE_RELAYS]: ({ ctx }) => queueRelays(ctx, ctx.now()),

  [EXPIRE_SEND]: async ({ ctx }) => {
    const { sendId } = await aRelayedSend(ctx.db, await insertMember(ctx.db), ctx.now())
    await queueExpiry(ctx.db, ctx, { sendId }, new Date(ctx.now().getTime() - 60_000))
  },

  [RUN_CLAIMS]: ({ ctx }) => wakeClaims(ctx.db, ctx, 31_337),

  [UNBLOCK_EMAIL]: async ({ ctx }) => {
    const payload: UnblockEmail = { emailHash: randomUUID() }
    const now = ctx.now()
    await ctx.db.execute(sql`insert into blocked_emails (email_hash, blocked_until)
      values (${payload.emailHash}, ${now.toISOString()}::timestamptz)`)
    await enqueue(ctx.db, UNBLOCK_EMAIL, { payload, dueAt: now, now })
  },

  'ranking.aggregate': async ({ ctx }) => {
    const { seasonId } = await aSeason({ ctx })
    const members = await insertMembers(ctx.db, 5)
    await earnXp({ ctx }, seasonId, new Map(members.map((id, at) => [id, 50 + (at % 3) * 10])))
    await enqueueAggregation(ctx, ctx.db, 1000)
  },

  'season.begin-partition': async ({ ctx, clock }) => {
    await aSeason({ ctx }, { startsInDays: 1 })
    clock.advance(2 * 24 * 60 * 60_000)
  },

  'season.open': async ({ ctx, clock }) => {
    await insertMember(ctx.db)
    await aSeason({ ctx }, { startsInDays: 1 })
    clock.advance(2 * 24 * 60 * 60_000)
  },

  ...holdJobFixtures,
  ...pushJobFixtures,
  ...seasonJobFixtures,

  'round.settle': async ({ ctx, clock }) => {
    const { seasonId, firstRound } = await aSeason({ ctx }, { startsInDays: -6 })
    const memberId = await insertMember(ctx.db)
    await earnXp({ ctx }, seasonId, new Map([[memberId, 100]]), firstRound)
    await ctx.db.execute(sql`update round_standings set check_in_days = 3
      where round_id = ${firstRound.roundId}`)
    clock.advance(2 * 24 * 60 * 60_000)
  },

  'season.expire-rewards': async ({ ctx, clock }) => {
    const { seasonId, firstRound } = await aSeason({ ctx }, { startsInDays: -27 })
    const memberId = await insertMember(ctx.db)
    await earnXp({ ctx }, seasonId, new Map([[memberId, 100]]), firstRound)
    await ctx.db.execute(sql`update round_standings set check_in_days = 3
      where round_id = ${firstRound.roundId}`)
    await settleRound(ctx, firstRound.roundId)
    await ctx.db.execute(sql`delete from jobs where kind = 'round.settle'`)
    clock.advance(40 * 24 * 60 * 60_000)
  },

  [ADVANCE_LEAGUES]: async (server) => {
    const { ctx } = server
    await aSeason(server, { startsInDays: -7 })
    await ctx.db.execute(sql`delete from jobs`)
    await queueLeagues(ctx, ctx.now())
  },

  [PREPARE_RECAPS]: async (server) => {
    const { ctx, clock } = server
    const { seasonId, rounds, endAt } = await aSeason(server)
    await earnXp(server, seasonId, new Map([[await insertMember(ctx.db), 100]]))
    clock.now = new Date(endAt.getTime() + 60_000)
    for (const { roundId } of rounds) await settleRound(ctx, roundId)
    // Every settled round enqueues it; one is enough here.
    await ctx.db.execute(sql`delete from jobs`)
    await queueRecaps(ctx.db, { seasonId, roundId: rounds.at(-1)?.roundId ?? 0 }, ctx.now())
  },

  'demo.next-season': async ({ ctx, clock }) => {
    ctx.settings.demo = true
    await ctx.db.transaction((tx) => seedSeasons(tx, ctx))
    await ctx.db.execute(sql`delete from jobs where kind <> 'demo.next-season'`)
    clock.advance(60 * 24 * 60 * 60_000)
  },

  // The chains themselves check which wallets were funded; see the tests of the wallet.
  [WELCOME_WALLET]: async ({ ctx }) => {
    const payload: WelcomeWallet = { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }
    const now = ctx.now()
    await enqueue(ctx.db, WELCOME_WALLET, { payload, dueAt: now, now })
  },

  [WATCH_INCOMING]: async ({ ctx }) => {
    const payload: OnChain = { chainId: 31_337 }
    await enqueue(ctx.db, WATCH_INCOMING, { payload, dueAt: ctx.now(), now: ctx.now() })
  },

  [EXPIRE_APPROVAL]: async (server) => {
    const { approvalId } = await aProposal(server, await aRequester(server))
    server.clock.advance(DAY_MS)
    const payload: ExpireApproval = { approvalId }
    const { ctx } = server
    await enqueue(ctx.db, EXPIRE_APPROVAL, { payload, dueAt: ctx.now(), now: ctx.now() })
  },

  [APPROVAL_MAIL]: async (server) => {
    const operatorId = await aRequester(server)
    const { approvalId } = await aProposal(server, operatorId)
    const { ctx } = server
    const payload: ApprovalMail = { approvalId, operatorId, event: 'SOLO_BEGUN' }
    await insertMail(ctx.db, payload)
    await enqueue(ctx.db, APPROVAL_MAIL, { payload, dueAt: ctx.now(), now: ctx.now() })
  },

  [REMIND]: ({ ctx }) => queueReminders(ctx, ctx.now()),

  [VERIFY_LEDGER]: ({ ctx }) => queueLedgerVerification(ctx, ctx.now()),

  [VERIFY_AUDIT]: ({ ctx }) => queueAuditVerification(ctx, ctx.now()),

  [MAIL_CHECKPOINT]: async ({ ctx }) => {
    ctx.settings.auditMail = 'archive@harbor.example'
    const now = ctx.now()
    const entry = (await findHead(ctx.db)) ?? AUDIT_START
    const { id } = await addAuditCheckpoint(ctx.db, ctx, { entry, at: now })
    const payload: MailCheckpoint = { checkpointId: id }
    await enqueue(ctx.db, MAIL_CHECKPOINT, { payload, dueAt: now, now })
  },

  [RESEAL]: async ({ ctx }) => {
    const now = ctx.now()
    await enqueue(ctx.db, RESEAL, { payload: null, dueAt: now, now })
  },

  [SWEEP]: ({ ctx }) => queueSweep(ctx, ctx.now()),

  [RECORD_PRICES]: ({ ctx }) => queuePriceRecord(ctx, ctx.now()),

  [ANCHOR_LOG]: ({ ctx }) => queueAnchor(ctx, ctx.now()),

  [AGGREGATE_STATISTICS]: async (server) => {
    const { seasonId } = await aSeason(server)
    const member = await insertMember(server.ctx.db)
    await give(server, member, 'XP', 5n, `season:${seasonId}`)
    await queueStatistics(server.ctx, server.ctx.now())
  },

  ...bookJobFixtures,

  // An alarm is cleared, because a new one would also be mailed.
  [CHECK_ALARMS]: async ({ ctx }) => {
    const alarm = { rule: 'FAULTS', severity: 'WARNING', values: {} } as const
    await insertAlarm(ctx.db, { ...alarm, subject: randomUUID() }, ctx.now())
    await queueAlarmCheck(ctx, ctx.now())
  },

  [MAIL_ALARM]: async (server) => {
    await raiseAlarm(server, MAIL_ALARM, `operator:${await aRequester(server)}`)
  },

  [POST_ALARM]: async (server) => {
    server.ctx.webhook = { post: () => Promise.resolve() }
    await raiseAlarm(server, POST_ALARM, 'webhook')
  },
}

/** Raises an alarm that one person or the webhook is to be notified of. */
async function raiseAlarm({ ctx }: TestApp, kind: string, target: string): Promise<void> {
  const now = ctx.now()
  const alarm = { rule: 'FAULTS', severity: 'WARNING', values: { perMinute: 5 } } as const
  const { id: alarmId } = await insertAlarm(ctx.db, { ...alarm, subject: randomUUID() }, now)
  const payload: AlarmNotice = { alarmId, target, event: 'WARNING' }
  await insertNotice(ctx.db, payload)
  await enqueue(ctx.db, kind, { payload, dueAt: now, now })
}

/** Appoints a person, who makes the proposals. */
async function aRequester({ ctx }: TestApp): Promise<number> {
  const person = { name: anOperatorName(), role: 'OWNER', email: anEmail() } as const
  return (await insertPerson(ctx.db, ctx, { name: 'test' }, person)).id
}
