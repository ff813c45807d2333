import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import type { Start } from './results.ts'
import type { Section } from './section.ts'
import { median } from './median.ts'

const TIMES = 3

export const START: Section<Start> = {
  takes: '1 min',
  usesPostgres: false,
  run: () => withProgress('Measuring starts', measureStarts),
  print: printStarts,
}

async function secondsToReady(folder: string): Promise<number> {
  const begun = performance.now()
  const server = await startServer({ SOLSTICE_DATA: folder })
  const seconds = (performance.now() - begun) / 1000
  await server.stop()
  return seconds
}

/** Measures `npm start` until it responds, with an empty data folder and with the resulting one. */
async function measureStarts(): Promise<Start[]> {
  await buildWebIfStale()
  const fresh: Start = { name: 'with an empty data folder', seconds: [] }
  const again: Start = { name: 'again, with existing data', seconds: [] }
  for (let time = 0; time < TIMES; time += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'solstice-start-'))
    try {
      for (const start of [fresh, again]) start.seconds.push(await secondsToReady(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return [fresh, again]
}

function printStarts(starts: readonly Start[]): void {
  for (const { name, seconds } of starts) {
    console.log(
      `ready ${name} after ${median(seconds).toFixed(1)} s, median of ${seconds.length}: ` +
        seconds.map((each) => each.toFixed(1)).join(', '),
    )
  }
}
