import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leafHash, rootOf } from '../packages/points-log/src/merkle.ts'
import { signCheckpoint, verifierKeyText } from '../packages/points-log/src/note.ts'
import { factsLine, openingLine } from '../packages/points-log/src/settlement-openings.ts'
import { aSettledRound, fileOf, sha256 } from '../packages/points-log/src/test-settled-round.ts'
import { TILE_WIDTH, tileAt, tilePath } from '../packages/points-log/src/tile.ts'
import { ROOT } from './run-step.ts'

const folder = mkdtempSync(join(tmpdir(), 'solstice-replay-'))
const round = aSettledRound()
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
const origin = 'harbor.example/log'

/** Writes a copy of the log as an outsider would download it. */
function writeLog(): void {
  const size = round.entries.length
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const tile = tileAt(size, 0, index)
    const bundle = tilePath({ ...tile, level: 'entries' })
    write(tilePath(tile), fileOf(round, tilePath(tile)))
    write(bundle, gzipSync(fileOf(round, bundle)))
  }
  const root = rootOf(
    sha256,
    round.entries.map((entry) => leafHash(sha256, entry)),
  )
  const signer = { publicKey: key, sign: (text: Uint8Array) => sign(null, text, privateKey) }
  write('checkpoint', signCheckpoint(sha256, { origin, size, root }, signer))
}

function write(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function run(openings: readonly string[], ...more: string[]) {
  write('openings.ndjson', openings.join('\n'))
  const file = join(folder, 'openings.ndjson')
  const given = ['--round', '4', '--log', folder, '--openings', file, ...more]
  // Neither a database nor any other setting is available to the command.
  const env = { PATH: process.env['PATH'] }
  return spawnSync(process.execPath, [join(ROOT, 'tools/settle-replay.ts'), ...given], {
    env,
    encoding: 'utf8',
  })
}

beforeAll(writeLog)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the command replays a settlement without a database, and fails when a line is missing', () => {
  const logKey = verifierKeyText(sha256, { name: origin, publicKey: key })
  const lines = [factsLine({ ...round.facts, logKey }), ...round.lines.map(openingLine)]
  const whole = run(lines)
  const without = run(lines.toSpliced(5, 1))

  expect(whole.stdout).toContain('Verdict: every member was paid exactly what the rule gives.')
  expect(whole.status).toBe(0)
  expect(without.stdout).toMatch(/leaf \d+: it is part of the round and nobody opened it/)
  expect(without.stdout).toContain('does NOT follow')
  expect(without.status).toBe(1)
})

test('the command refuses a log that another key signed', () => {
  const other = verifierKeyText(sha256, { name: origin, publicKey: new Uint8Array(32) })
  const { stderr, status } = run([factsLine(round.facts)], '--key', other)

  expect(stderr).toBe('The checkpoint is not signed by the key of the log\n')
  expect(status).toBe(1)
})
