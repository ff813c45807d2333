import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { compose } from '../../apps/server/src/compose.ts'
import { memberLog } from '../../apps/server/src/modules/points-log/member-log.service.ts'
import {
  appendAllPostings,
  newestCheckpoint,
  publishedTile,
  verifierKeyOf,
} from '../../apps/server/src/modules/points-log/points-log.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import { verifyMember, type LogCrypto } from '../../packages/points-log/src/member.ts'
import { nodeCrypto } from '../../packages/points-log/src/node-crypto.ts'
import { parseTilePath } from '../../packages/points-log/src/tile.ts'
import { verifyLog } from '../../packages/points-log/src/verify-log.ts'

/** Runs one task on the points log and prints its duration and the peak memory of this process. */
const [, , task = ''] = process.argv
const { ctx, close } = await compose(readEnv(process.env))

export type LogTask = {
  leaves: number
  seconds: number
  idleMb: number
  peakMb: number
  proofHashes?: number
  replyBytes?: number
}
type Outcome = Omit<LogTask, 'seconds' | 'idleMb' | 'peakMb'> & { seconds?: number }

const MEMBER = 7
/** The hashes of the app's library; the signature takes the same time for any number of entries. */
const appCrypto: LogCrypto = {
  ...nodeCrypto,
  sha256: (bytes) => sha256(bytes),
  hmac: (key, message) => hmac(sha256, key, message),
}

const sizeOf = async () => (await newestCheckpoint(ctx.db, ctx)).size

const firstPage = () => memberLog(ctx, MEMBER, { after: 0, seen: 0 })

async function readPage(): Promise<Outcome> {
  const page = await firstPage()
  const proofHashes = Math.max(...page.entries.map(({ proof }) => proof.length))
  const replyBytes = Buffer.byteLength(JSON.stringify(page))
  return { leaves: page.entries.length, proofHashes, replyBytes }
}

async function verifyPage(): Promise<Outcome> {
  const page = await firstPage()
  const startedAt = performance.now()
  const result = verifyMember(appCrypto, { memberId: MEMBER, page })
  const seconds = (performance.now() - startedAt) / 1000
  if (!result.ok) throw new Error(`The page has the fault ${result.fault}`)
  return { leaves: result.count, seconds }
}

async function verifyAll(): Promise<Outcome> {
  const { entries } = await verifyLog(nodeCrypto, {
    verifierKey: verifierKeyOf(ctx),
    read: async (path) => {
      if (path === 'checkpoint') {
        return new TextEncoder().encode((await newestCheckpoint(ctx.db, ctx)).note)
      }
      const tile = parseTilePath(path)
      const content = tile && (await publishedTile(ctx, tile))
      return content && tile.level === 'entries' ? gunzipSync(content) : content
    },
  })
  return { leaves: entries }
}

const TASKS: Record<string, () => Promise<Outcome>> = {
  migrate: async () => ({ leaves: 0 }),
  append: async () => {
    await appendAllPostings(ctx)
    return { leaves: await sizeOf() }
  },
  page: readPage,
  'verify-page': verifyPage,
  'verify-all': verifyAll,
}

const run = TASKS[task]
if (!run) throw new Error(`Unknown task ${task}`)
// Starting needs more memory than the run: reset the peak that the kernel records.
writeFileSync('/proc/self/clear_refs', '5')
const idleMb = peakMb()
const startedAt = performance.now()
const outcome = await run()
const seconds = outcome.seconds ?? (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ ...outcome, seconds, idleMb, peakMb: peakMb() }))
await close()

/** Returns the peak memory that the kernel reports. */
function peakMb(): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
