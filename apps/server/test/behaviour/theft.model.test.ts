import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAUSING_EVENTS, SECURITY_EVENTS } from '@solstice/rules/account'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser } from '#test/test-member.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aThief, aVictim, mailedTokens, theft, VICTIMS, type Real } from '#test/theft-model.ts'

let server: TestApp
let treasury: string
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
})
afterAll(() => server.close())

/** Returns the events since the theft began that pause payouts; each of them must send a mail. */
const pausingEvents = ({ victim }: Real, since: Date) =>
  rowsOf<{ kind: string }>(
    server.ctx.db,
    sql`select kind from security_events where member_id = ${victim.userId}
      and created_at >= ${since.toISOString()}::timestamptz
      and kind in (${sql.join(
        PAUSING_EVENTS.map((kind) => sql`${kind}`),
        sql`, `,
      )})`,
  )

/** These events send mails too, but do not pause payouts. */
const NOT_PAUSING = new Set<string>(
  SECURITY_EVENTS.filter((kind) => !PAUSING_EVENTS.some((pausing) => pausing === kind)),
)

/**
 * Returns everything paid from the treasury to an address other than the wallet the member had
 * before.
 */
async function stolenFrom({ victim, addresses }: Real): Promise<unknown[]> {
  const sent = []
  for (const address of addresses) {
    sent.push(...(await transfersBetween(server, treasury, address)))
  }
  const paid = await rowsOf<{ address: string }>(
    server.ctx.db,
    sql`select distinct address from payouts where member_id = ${victim.userId}
      and state in ('RESERVED', 'SENT', 'CONFIRMED')`,
  )
  return [...sent, ...paid.filter(({ address }) => address !== victim.own)]
}

/**
 * Checks the links in the member's mailbox: each opens a page that freezes payouts and signs the
 * thief out.
 */
async function expectWorkingLinks(real: Real, since: Date): Promise<void> {
  const events = await pausingEvents(real, since)
  const tokens = mailedTokens(real)
  const member = openBrowser(server)
  const mailed: string[] = []
  for (const token of tokens) {
    const { data } = await member.call('freeze.readLink', { body: { token } })
    mailed.push(data?.event ?? 'a link that is not open')
  }
  // Each event sends exactly one mail of its own kind.
  const pausing = mailed.filter((kind) => !NOT_PAUSING.has(kind))
  expect(pausing.toSorted()).toEqual(events.map(({ kind }) => kind).toSorted())
  const token = tokens.at(-1)
  if (token === undefined) return
  const page = await member.call('freeze.readLink', { body: { token } })
  const report = await member.call('freeze.report', { body: { token } })
  const again = await member.call('freeze.report', { body: { token } })
  const isUsed = real.reported.has(token)
  expect([page.data?.isUsed, report.code, again.code]).toEqual([isUsed, isUsed ? 2901 : 0, 2901])
  if (!isUsed) expect((await real.thief.call('users.me', {})).status).toBe(401)
  server.clock.advance(3 * DAY_MS)
  await advanceChains(server, 3)
  expect(await stolenFrom(real)).toEqual([])
}

test(
  'a thief with a session or the password, but neither device nor mailbox, is paid nothing for 48 hours',
  { timeout: 300_000 },
  async () => {
    const thieves = fc.record({ knowsPassword: fc.boolean(), isFresh: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...VICTIMS), thieves, theft, async (kind, how, list) => {
        await server.ctx.db.execute(sql`delete from rate_limits`)
        const victim = await aVictim(server, kind)
        const real = await aThief(server, victim, how)
        const since = server.clock.now

        await fc.asyncModelRun(() => ({ model: { elapsedMs: 0 }, real }), list)

        expect(await stolenFrom(real)).toEqual([])
        await expectWorkingLinks(real, since)
      }),
      { numRuns: 12 },
    )
  },
)
