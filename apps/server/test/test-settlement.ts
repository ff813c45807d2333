import { gunzipSync } from 'node:zlib'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { distributionTree } from '@solstice/contracts/distribution-tree'
import type { ReadFile } from '@solstice/points-log/log-leaves'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { openCheckpoint, parseVerifierKey, verifierKeyText } from '@solstice/points-log/note'
import { parseOpenings } from '@solstice/points-log/settlement-openings'
import { replaySettlement, type Replay } from '@solstice/points-log/settlement-replay'
import {
  distributionLeaves,
  distributionRoots,
  distributors,
} from '#/modules/distribution/distribution.table.ts'
import { roundOpenings } from '#/modules/points-log/round-openings.service.ts'
import { roundRewards } from '#/modules/season/season.table.ts'
import type { TestApp } from './test-app.ts'

const { sha256 } = nodeCrypto

/** Exports the openings of a round as the operator's command does. */
export async function exportOpenings({ ctx }: TestApp, roundId: number): Promise<string[]> {
  const { origin: name, publicKey } = ctx.pointsLog
  const logKey = verifierKeyText(sha256, { name, publicKey })
  const lines: string[] = []
  for await (const line of roundOpenings(ctx.db, { roundId, logKey })) lines.push(line)
  return lines
}

/** Replays a settlement as an outsider does: from the served log and the lines of the export. */
export async function replayFromLog({ app }: TestApp, lines: readonly string[]): Promise<Replay> {
  const read: ReadFile = async (path) => {
    const { rawPayload, headers } = await app.inject({ method: 'GET', url: `/log/${path}` })
    return headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload
  }
  const openings = await parseOpenings(linesOf(lines))
  const key = parseVerifierKey(sha256, openings.facts.logKey)
  const note = new TextDecoder().decode(await read('checkpoint'))
  const checkpoint = key && openCheckpoint(sha256, note, key, nodeCrypto.verify)
  if (!checkpoint) throw new Error('The checkpoint is not signed')
  return replaySettlement({ read, checkpoint, sha256, openings })
}

/**
 * Marks the rewards of a round as paid by a posted root, in which one member also has 7 units of an
 * earlier round. Another root has begun and raised a share.
 */
export async function postRoot(
  { ctx: { db } }: TestApp,
  roundId: number,
): Promise<{ sum: bigint; root: string }> {
  const contract = `0x${'d1'.repeat(20)}`
  const token = `0x${'70'.repeat(20)}`
  const at = new Date('2026-06-30T00:00:00.000Z')
  const of = { chainId: 31_337, token, contract }
  const [made] = await db
    .insert(distributors)
    .values({ ...of, symbol: 'USDS', decimals: 6, account: token, number: 1, createdAt: at })
    .returning()
  const rewards = await db
    .update(roundRewards)
    .set({
      state: 'CLAIMABLE',
      distributorId: made?.id,
      rootNumber: 1,
      address: sql`lower(${roundRewards.address})`,
    })
    .where(and(eq(roundRewards.roundId, roundId), isNotNull(roundRewards.address)))
    .returning()
  const leaves = rewards.map(({ address, memberId, amount }, at) => ({
    ...of,
    address: address ?? '',
    memberId,
    before: 0n,
    cumulative: amount + (at === 0 ? 7n : 0n),
    rootNumber: 1,
  }))
  const { root } = distributionTree(
    leaves.map(({ address, cumulative }) => ({ account: `0x${address.slice(2)}`, cumulative })),
  )
  const total = leaves.reduce((sum, { cumulative }) => sum + cumulative, 0n)
  await db
    .insert(distributionLeaves)
    .values(
      leaves.map((leaf, at) =>
        at === 1
          ? { ...leaf, before: leaf.cumulative, cumulative: leaf.cumulative + 1n, rootNumber: 2 }
          : leaf,
      ),
    )
  await db.insert(distributionRoots).values({
    ...of,
    number: 1,
    root: Buffer.from(root.slice(2), 'hex'),
    total,
    leaves: leaves.length,
    state: 'POSTED',
    createdAt: at,
    postedAt: at,
  })
  return { sum: total - 7n, root }
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield line.trimEnd()
}
