import { and, eq, sql, type SQL } from 'drizzle-orm'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleBytes, entriesInBundle, parseEntry } from '@solstice/points-log/entry'
import { leafHash, rootFromInclusion, verifyConsistency } from '@solstice/points-log/merkle'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { openCheckpoint } from '@solstice/points-log/note'
import {
  consistencyProof,
  inclusionProof,
  tilePath,
  treeRoot,
  type Tile,
} from '@solstice/points-log/tile'
import { verifyLog } from '@solstice/points-log/verify-log'
import { insertMembers } from '#test/insert-members.ts'
import { transfer } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { at, credit, creditAll, faultOf, freshKey, ISSUANCE, spend } from '#test/test-ledger.ts'
import { appendPostings, sha256 } from './points-log.service.ts'
import { pointsLogTiles } from './points-log.table.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function appendAll(count?: number): Promise<void> {
  while ((await appendPostings(server.ctx, count)) === 'part');
}

async function get(path: string) {
  return server.app.inject({ method: 'GET', url: `/log/${path}` })
}

/** Reads the log as an outsider does: only by its addresses. */
async function readLog() {
  const { publicKey, origin } = server.ctx.pointsLog
  const note = (await get('checkpoint')).body
  const opened = openCheckpoint(sha256, note, { name: origin, publicKey }, nodeCrypto.verify)
  if (!opened) throw new Error('The checkpoint is not signed')
  const readTile = async (tile: Tile) => new Uint8Array((await get(tilePath(tile))).rawPayload)
  return { ...opened, tree: { size: opened.size, readTile, sha256 } }
}

async function entriesOf(size: number) {
  const all: Uint8Array[] = []
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256)
    const { rawPayload } = await get(tilePath({ level: 'entries', index, width }))
    all.push(...(entriesInBundle(gunzipSync(rawPayload)) ?? []))
  }
  return all
}

test('an empty log has a signed checkpoint', async () => {
  expect(await readLog()).toMatchObject({ size: 0, root: sha256(new Uint8Array(0)) })
})

test('the log contains every posting of a member, in the order of the transactions', async () => {
  const { db } = server.ctx
  const [ada = 0, ben = 0] = await insertMembers(db, 2)
  await creditAll(
    db,
    Array.from({ length: 300 }, (_, each) => ({
      member: each % 3 === 0 ? ben : ada,
      amount: BigInt(each + 1),
    })),
  )
  await spend(db, ada, 5n)
  await appendAll(70)

  const { size, root, tree } = await readLog()
  const entries = await entriesOf(size)
  expect(size).toBe(301)
  expect(entries).toHaveLength(301)
  expect(await treeRoot(tree)).toEqual(root)
  const parsed = entries.map((entry) => parseEntry(entry))
  const ids = parsed.map((entry) => entry?.transactionId ?? 0)
  expect(ids).toEqual(ids.toSorted((one, two) => one - two))
  expect(parsed.at(-1)).toMatchObject({ kind: 'SPEND', accounts: [{ asset: 'XP', scope: '' }] })
  for (const index of [0, 1, 255, 256, 300]) {
    const leaf = leafHash(sha256, entries[index] ?? new Uint8Array(0))
    const proof = await inclusionProof(tree, index)
    expect(rootFromInclusion(sha256, { index, size, leaf, proof })).toEqual(root)
  }
})

test('a later tree continues an earlier one, and appending again adds nothing', async () => {
  const before = await readLog()
  const [ada = 0] = await insertMembers(server.ctx.db, 1)
  await credit(server.ctx.db, ada, 9n)
  await appendAll()
  await appendAll()

  const after = await readLog()
  expect(after.size).toBe(before.size + 1)
  const proof = await consistencyProof(after.tree, before.size)
  expect(verifyConsistency(sha256, { smaller: before, larger: after, proof })).toBe(true)
})

test('postings between accounts of the programme alone do not stop the log', async () => {
  const { db } = server.ctx
  const before = await readLog()
  const [ada = 0] = await insertMembers(db, 1)
  for (let times = 0; times < 3; times++) {
    const to = { system: 'SHOP' } as const
    const key = freshKey()
    await transfer(db, { kind: 'MOVE', key, at, from: ISSUANCE, to, asset: 'CREDIT', amount: 1n })
  }
  await credit(db, ada, 9n)
  await appendAll(2)

  expect((await readLog()).size).toBe(before.size + 1)
})

test('a partial tile of an earlier checkpoint is still served', async () => {
  const { size } = await readLog()
  const width = (size % 256) - 1
  const hashes = await get(tilePath({ level: 0, index: Math.floor(size / 256), width }))
  const entries = await get(tilePath({ level: 'entries', index: Math.floor(size / 256), width }))

  expect(hashes.rawPayload).toHaveLength(width * 32)
  expect(entriesInBundle(gunzipSync(entries.rawPayload))).toHaveLength(width)
})

test.each([
  'tile/0/001.p/255',
  'tile/5/000',
  'tile/0/x000/001',
  'tile/0/999',
  'tile/entries/000.p/300',
  'tile/0/000%00',
])('%s is not found', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})

test('outsiders find an altered tile and an altered entry over HTTP', async () => {
  const { db, pointsLog } = server.ctx
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const verifierKey = (await (await fetch(`${address}/log/key`)).text()).trim()
  const verifyOverHttp = () =>
    verifyLog(nodeCrypto, {
      verifierKey,
      read: async (path) => {
        const response = await fetch(`${address}/log/${path}`)
        return response.ok ? response.bytes() : undefined
      },
    })
  const { size } = await readLog()

  expect(verifierKey.startsWith(`${pointsLog.origin}+`)).toBe(true)
  await expect(verifyOverHttp()).resolves.toMatchObject({ entries: size })
  const tile = (level: number) => sql`where ${tileIs(level)}`
  await inReplicaRole(sql`update points_log_tiles
    set content = set_byte(content, 40, get_byte(content, 40) # 1) ${tile(0)}`)
  await expect(verifyOverHttp()).rejects.toThrow('Entry 1 differs from its hash in the tile.')
  await inReplicaRole(sql`update points_log_tiles
    set content = set_byte(content, 40, get_byte(content, 40) # 1) ${tile(0)}`)
  const [bundle] = await db.select().from(pointsLogTiles).where(tileIs(-1))
  const entries = entriesInBundle(gunzipSync(bundle?.content ?? Buffer.alloc(0))) ?? []
  const altered = entries.with(7, entries[6] ?? new Uint8Array(0))
  await inReplicaRole(sql`update points_log_tiles
    set content = ${gzipSync(bundleBytes(altered))} ${tile(-1)}`)
  await expect(verifyOverHttp()).rejects.toThrow('Entry 7 differs from its hash in the tile.')
  await inReplicaRole(sql`update points_log_tiles set content = ${bundle?.content} ${tile(-1)}`)
  await expect(verifyOverHttp()).resolves.toMatchObject({ entries: size })
})

const tileIs = (level: number) => and(eq(pointsLogTiles.level, level), eq(pointsLogTiles.index, 0))

/** Changes rows without triggers, as an owner of the database can. */
async function inReplicaRole(change: SQL): Promise<void> {
  await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(change)
  })
}

test('what was published cannot be changed', async () => {
  const changes = [
    sql`update points_log_leaves set sequence = sequence + 1`,
    sql`delete from points_log_leaves`,
    sql`delete from points_log_checkpoints`,
    sql`delete from points_log_tiles`,
    sql`update points_log_tiles set content = decode('00', 'hex') where level = 0`,
    sql`update points_log_tiles set width = width - 1`,
    sql`update points_log_members set entries = entries - 1`,
    sql`update points_log_members set key = decode(repeat('00', 32), 'hex')`,
    sql`delete from points_log_members`,
  ]
  for (const change of changes) {
    expect(await faultOf(server.ctx.db.execute(change))).toContain('the points log only grows')
  }
})
