import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureLoads } from '../e2e/first-load.ts'
import { LIMITS, findProblems, findWalletProblems, walletChunks, weigh } from './budget/weigh.ts'
import type { FirstLoads } from './performance/recorded.ts'
import { ROOT } from './run-step.ts'
import { startServer } from './server.ts'
import { DIST, buildWebIfStale } from './web-build.ts'

function sourcesOf(path: string): string[] | undefined {
  try {
    const map = JSON.parse(readFileSync(join(DIST, `${path}.map`), 'utf8')) as { sources: string[] }
    return map.sources
  } catch {
    return undefined
  }
}

await buildWebIfStale()
const server = await startServer()
try {
  const line = (...cells: (string | number)[]) =>
    console.log(
      cells.map((cell, at) => (at ? String(cell).padStart(12) : String(cell).padEnd(14))).join(''),
    )
  line('first load', 'JS gzip B', 'CSS gzip B', 'font B', 'requests')
  line('limit', LIMITS.scripts, LIMITS.styles, '', '')
  const problems: string[] = []
  const recorded: FirstLoads = []
  const { first, withWallet } = await measureLoads(server.url)
  for (const [page, assets] of first) {
    const { scripts, styles, fonts, requests } = weigh(assets)
    line(page, scripts, styles, fonts, requests)
    recorded.push({ page, scripts, styles, limit: LIMITS.scripts })
    problems.push(...findProblems(assets, sourcesOf).map((problem) => `${page}: ${problem}`))
  }
  const chunks = walletChunks(withWallet, first.get('/home') ?? [], sourcesOf)
  const { scripts, styles, requests } = weigh(chunks)
  line('wallet limit', LIMITS.wallet, '', '', '')
  line('wallet', scripts, '', '', requests)
  recorded.push({ page: 'the wallet, later', scripts, styles, limit: LIMITS.wallet })
  mkdirSync(join(ROOT, 'artefacts'), { recursive: true })
  writeFileSync(join(ROOT, 'artefacts/budget.json'), JSON.stringify(recorded, undefined, 2))
  problems.push(...findWalletProblems(chunks).map((problem) => `wallet: ${problem}`))
  for (const problem of problems) console.log(`over budget: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await server.stop()
}
