import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { UNBLOCK_EMAIL, type UnblockEmail } from '#/modules/account/account.jobs.ts'
import { seedSeasons } from '#/demo/seasons.ts'
import { queueReminder } from '#/modules/mission/mission.jobs.ts'
import { setAlarm } from '#/modules/mission/mission.service.ts'
import { DROP_RETIRED_KEY, type DropRetiredKey } from '#/modules/pin/pin.jobs.ts'
import { queueFold } from '#/modules/ranking/ranking.service.ts'
import { settleRound } from '#/modules/season/round.service.ts'
import { SECURITY_MAIL } from '#/modules/security/security.jobs.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { MAIL_CODE } from '#/modules/verification/verification.jobs.ts'
import { sendCode } from '#/modules/verification/verification.service.ts'
import { WELCOME_WALLET, type WelcomeWallet } from '#/modules/wallet/wallet.jobs.ts'
import { enqueue } from '#/platform/jobs.ts'
import { queueSweep, sweep } from '#/platform/sweep.ts'
import { bareMember, bareMembers } from './bare-members.ts'
import type { TestApp } from './test-app.ts'
import { anEmail } from './test-member.ts'
import { aSeason, earnXp } from './test-season.ts'

/**
 * How a job of each kind comes about, and what it leaves behind to see. A new kind of job says it
 * here, and is then delivered twice by the tests.
 */
export const jobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [MAIL_CODE]: async ({ ctx }) => {
    await sendCode(ctx, { email: anEmail(), purpose: 'SIGNUP' }, 'en')
  },

  [SECURITY_MAIL]: async ({ ctx }) => {
    const memberId = await bareMember(ctx.db)
    await recordSecurityEvent(ctx.db, ctx, { memberId, kind: 'PASSWORD_RESET' })
  },

  [DROP_RETIRED_KEY]: async ({ ctx }) => {
    const memberId = await bareMember(ctx.db)
    const payload: DropRetiredKey = { pinKeyId: randomUUID() }
    const now = ctx.now()
    await ctx.db.execute(sql`insert into pin_keys
        (id, member_id, enrolment_id, state, sealed_key, salt, proof_hash, created_at, retired_at)
      values (${payload.pinKeyId}, ${memberId}, ${randomUUID()}, 'RETIRED', 'sealed', 'salt', 'hash',
        ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`)
    await enqueue(ctx.db, DROP_RETIRED_KEY, { payload, dueAt: now, now })
  },

  [UNBLOCK_EMAIL]: async ({ ctx }) => {
    const payload: UnblockEmail = { emailHash: randomUUID() }
    const now = ctx.now()
    await ctx.db.execute(sql`insert into blocked_emails (email_hash, blocked_until)
      values (${payload.emailHash}, ${now.toISOString()}::timestamptz)`)
    await enqueue(ctx.db, UNBLOCK_EMAIL, { payload, dueAt: now, now })
  },

  'ranking.fold': async ({ ctx }) => {
    const { seasonId } = await aSeason({ ctx })
    const members = await bareMembers(ctx.db, 5)
    await earnXp({ ctx }, seasonId, new Map(members.map((id, at) => [id, 50 + (at % 3) * 10])))
    await queueFold(ctx, ctx.db, 1000)
  },

  'mission.remind': async ({ ctx, clock }) => {
    const { seasonId } = await aSeason({ ctx })
    const memberId = await bareMember(ctx.db)
    await setAlarm(ctx, memberId, { seasonId, missionId: 1, enabled: true })
    await queueReminder(ctx)
    clock.advance(24 * 60 * 60_000)
  },

  'season.open': async ({ ctx, clock }) => {
    await bareMember(ctx.db)
    await aSeason({ ctx }, { startsInDays: 1 })
    clock.advance(2 * 24 * 60 * 60_000)
  },

  'round.settle': async ({ ctx, clock }) => {
    const { seasonId, firstRound } = await aSeason({ ctx }, { startsInDays: -6 })
    const memberId = await bareMember(ctx.db)
    await earnXp({ ctx }, seasonId, new Map([[memberId, 100]]), firstRound)
    await ctx.db.execute(sql`update round_standings set check_in_days = 3
      where round_id = ${firstRound.roundId}`)
    clock.advance(2 * 24 * 60 * 60_000)
  },

  'season.expire-rewards': async ({ ctx, clock }) => {
    const { seasonId, firstRound } = await aSeason({ ctx }, { startsInDays: -27 })
    const memberId = await bareMember(ctx.db)
    await earnXp({ ctx }, seasonId, new Map([[memberId, 100]]), firstRound)
    await ctx.db.execute(sql`update round_standings set check_in_days = 3
      where round_id = ${firstRound.roundId}`)
    await settleRound(ctx, firstRound.roundId)
    await ctx.db.execute(sql`delete from jobs where kind = 'round.settle'`)
    clock.advance(40 * 24 * 60 * 60_000)
  },

  'demo.next-season': async ({ ctx, clock }) => {
    ctx.settings.demo = true
    await ctx.db.transaction((tx) => seedSeasons(tx, ctx))
    await ctx.db.execute(sql`delete from jobs where kind <> 'demo.next-season'`)
    clock.advance(60 * 24 * 60 * 60_000)
  },

  // The chains look themselves whom they gave something; see the tests of the wallet.
  [WELCOME_WALLET]: async ({ ctx }) => {
    const payload: WelcomeWallet = { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }
    const now = ctx.now()
    await enqueue(ctx.db, WELCOME_WALLET, { payload, dueAt: now, now })
  },

  [sweep.kind]: ({ ctx }) => queueSweep(ctx, ctx.now()),
}
