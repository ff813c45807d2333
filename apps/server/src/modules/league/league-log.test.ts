import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { verifyDraw } from '@solstice/points-log/verify-draw'
import { verifyLog } from '@solstice/points-log/verify-log'
import { DAY_MS } from '@solstice/rules/duration'
import { appendAllPostings } from '#/modules/points-log/points-log.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { leagueTools } from '#test/test-league.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'

const TOOL = new URL('../../../../../tools/verify-draw.ts', import.meta.url)

let server: TestApp
let address: string
beforeAll(async () => {
  server = await startTestApp()
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = new Date('2026-06-23T08:00:00.000Z')
})

const { advance, turnTo, aCrowd, leagueOf } = leagueTools(() => server)

async function log() {
  const verifierKey = (await (await fetch(`${address}/log/key`)).text()).trim()
  const read = async (path: string) => {
    const response = await fetch(`${address}/log/${path}`)
    return response.ok ? response.bytes() : undefined
  }
  return { verifierKey, read }
}

async function drawOf(seasonId: number, week: number) {
  const params = { seasonId, week }
  const { data } = await openBrowser(server).call('league.draw', { params, query: {} })
  if (!data) throw new Error('The week has no draw')
  return data
}

async function runTool(...args: string[]) {
  const child = spawn(process.execPath, [TOOL.pathname, '--url', address, ...args])
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exit: await ended, out, error }
}

test('the seed of a week is in the log before the week begins, and outsiders verify the draw with it', async () => {
  const { season } = await aCrowd(70)
  const { seasonId } = season
  await advance(season)
  await appendAllPostings(server.ctx)
  const early = await drawOf(seasonId, 2)
  expect(early).toMatchObject({ seed: null, list: [] })
  expect(early.logIndex).toBeGreaterThanOrEqual(0)
  // The log can be verified like one with postings only.
  const { checkpoint } = await verifyLog(nodeCrypto, await log())
  expect(early.logIndex).toBeLessThan(checkpoint.size)

  await turnTo(season, 2)
  await appendAllPostings(server.ctx)
  const running = await drawOf(seasonId, 2)
  await expect(verifyDraw(nodeCrypto, { ...(await log()), draw: running })).rejects.toThrow(
    'The week has not ended, so its seed is secret.',
  )
  await turnTo(season, 3)
  await appendAllPostings(server.ctx)

  const draw = await drawOf(seasonId, 2)
  const later = await drawOf(seasonId, 3)
  expect(draw.logIndex).toBe(early.logIndex)
  const verify = async (change: Partial<typeof draw>) =>
    verifyDraw(nodeCrypto, { ...(await log()), draw: { ...draw, ...change } })
  await expect(verify({})).resolves.toMatchObject({ names: 70, leagues: 3 })
  await expect(verify({ logIndex: later.logIndex })).rejects.toThrow(
    `Entry ${later.logIndex} of the log is not the hash of this seed.`,
  )
  await expect(verify({ logIndex: null })).rejects.toThrow('is not in the log')
  await expect(verify({ seed: '11'.repeat(32) })).rejects.toThrow(
    'The seed is not the one whose hash was published.',
  )
  await expect(verify({ startAt: draw.committedAt })).rejects.toThrow(
    'The hash of the seed was recorded after the week had begun.',
  )
  await expect(verify({ list: draw.list.slice(1) })).rejects.toThrow(
    '70 members were drawn, but 69 are published.',
  )
  const [first, ...others] = draw.list
  const last = others.at(-1)
  if (!first || !last) throw new Error('Nobody was drawn')
  const moved = { ...first, league: last.league }
  const swapped = [moved, ...others.slice(0, -1), { ...last, league: first.league }]
  await expect(verify({ list: swapped })).rejects.toThrow('is not the one that the seed leads to.')

  const week = ['--season', String(seasonId), '--week']
  const verified = await runTool(...week, '2')
  expect(verified).toMatchObject({ exit: 0, error: '' })
  expect(verified.out).toContain(
    'The seed was recorded before the week and leads to exactly these leagues.',
  )
  expect(await runTool(...week, '3')).toEqual({
    exit: 1,
    out: '',
    error: 'The week has not ended, so its seed is secret.\n',
  })
  expect((await runTool(...week, '9')).error).toMatch(/^There is no draw of this week/)
  expect((await runTool(...week, 'two')).error).toBe('two is not a whole number.\n')
})

test('a week whose seed was committed after its beginning is not played', async () => {
  const member = await signUpMember(server)
  const { season } = await aCrowd(40, [member.userId])
  // No process ran in the first week, so nothing was committed then.
  await turnTo(season, 2)

  expect(await leagueOf(member, season)).toMatchObject({ state: 'NEXT_WEEK', league: null })
  expect((await drawOf(season.seasonId, 2)).leagues).toBe(0)
  const [next] = await rowsOf<{ committed_at: string }>(
    server.ctx.db,
    sql`select committed_at from league_weeks where season_id = ${season.seasonId} and week = 3`,
  )
  expect(new Date(next?.committed_at ?? 0).getTime()).toBeLessThan(
    season.startAt.getTime() + 14 * DAY_MS,
  )
})

test('a commitment changes neither before nor after it is in the log', async () => {
  const { season } = await aCrowd(1)
  await advance(season)
  const change = (set: string) =>
    server.ctx.db.execute(sql.raw(`update points_log_commitments set ${set}`))

  await expect(change(`commitment = '${'0'.repeat(64)}'`)).rejects.toMatchObject({
    cause: { message: 'the points log only grows' },
  })
  await appendAllPostings(server.ctx)
  await expect(change('leaf_index = leaf_index + 1')).rejects.toMatchObject({
    cause: { message: 'the points log only grows' },
  })
})
