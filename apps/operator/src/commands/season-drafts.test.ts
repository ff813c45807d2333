import { describe, expect, test } from 'vitest'
import type { Call } from '#/client.ts'
import { groups } from '#/groups.ts'
import { parse } from '#/parse.ts'

const ROW = {
  seasonId: 5,
  state: 'DRAFT',
  phase: 'DRAFT',
  revision: 4,
  title: { en: 'Thaw', ko: '해빙' },
  startAt: '2027-02-28T20:00:00.000Z',
  endAt: '2027-03-28T20:00:00.000Z',
  pool: '10000',
  symbol: 'USDS',
}

const SHOWN = {
  season: ROW,
  plan: { title: ROW.title },
  problems: [{ path: 'rounds.1.pool', code: 'MISSING', values: {}, text: 'Round 2 has no pool' }],
  savedAt: '2027-01-17T14:00:00.000Z',
  savedBy: 'mina',
  simulation: null,
}

const REVISIONS = {
  list: [
    { revision: 2, kind: 'SAVE', savedAt: SHOWN.savedAt, savedBy: 'mina', reason: null },
    { revision: 1, kind: 'SAVE', savedAt: SHOWN.savedAt, savedBy: null, reason: null },
  ],
  page: 1,
  size: 20,
  totalCount: 2,
  hasNext: false,
}

/** Runs a command against replies and returns its text with the input that it sent. */
async function run(reply: unknown, ...args: string[]) {
  const sent: unknown[] = []
  const call = (async (id: string, input: object) => {
    sent.push({ id, ...input })
    return reply
  }) as unknown as Call // The replies contain what the command reads.
  const parsed = parse(groups, args)
  if (parsed.kind !== 'run') throw new Error('Expected a command to run')
  const { text } = await parsed.command.run(call, parsed.given)
  return { text, sent }
}

describe('the commands about drafts', () => {
  test('show a season with its problems', async () => {
    const { text, sent } = await run(SHOWN, 'seasons', 'show', '5')

    expect(sent).toEqual([{ id: 'seasonPlan.show', params: { seasonId: 5 } }])
    expect(text).toContain('Revision   4, 2027-01-17 14:00 UTC, mina')
    expect(text).toContain('  - rounds.1.pool: Round 2 has no pool')
  })

  test('print the plan for a file', async () => {
    const { text } = await run(SHOWN, 'seasons', 'show', '5', '--plan')

    expect(JSON.parse(text)).toEqual(SHOWN.plan)
  })

  test('list the revisions of a season', async () => {
    const { text } = await run(REVISIONS, 'seasons', 'revisions', '5')

    expect(text).toMatch(/2 +SAVE +2027-01-17 14:00 UTC +mina/)
    expect(text).toMatch(/1 +SAVE +2027-01-17 14:00 UTC +-/)
  })

  test('copy a season to midnight of a programme day', async () => {
    const { text, sent } = await run(ROW, 'seasons', 'copy', '4', '--start', '2027-03-01')

    expect(sent).toMatchObject([
      { id: 'seasonPlan.copy', params: { seasonId: 4 }, body: { startAt: ROW.startAt } },
    ])
    expect(text).toContain('Season 5 is a draft that begins 2027-02-28 20:00 UTC.')
  })

  test.each(['tomorrow', '2027-02-30', '2027-13-01', '2027-03-01T00:00:00Z'])(
    'refuse %s as the first day',
    async (day) => {
      await expect(run(ROW, 'seasons', 'copy', '4', '--start', day)).rejects.toThrow(
        '--start takes a day such as 2027-03-01',
      )
    },
  )

  test('discard a draft', async () => {
    const { text, sent } = await run(null, 'seasons', 'discard', '5', '--reason', 'Ticket 7')

    expect(sent).toEqual([
      { id: 'seasonPlan.discard', params: { seasonId: 5 }, body: { reason: 'Ticket 7' } },
    ])
    expect(text).toBe('Season 5 is deleted.')
  })
})
