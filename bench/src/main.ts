import { startPostgres } from '../../tools/postgres.ts'
import { startServer } from '../../tools/server.ts'
import { median, perSecond } from './rate.ts'

/**
 * What a signed-in read costs, as a ratio to the barest reply of the same server in the same run:
 * seconds differ between machines, ratios hardly.
 */
const ROUNDS = 5
const DEMO = { email: 'demo@solstice.example', password: 'Solstice1!' }

async function logIn(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/v1/public/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(DEMO),
  })
  if (!reply.ok) throw new Error(`login answered ${reply.status}: ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function measure(database: string, env: NodeJS.ProcessEnv): Promise<void> {
  const server = await startServer({ ...env, LOG_LEVEL: 'silent' })
  try {
    const cookie = await logIn(server.url)
    const bare: number[] = []
    const read: number[] = []
    // Rounds alternate, so that what disturbs the machine disturbs both.
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await perSecond(`${server.url}/healthz`))
      read.push(await perSecond(`${server.url}/v1/private/users/me`, { cookie }))
    }
    const ratio = median(bare) / median(read)
    console.log(
      `${database.padEnd(12)} /healthz ${median(bare).toFixed(0)}/s, users/me ${median(read).toFixed(0)}/s: one read costs ${ratio.toFixed(2)} bare replies`,
    )
  } finally {
    await server.stop()
  }
}

await measure('PGlite', {})
const cluster = await startPostgres({ durable: true })
try {
  await measure('PostgreSQL', { DATABASE_URL: cluster.url })
} finally {
  await cluster.stop()
}
