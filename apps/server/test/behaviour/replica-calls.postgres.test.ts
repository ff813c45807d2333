import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallSchemas } from '@solstice/contract/schema'
import { publishNotice } from '#/modules/notice/notice.service.ts'
import { aLikelyValue } from '#test/arbitrary-call.ts'
import { urlOf } from '#test/call-url.ts'
import { freePort } from '#test/free-port.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { cookieHeader, keepCookies, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

const ids = Object.keys(endpoints) as CallId[]
const mayUse = (id: CallId) => 'replica' in endpoints[id]
const isRead = (id: CallId) => endpoints[id].method === 'GET'

/** The server that listens at the address of the replica. */
const REPLICAS = {
  'refuses every connection': undefined,
  'answers nonsense': (socket: Socket) => {
    socket.on('data', () =>
      socket.write(Buffer.from('HTTP/1.1 200 OK\r\n\r\n\u0000\u0001nonsense')),
    )
  },
  'hangs up': (socket: Socket) => socket.destroy(),
  'never answers': () => {},
}

let database: TestApp['database']
/** Serves the same database without a replica. */
let plain: TestApp
let member: Browser
let operator: TestOperator
let seasonId: number
beforeAll(async () => {
  database = await openTestDatabase()
  plain = await startTestApp({ database })
  ;({ seasonId } = await aSeason(plain))
  operator = await anOperator(plain)
  const texts = { en: 'Notice', ko: '공지' }
  const { ctx } = plain
  const content = { type: 'NOTICE', title: texts, content: texts, publishedAt: ctx.now() } as const
  await publishNotice(ctx.db, content)
  member = await signUpMember(plain)
  await member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
})
afterAll(() => plain.close())

async function listen(onSocket: ((socket: Socket) => void) | undefined) {
  let connections = 0
  if (!onSocket) {
    const port = await freePort()
    return { port, connections: () => connections, close: async () => {} }
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => connections,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts a server whose replica is at this port; the position of the primary is known. */
async function startWith(port: number): Promise<TestApp> {
  const server = await startTestApp({
    database: { ...database, close: async () => {} },
    replicaUrl: `postgresql://solstice@127.0.0.1:${port}/postgres`,
  })
  await server.replica?.sample()
  return server
}

/** Gives the member a position, without which no read uses the replica. */
async function place(server: TestApp): Promise<void> {
  const { url } = inputOf('ranking.list')
  member.cookies.delete('solstice_position')
  const cookie = cookieHeader(member.cookies)
  keepCookies(member.cookies, await server.app.inject({ url, headers: { cookie } }))
  expect([...member.cookies.keys()]).toContain('solstice_position')
}

/** Drawing values takes longer than the calls, so all tests send the same ones. */
const inputs = new Map<CallId, { url: string; body: string | undefined }>()

function inputOf(id: CallId) {
  const known = inputs.get(id)
  if (known) return known
  const { params, query, body }: CallSchemas = schemas[id]
  const drawn = {
    params: params && aLikelyValue(params),
    query: query && aLikelyValue(query),
  }
  const ofSeason = { ...drawn, params: Object.assign({}, drawn.params, { seasonId, week: 1 }) }
  const input = {
    url: urlOf(endpoints[id].path, ofSeason),
    body: body && JSON.stringify(aLikelyValue(body)),
  }
  inputs.set(id, input)
  return input
}

/** Sends a call with input that its handler probably accepts. */
async function send({ app }: TestApp, id: CallId): Promise<Envelope> {
  const { method, access }: Endpoint = endpoints[id]
  const { url, body } = inputOf(id)
  const reply = await app.inject({
    method,
    url,
    headers: {
      origin: ORIGIN,
      ...(access === 'operator'
        ? { authorization: `Bearer ${operator.token}` }
        : { cookie: cookieHeader(member.cookies) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  return reply.json<Envelope>()
}

/** The replica rests after three failures, so the calls that may use it come first. */
const readsOfMembers = ids
  .filter((id) => isRead(id) && endpoints[id].access !== 'operator')
  .toSorted((a, b) => Number(mayUse(b)) - Number(mayUse(a)))

test.each(Object.keys(REPLICAS) as (keyof typeof REPLICAS)[])(
  'a replica that %s changes no reply of a call that only reads',
  async (name) => {
    const listener = await listen(REPLICAS[name])
    const server = await startWith(listener.port)
    await place(server)
    const replies = new Map<CallId, Envelope>()
    const expected = new Map<CallId, Envelope>()
    for (const id of readsOfMembers) {
      expected.set(id, await send(plain, id))
      replies.set(id, await send(server, id))
    }
    await server.close()
    await listener.close()

    expect(server.log.text).toContain('The replica is not read for a while')
    if (REPLICAS[name]) expect(listener.connections()).toBeGreaterThanOrEqual(3)
    expect(replies).toEqual(expected)
    for (const id of ids.filter(mayUse)) {
      const { code } = replies.get(id) ?? { code: undefined }
      expect([id, code]).toEqual([id, id === 'league.draw' ? Code.LEAGUE_NOT_DRAWN : Code.SUCCESS])
    }
  },
)

test('no other call connects to the replica, and one that may do so connects', async () => {
  const listener = await listen((socket) => socket.destroy())
  const server = await startWith(listener.port)
  await place(server)
  const connected: CallId[] = []
  // Writes of operators take long to draw, and no write receives a replica.
  const others = ids.filter(
    (id) => !mayUse(id) && (isRead(id) || endpoints[id].access !== 'operator'),
  )
  // Calls that end the session come last.
  const last = (id: CallId) => Number(/logOut|signOut|delete|leave/i.test(id))
  for (const id of others.toSorted((a, b) => last(a) - last(b))) {
    const before = listener.connections()
    await send(server, id)
    if (listener.connections() > before) connected.push(id)
  }
  const visitor = await server.app.inject('/v1/public/seasons')
  const reached = listener.connections()
  await server.close()
  await listener.close()

  expect(connected).toEqual([])
  expect(visitor.json()).toMatchObject({ code: 0 })
  expect(reached).toBe(1)
})

test('a write reads its position together with COMMIT, and without a replica not at all', async () => {
  const listener = await listen((socket) => socket.destroy())
  const server = await startWith(listener.port)
  const sentBy = async (at: TestApp): Promise<string[]> => {
    const writer = await signUpMember(at)
    // The first request of a process loads the season.
    await writer.call('season.show', { params: { seasonId } })
    const sent: string[] = []
    const query = vi.spyOn(Client.prototype, 'query')
    const { code } = await at.app
      .inject({
        method: 'POST',
        url: `/v1/private/seasons/${seasonId}/missions/1/execute`,
        headers: {
          origin: ORIGIN,
          cookie: cookieHeader(writer.cookies),
          'content-type': 'application/json',
          'idempotency-key': 'check-in',
        },
        payload: '{}',
      })
      .then((reply) => reply.json<Envelope>())
    for (const [text] of query.mock.calls as unknown[][]) sent.push(textOf(text))
    query.mockRestore()
    expect(code).toBe(Code.SUCCESS)
    return sent
  }
  const without = await sentBy(plain)
  const withReplica = await sentBy(server)
  await server.close()
  await listener.close()

  const isPosition = (text: string) => text.includes('pg_current_wal')
  expect(without.filter(isPosition)).toEqual([])
  expect(withReplica.filter((text) => !isPosition(text))).toEqual(without)
  expect(withReplica.filter(isPosition)).toHaveLength(1)
  expect(withReplica[withReplica.findIndex(isPosition) - 1]).toBe('commit')
})

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query
    ? String(query.text)
    : String(query)
