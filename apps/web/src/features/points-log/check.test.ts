import { describe, expect, test } from 'vitest'
import { ADA, HOUR_MS, NOW, check, faultOf, startLog } from '#test/log-phone.ts'
import { LogServer, posting } from '#test/log-server.ts'
import type { LogCheck } from './check.ts'

describe('a check', () => {
  test('verifies all entries at first and only new ones later', async () => {
    const server = startLog()
    const requests: object[] = []
    const first = await check(server, undefined, { requests })
    server.post(ADA, posting(6, 10))
    server.append()
    const second = await check(server, first, { requests })

    expect(first).toMatchObject({ finding: undefined, checkedAt: NOW, remembered: { count: 3 } })
    expect(second).toMatchObject({ finding: undefined, remembered: { count: 4, size: 6 } })
    expect(second.entries.map(({ transactionId }) => transactionId)).toEqual([1, 3, 4, 6])
    expect(requests).toEqual([
      { after: 0, seen: 0 },
      { after: 3, seen: 5 },
    ])
  })

  test('fetches everything again after a day', async () => {
    const server = startLog()
    const requests: object[] = []
    const first = await check(server)
    await check(server, first, { requests, now: () => NOW + 24 * HOUR_MS })

    expect(requests).toEqual([{ after: 0, seen: 5 }])
  })

  test('reads several pages and reports its progress', async () => {
    const server = startLog()
    server.pageSize = 2
    const progress: number[][] = []
    const record = await check(server, undefined, {
      onProgress: (...at) => progress.push(at),
    })

    expect(record.finding).toBeUndefined()
    expect(progress).toEqual([
      [2, 3],
      [3, 3],
    ])
  })

  test('lists postings that the log does not contain yet', async () => {
    const server = startLog()
    server.post(ADA, posting(6, 10))
    const record = await check(server)

    expect(record).toMatchObject({ finding: undefined, pending: [{ transactionId: 6 }] })
  })

  test('accepts a member without entries', async () => {
    expect(await check(new LogServer())).toMatchObject({ finding: undefined })
  })

  test('reports a fault only if a check of all entries finds it too', async () => {
    const server = startLog()
    const first = await check(server)
    let replies = 0
    const record = await check(server, first, {
      fetchReply: async (query) => {
        replies += 1
        const reply = server.reply(ADA, query)
        return replies === 1 ? { ...reply, balances: [] } : reply
      },
    })

    expect(record.finding).toBeUndefined()
    expect(replies).toBe(2)
  })
})

describe('a phone that verified the log before warns', () => {
  test.each<[string, string, (server: LogServer) => void]>([
    ['of a changed amount', 'ENTRY', (server) => server.post(ADA, posting(3, 55))],
    ['of a changed kind', 'ENTRY', (server) => server.post(ADA, posting(3, 155, 'MISSION'))],
    ['of a deleted posting', 'MISSING', (server) => server.ledger.delete(4)],
    [
      'of a log without the last entry',
      'REWRITTEN',
      (server) => server.leaves.splice(4, 1, ...server.leaves.slice(0, 1)),
    ],
    ['of a smaller log', 'REWRITTEN', (server) => server.leaves.pop()],
    ['of another key', 'KEY', (server) => void (server.seed = new Uint8Array(32).fill(9))],
  ])('%s', async (_, fault, tamper) => {
    const server = startLog()
    const first = await check(server)
    tamper(server)
    const record = await check(server, first, { isFromStart: true })

    expect(faultOf(record)).toBe(fault)
    expect(record.finding?.at).toBe(NOW)
    // The verified state stays, so that the next check compares with it again.
    expect(record.remembered).toEqual(first.remembered)
    expect(faultOf(await check(server, record))).toBe(fault)
  })

  test('of a change of an old posting without fetching all entries first', async () => {
    const server = startLog()
    const first = await check(server)
    server.post(ADA, posting(3, 55))
    const record = await check(server, first)

    expect(faultOf(record)).toBe('ENTRY')
    expect(record.finding?.differences).toMatchObject([
      { sequence: 2, recorded: posting(3, 155), shown: posting(3, 55) },
    ])
  })

  test('of a deleted posting by what was recorded', async () => {
    const server = startLog()
    const first = await check(server)
    server.ledger.delete(4)
    const record = await check(server, first)

    expect(faultOf(record)).toBe('MISSING')
    expect(record.finding?.differences).toMatchObject([
      { sequence: 3, recorded: posting(4, 300), shown: undefined },
    ])
  })

  test('of an inserted posting', async () => {
    const server = startLog()
    const first = await check(server)
    server.upTo = 7
    server.post(ADA, posting(6, 1000))
    const record = await check(server, first)

    expect(faultOf(record)).toBe('UNRECORDED')
    expect(record.finding?.differences).toMatchObject([
      { sequence: null, recorded: undefined, shown: posting(6, 1000) },
    ])
  })

  test('of a balance that the entries do not add up to', async () => {
    const server = startLog()
    const first = await check(server)
    const balances = [{ asset: 'XP', scope: 'season:2', amount: '1' }]
    const record = await check(server, first, {
      fetchReply: async (query) => ({ ...server.reply(ADA, query), balances }),
    })

    expect(faultOf(record)).toBe('BALANCE')
  })

  test('of fewer entries than before', async () => {
    const server = startLog()
    const first = await check(server)
    const forgotten = { ...first, entries: [] }
    const record = await check(server, forgotten, {
      isFromStart: true,
      fetchReply: async (query) => {
        const reply = server.reply(ADA, query)
        const entries = reply.entries.slice(0, 2)
        const sums = entries[0]?.accounts.map(({ asset, scope }) => ({
          asset,
          scope,
          amount: '205',
        }))
        return { ...reply, entries, count: 2, balances: sums ?? [], posted: sums ?? [] }
      },
    })

    expect(faultOf(record)).toBe('MISSING')
  })

  test('of an entry that was recorded again with another amount', async () => {
    const server = startLog()
    const first = await check(server)
    // The phone verified this amount; the log proves another one for the same sequence.
    const other = first.entries.map((entry) =>
      entry.transactionId === 3 ? { ...entry, ...posting(3, 999) } : entry,
    )
    const record = await check(server, { ...first, entries: other }, { isFromStart: true })

    expect(faultOf(record)).toBe('ENTRY')
    expect(record.finding?.differences).toMatchObject([{ sequence: 2, recorded: posting(3, 999) }])
  })
})

describe('archived entries', () => {
  const amounts = (xp: number) => posting(0, xp).accounts
  /** Returns a server that has archived entries and says what they add up to. */
  const archiving = (server: LogServer, count: number, xp: number): Partial<LogCheck> => ({
    isFromStart: true,
    fetchReply: async ({ after, seen }) => ({
      ...server.reply(ADA, { after: Math.max(after, count), seen }),
      archived: { count, balances: amounts(xp) },
    }),
  })

  test('are not counted as verified by a phone that never saw them', async () => {
    const record = await check(startLog(), undefined, archiving(startLog(), 2, 205))

    expect(record).toMatchObject({ finding: undefined, remembered: { count: 3, archived: 2 } })
  })

  test('stay verified for a phone that saw them, even if they are all', async () => {
    const server = startLog()
    const first = await check(server)
    const some = await check(server, first, archiving(server, 2, 205))
    const all = await check(server, some, archiving(server, 3, 505))

    expect(some).toMatchObject({ finding: undefined, remembered: { count: 3, archived: 0 } })
    expect(all).toMatchObject({ finding: undefined, remembered: { count: 3, archived: 0 } })
  })

  test('are not verified if the phone cannot compare their sum', async () => {
    const server = startLog()
    const first = await check(server)
    server.post(ADA, posting(6, 10))
    server.append()
    const record = await check(server, first, archiving(server, 4, 515))

    expect(record).toMatchObject({ finding: undefined, remembered: { count: 4, archived: 4 } })
  })

  test.each(['with the entries', 'after a log-out'])(
    'that were changed before they were archived are noticed %s',
    async (when) => {
      const server = startLog()
      const first = await check(server)
      const known = when === 'after a log-out' ? { ...first, entries: [], pending: [] } : first
      // The server changes the second posting and hides it.
      server.post(ADA, posting(3, 5))
      const record = await check(server, known, archiving(server, 2, 55))

      expect(faultOf(record)).toBe('ENTRY')
    },
  )

  test('may have had postings before there was a log', async () => {
    const server = startLog()
    const record = await check(server, undefined, {
      fetchReply: async (query) => {
        const reply = server.reply(ADA, query)
        const [balances, posted] = [amounts(512), amounts(512)]
        return { ...reply, balances, posted, archived: { count: 0, balances: amounts(7) } }
      },
    })

    expect(record).toMatchObject({ finding: undefined, remembered: { count: 3, archived: 0 } })
  })
})

describe('a posting that is not recorded yet', () => {
  async function startPending() {
    const server = startLog()
    server.post(ADA, posting(6, 10))
    return { server, first: await check(server) }
  }

  test('may be recorded later', async () => {
    const { server, first } = await startPending()
    server.append()

    expect(await check(server, first)).toMatchObject({ finding: undefined, pending: [] })
  })

  test('is a fault after a day, whatever its time is', async () => {
    const { server, first } = await startPending()
    const hours = (count: number) => ({ now: () => NOW + count * HOUR_MS })
    const second = await check(server, first, hours(23))

    expect(faultOf(second)).toBeUndefined()
    expect(faultOf(await check(server, second, hours(24)))).toBe('UNRECORDED')
  })

  test.each<[string, string, (server: LogServer) => void]>([
    ['is deleted', 'MISSING', (server) => server.ledger.delete(6)],
    ['is changed', 'ENTRY', (server) => server.post(ADA, posting(6, 1))],
    [
      'is recorded with another amount',
      'ENTRY',
      (server) => {
        server.post(ADA, posting(6, 1))
        server.append()
      },
    ],
  ])('is a fault if it %s', async (_, fault, tamper) => {
    const { server, first } = await startPending()
    tamper(server)

    expect(faultOf(await check(server, first))).toBe(fault)
  })
})

test('a check without balances is not a check', async () => {
  const server = startLog()
  const many = Array.from({ length: 200 }, (_, at) => posting(100 + at, 1))
  const reply = (query: { after: number; seen: number }) => ({
    ...server.reply(ADA, query),
    unrecorded: many,
    balances: null,
    posted: null,
  })
  const record = await check(server, undefined, { fetchReply: async (query) => reply(query) })

  expect(record).toMatchObject({ finding: undefined, checkedAt: undefined, checkedFromStartAt: 0 })
})

test('a phone without earlier checks warns of an entry that differs from the log', async () => {
  const server = startLog()
  server.post(ADA, posting(3, 55))
  const record = await check(server)

  expect(faultOf(record)).toBe('ENTRY')
  expect(record.finding?.differences).toEqual([
    { sequence: 2, recorded: undefined, shown: posting(3, 55) },
  ])
})
