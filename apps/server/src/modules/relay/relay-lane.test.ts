import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_FLIGHT_MAX, RELAYS_IN_FLIGHT_MAX } from '@solstice/rules/payout'
import { rowsOf } from '#/platform/process/db.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { aRelayMember, signSend, startRelayApp, type RelayMember } from '#test/test-relay.ts'
import type { TestApp } from '#test/test-app.ts'

let server: TestApp
const members: RelayMember[] = []
const { request } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startRelayApp()
  for (let member = 0; member <= RELAYS_IN_FLIGHT_MAX; member += 1) {
    members.push(await aRelayMember(server))
  }
  // No block is mined from here on, so that everything stays in flight.
  for (let reward = 0; reward < 2 * IN_FLIGHT_MAX; reward += 1) await request()
})
afterAll(() => server.close())

/** Counts the payouts of each purpose by whether they are in flight. */
async function countsOf(purpose: string) {
  const [counts] = await rowsOf<{ waiting: number; flying: number }>(
    server.ctx.db,
    sql`select (count(*) filter (where state = 'QUEUED'))::int as waiting,
      (count(*) filter (where state in ('RESERVED', 'SENT')))::int as flying
      from payouts where purpose = ${purpose}`,
  )
  return counts
}

test('a relayed send is signed before payouts that were requested earlier and fill their places', async () => {
  const [member] = members
  if (!member) throw new Error('There is no member')
  const body = await signSend(server, member)
  await server.worker.runDue()
  expect(await countsOf('REWARD')).toEqual({ waiting: IN_FLIGHT_MAX, flying: IN_FLIGHT_MAX })

  expect((await member.browser.call('relay.send', { body })).code).toBe(0)
  await server.worker.runDue()

  expect(await countsOf('RELAY')).toEqual({ waiting: 0, flying: 1 })
})

test('relayed sends keep to their own places, so that they take none from payouts', async () => {
  const bodies = []
  for (const member of members.slice(1)) bodies.push(await signSend(server, member))
  for (const [at, body] of bodies.entries()) {
    const sent = await members[at + 1]?.browser.call('relay.send', { body })
    expect(sent?.code).toBe(0)
  }
  await server.worker.runDue()

  expect(await countsOf('RELAY')).toEqual({ waiting: 1, flying: RELAYS_IN_FLIGHT_MAX })
  expect(await countsOf('REWARD')).toEqual({ waiting: IN_FLIGHT_MAX, flying: IN_FLIGHT_MAX })
})
