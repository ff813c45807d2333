import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { LogFileError, type ReadFile } from '../packages/points-log/src/log-leaves.ts'
import { nodeCrypto } from '../packages/points-log/src/node-crypto.ts'
import { openCheckpoint, parseVerifierKey } from '../packages/points-log/src/note.ts'
import {
  OpeningsFormatError,
  parseOpenings,
} from '../packages/points-log/src/settlement-openings.ts'
import { replaySettlement } from '../packages/points-log/src/settlement-replay.ts'
import { settlementReport } from '../packages/points-log/src/settlement-report.ts'
import { wholeNumber } from './whole-number.ts'

/**
 * Replays the settlement of a round from the public log and the openings of the round. It reads no
 * database; anybody can run it.
 */
const USAGE =
  'npm run settle:replay -- --round ID --log URL|FOLDER --openings FILE [--key KEY] [--since LEAF]\n'
const PROGRESS_EVERY = 1_000_000

const { sha256 } = nodeCrypto

/** Reads files of a log from its address or from a copy of it. */
function readerOf(log: string): ReadFile {
  const read = /^https?:/.test(log) ? fromAddress(log) : fromFolder(log)
  return async (path) => {
    const bytes = await read(path)
    // A copy may contain the bundles as they were transferred.
    const isCompressed = path.startsWith('tile/entries/') && bytes[0] === 0x1f && bytes[1] === 0x8b
    return isCompressed ? new Uint8Array(gunzipSync(bytes)) : bytes
  }
}

function fromAddress(log: string): ReadFile {
  const base = log.endsWith('/') ? log : `${log}/`
  return async (path) => {
    const reply = await fetch(new URL(path, base), { signal: AbortSignal.timeout(60_000) })
    if (!reply.ok) throw new LogFileError(`${path} is not available (${reply.status})`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}

function fromFolder(log: string): ReadFile {
  return async (path) => {
    try {
      return new Uint8Array(await readFile(join(log, path)))
    } catch {
      throw new LogFileError(`${path} is not in ${log}`)
    }
  }
}

async function replay(given: Given): Promise<boolean> {
  const lines = createInterface({ input: createReadStream(given.openings), crlfDelay: Infinity })
  const openings = await parseOpenings(lines)
  const { roundId, logKey } = openings.facts
  if (roundId !== given.round) {
    throw new LogFileError(`The openings are those of round ${roundId}, not of ${given.round}`)
  }
  const keyText = given.key ?? logKey
  const key = parseVerifierKey(sha256, keyText)
  if (!key) throw new LogFileError(`${keyText} is not the key of a log`)
  const read = readerOf(given.log)
  const note = new TextDecoder().decode(await read('checkpoint'))
  const checkpoint = openCheckpoint(sha256, note, key, nodeCrypto.verify)
  if (!checkpoint) throw new LogFileError('The checkpoint is not signed by the key of the log')
  let nextPrint = PROGRESS_EVERY
  const result = await replaySettlement({
    read,
    checkpoint,
    sha256,
    openings,
    since: given.since,
    onProgress: (leaves) => {
      if (leaves < nextPrint) return
      nextPrint += PROGRESS_EVERY
      process.stderr.write(`Leaf ${leaves} of ${checkpoint.size} …\n`)
    },
  })
  process.stdout.write(`Key: ${keyText}\n${settlementReport(result)}\n`)
  return result.problemCount === 0
}

type Given = {
  round: number
  log: string
  openings: string
  key: string | undefined
  since: number
}

function readArguments(): Given | undefined {
  const { values } = parseArgs({
    options: {
      round: { type: 'string' },
      log: { type: 'string' },
      openings: { type: 'string' },
      key: { type: 'string' },
      since: { type: 'string', default: '0' },
    },
  })
  const { round, log, openings, key } = values
  if (round === undefined || log === undefined || openings === undefined) return undefined
  const since = wholeNumber('since', values.since, 0)
  return { round: wholeNumber('round', round, 1), log, openings, key, since }
}

const given = readArguments()
try {
  if (!given) process.stderr.write(USAGE)
  process.exitCode = given && (await replay(given)) ? 0 : 1
} catch (error) {
  const isExpected = error instanceof LogFileError || error instanceof OpeningsFormatError
  if (!isExpected) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
