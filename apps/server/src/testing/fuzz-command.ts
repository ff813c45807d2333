import { parseArgs } from 'node:util'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { fuzzCall } from './fuzz.ts'
import setUpTemplate from './pglite-template.ts'
import { startTestApp } from './test-app.ts'

/** `npm run fuzz -- --requests 500 --seed 7 [--call pin.verify]`: every call, longer than a test run may take. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(crypto.getRandomValues(new Uint32Array(1))[0]) },
    call: { type: 'string' },
  },
})
const requests = Number(values.requests)
// What is printed is what can be given again.
const seed = Number(values.seed) % 2 ** 31
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`Seed ${seed}, ${requests} requests to each call`)
const removeTemplate = await setUpTemplate()
const server = await startTestApp()
let sent = 0
let broken = 0
for (const id of Object.keys(endpoints) as CallId[]) {
  if (values.call !== undefined && values.call !== id) continue
  try {
    const tally = await fuzzCall(server, id, { requests, seed })
    const codes = [...tally].toSorted(([a], [b]) => a - b)
    say(`ok    ${id.padEnd(28)} ${codes.map(([code, count]) => `${code}×${count}`).join('  ')}`)
    sent += requests
  } catch (error) {
    broken += 1
    say(`BROKE ${id}\n${error instanceof Error ? error.message : String(error)}`)
  }
  server.log.text = ''
}
await server.close()
await removeTemplate?.()
say(`${sent} requests, ${broken} calls broken, seed ${seed}`)
if (broken > 0) process.exitCode = 1
