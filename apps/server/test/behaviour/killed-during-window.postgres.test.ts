import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { remoteDevice } from '#test/remote-device.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { jsonPost, startProcess, type ServerProcess } from '#test/server-process.ts'
import { signUpRemotely } from '#test/sign-up-remotely.ts'

const { aDataFolder, run } = serverFixtures()

/** Day 11 of the running season of the demo data, of whose second round three days are left. */
const NOON = new Date('2026-06-23T08:00:00.000Z')
const CHECK_IN = 1
const dayAt = (at: number) => startOfDay(programmeDayOf(NOON)).getTime() + at * DAY_MS

async function advance(address: string, advanceMs: number): Promise<void> {
  await fetch(`${address}/dev/clock`, jsonPost({ advanceMs }))
}

type Person = { email: string; ip: string }

async function signedIn(address: string, { email, ip }: Person) {
  const device = remoteDevice([address], { ip })
  const body = { email, password: 'Abcdef1!' }
  expect((await device.call('auth.login', { body })).code).toBe(0)
  const { data } = await device.call('season.list', { query: { status: 'ONGOING' } })
  const seasonId = data?.list[0]?.seasonId ?? 0
  return { device, seasonId }
}

async function checkIn(address: string, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const { device, seasonId } = await signedIn(address, person)
    const params = { seasonId, missionId: CHECK_IN }
    expect((await device.call('mission.execute', { params, body: {} })).code).toBe(0)
  }
}

/**
 * Plays the last three days of a round. On the third one the server is killed in the morning and
 * starts again after the outage. Returns whether each member got a share of the round.
 */
async function playRound(outageMs: number, checksInAfterwards: readonly number[]) {
  const people = [1, 2].map((at) => ({
    email: `window-${outageMs}-${at}@harbor.example`,
    ip: `10.9.0.${at}`,
  }))
  const settings = { ...(await aDataFolder()), TRUST_PROXY: 'true' }
  const before: ServerProcess = startProcess({ ...settings, SOLSTICE_NOW: NOON.toISOString() })
  const first = await before.ready
  for (const { email } of people) await signUpRemotely(first, email)
  await checkIn(first, people)
  await advance(first, DAY_MS)
  await checkIn(first, people)
  await advance(first, DAY_MS - 2 * HOUR_MS)
  before.kill('SIGKILL')
  await before.ended

  const restart = new Date(dayAt(2) + 10 * HOUR_MS + outageMs)
  const { address } = await run({ ...settings, SOLSTICE_NOW: restart.toISOString() })
  await checkIn(
    address,
    checksInAfterwards.flatMap((at) => people[at] ?? []),
  )
  await advance(address, dayAt(3) + 2 * MINUTE_MS - restart.getTime())
  const rounds = []
  for (const person of people) {
    // One session, because repeated log-ins are limited.
    const { device, seasonId } = await signedIn(address, person)
    const secondRound = async () => {
      const { data } = await device.call('season.rounds', { params: { seasonId } })
      return data?.list[1]
    }
    await expect
      .poll(async () => (await secondRound())?.myReward ?? null, { timeout: 60_000 })
      .not.toBeNull()
    const round = await secondRound()
    rounds.push({ isPaid: Number(round?.myReward) > 0, excused: round?.myExcusedDay !== null })
  }
  return rounds
}

test(
  'a server that is killed during the window costs nobody the round, and five minutes excuse nobody',
  { timeout: SERVER_TEST_TIMEOUT_MS },
  async () => {
    // Without the outage, one member checks in on all three days and the other one on two.
    const control = await playRound(5 * MINUTE_MS, [0])
    // Nobody checks in again after the long outage, although both meant to.
    const killed = await playRound(4 * HOUR_MS, [])

    expect(control).toEqual([
      { isPaid: true, excused: false },
      { isPaid: false, excused: false },
    ])
    expect(killed).toEqual([
      { isPaid: true, excused: true },
      { isPaid: true, excused: true },
    ])
  },
)
