import { parseArgs } from 'node:util'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { seedDemo } from '#/demo/account.ts'
import { withProgress } from '#/platform/process/progress.ts'
import { fuzzCall } from './fuzz.ts'
import { fuzzLong } from './fuzz-long.ts'
import setUpTemplate from './pglite-template.ts'
import { startTestApp } from './test-app.ts'

/**
 * `npm run fuzz -- --requests 500 --seed 7 [--call pin.verify,pin.set] [--part 1/2]`: fuzzes every
 * call for longer than a test run may take. Several processors can each take a part of the calls.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(crypto.getRandomValues(new Uint32Array(1))[0]) },
    call: { type: 'string' },
    part: { type: 'string', default: '1/1' },
  },
})
const requests = Number(values.requests)
const selectedCalls = values.call?.split(',')
// The printed seed can be passed to reproduce a run.
const seed = Number(values.seed) % 2 ** 31
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const print = (line: string) => process.stdout.write(`${line}\n`)

print(`Seed ${seed}, ${requests} requests to each call, and long texts in each of its fields`)
const removeTemplate = await withProgress('Migrating a database', setUpTemplate)
const server = await withProgress('Starting a server', startTestApp)
// The demo data gives calls with small ids something to find: seasons, products, notices, orders.
await withProgress('Adding demo data', () => seedDemo(server.ctx))
let sent = 0
let broken = 0
for (const [index, id] of (Object.keys(endpoints) as CallId[]).entries()) {
  if (selectedCalls && !selectedCalls.includes(id)) continue
  if (index % parts !== part % parts) continue
  const startedAtMs = performance.now()
  try {
    const tally = await fuzzCall(server, id, { requests, seed })
    sent += await fuzzLong(server, id, { every: true })
    const codes = [...tally].toSorted(([a], [b]) => a - b)
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0)
    print(
      `ok    ${id.padEnd(28)} ${seconds.padStart(4)} s  ${codes.map(([code, count]) => `${code}×${count}`).join('  ')}`,
    )
    sent += requests
  } catch (error) {
    broken += 1
    print(`BROKE ${id}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
await server.close()
await removeTemplate?.()
print(`${sent} requests, ${broken} calls broken, seed ${seed}`)
// An unknown --call sends nothing and fails here.
if (broken > 0 || sent === 0) process.exitCode = 1
