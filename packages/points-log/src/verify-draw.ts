import { hexToBytes } from '@noble/hashes/utils.js'
import { seedCommitment, seedSubject } from '@solstice/rules/league'
import { findDrawFault, type DrawnName } from '@solstice/rules/league-draw'
import { entriesInBundle, parseEntry, type LogEntry } from './entry.ts'
import type { LogCrypto } from './member.ts'
import { equal, leafHash, rootFromInclusion } from './merkle.ts'
import type { Checkpoint } from './note.ts'
import { inclusionProof, TILE_WIDTH, tileAt, tilePath } from './tile.ts'
import { LogFault, readCheckpoint, readExisting, type ReadFile } from './verify-log.ts'

/** The draw of a week as everybody reads it, after its end. */
export type PublishedDraw = {
  seasonId: number
  week: number
  startAt: string
  commitment: string
  seed: string | null
  /** The entry of the log that has the commitment. */
  logIndex: number | null
  members: number
  list: readonly DrawnName[]
}

export type DrawReport = {
  checkpoint: Checkpoint
  committedAt: Date
  names: number
  leagues: number
}

/**
 * Verifies the draw of a week by what the server publishes: the seed was committed in the log before
 * the week began, and leads to exactly these leagues. Throws one sentence for anything else.
 */
export async function verifyDraw(
  crypto: LogCrypto,
  { draw, ...log }: { draw: PublishedDraw; read: ReadFile; verifierKey: string },
): Promise<DrawReport> {
  const { seasonId, week, commitment, logIndex, list } = draw
  if (draw.seed === null) throw new LogFault('The week has not ended, so its seed is secret.')
  if (list.length === 0) throw new LogFault('Nobody was drawn in this week.')
  const seed = hexToBytes(draw.seed)
  if (seedCommitment({ seasonId, week, seed }) !== commitment) {
    throw new LogFault('The seed is not the one whose hash was published.')
  }
  if (logIndex === null) throw new LogFault('The hash of the seed is not in the log.')
  const checkpoint = await readCheckpoint(crypto, log)
  const entry = await readIncluded(crypto, { ...log, checkpoint }, logIndex)
  const { kind, scope } = seedSubject({ seasonId, week })
  const isOfWeek =
    entry.kind === kind && entry.accounts.length === 1 && entry.accounts[0]?.scope === scope
  if (!isOfWeek || entry.commitment !== commitment) {
    throw new LogFault(`Entry ${logIndex} of the log is not the hash of this seed.`)
  }
  if (entry.at >= new Date(draw.startAt)) {
    throw new LogFault('The hash of the seed was recorded after the week had begun.')
  }
  if (list.length !== draw.members) {
    throw new LogFault(`${draw.members} members were drawn, but ${list.length} are published.`)
  }
  const fault = findDrawFault(seed, list)
  if (fault !== undefined) throw new LogFault(fault)
  const leagues = new Set(list.map(({ league }) => league)).size
  return { checkpoint, committedAt: entry.at, names: list.length, leagues }
}

/** Returns an entry whose inclusion in the signed tree is proven from the tiles. */
async function readIncluded(
  { sha256 }: LogCrypto,
  { read, checkpoint }: { read: ReadFile; checkpoint: Checkpoint },
  index: number,
): Promise<LogEntry> {
  const { size, root } = checkpoint
  if (index >= size)
    throw new LogFault(`The log has ${size} entries, but none has number ${index}.`)
  const tile = tileAt(size, 0, Math.floor(index / TILE_WIDTH))
  const bundle = await readExisting(read, tilePath({ ...tile, level: 'entries' }))
  const bytes = entriesInBundle(bundle)?.[index % TILE_WIDTH]
  const entry = bytes && parseEntry(bytes)
  if (!entry) throw new LogFault(`Entry ${index} is not an entry of a points log.`)
  const readTile = (of: Parameters<typeof tilePath>[0]) => readExisting(read, tilePath(of))
  const proof = await inclusionProof({ size, readTile, sha256 }, index)
  const leaf = leafHash(sha256, bytes)
  const computed = rootFromInclusion(sha256, { index, size, leaf, proof })
  if (!computed || !equal(computed, root)) {
    throw new LogFault(`Entry ${index} is not in the tree of the checkpoint.`)
  }
  return entry
}
