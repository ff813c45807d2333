import { argon2idHasher } from '../../apps/server/src/platform/process/password-hasher.ts'
import { printTable, type Comparison, type Measure, type Result } from './compare.ts'
import { requestsPerSecond, requestText, type Load } from './load.ts'
import { psql } from './pgbench.ts'
import { runsPerSecond } from './runs-per-second.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'
import { MEMBERS } from './statements.ts'
import { withMembers } from './with-members.ts'

/** Log-in and sign-up, relative to the password hash that both have to compute. */
export const SIGN_IN: Section<Result> = {
  takes: '1 min',
  usesPostgres: true,
  run: measureSignIn,
  print: printTable,
}

const PASSWORD = 'Winter-Sun7'
const passwords = argon2idHasher()

/** More accounts than any machine creates in a second. */
const SIGN_UPS_PER_SECOND = 500

function measureSignIn(options: BenchOptions): Promise<Result[]> {
  return withMembers(
    async ({ databaseUrl, server }) => {
      const hash = await passwords.hash(PASSWORD)
      await psql(databaseUrl, `update members set password_hash = '${hash}'`)
      return measureAll(comparisons(server.url, hash, options.load), options)
    },
    // Each request comes from another address, because one address has limits.
    { TRUST_PROXY: 'true' },
  )
}

/** Returns an address per request; each of them stays below every limit. */
const headersOf = (server: URL, turn: number) => ({
  origin: server.origin,
  'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
})

function comparisons(server: URL, hash: string, load: Load): Comparison[] {
  let address = 0
  let registered = 0
  const logIn = (turn: number) =>
    requestText(server, {
      method: 'POST',
      path: '/v1/public/auth/login',
      headers: headersOf(server, (address += 1)),
      body: { email: `bench-${1 + (turn % MEMBERS)}@harbor.example`, password: PASSWORD },
    })
  const signUpsPerSecond = async () => {
    const count = Math.ceil(SIGN_UPS_PER_SECOND * load.seconds)
    const reply = await fetch(new URL(`/bench/sign-ups?from=${registered}&count=${count}`, server))
    const codes = (await reply.json()) as { email: string; completeCode: string }[] // Sent by member-server.ts.
    registered += count
    return requestsPerSecond(server, load, (turn) =>
      requestText(server, {
        method: 'POST',
        path: '/v1/public/auth/signup',
        headers: headersOf(server, (address += 1)),
        body: {
          ...codes[turn],
          password: PASSWORD,
          agreements: { termsOfService: true, privacyPolicy: true },
        },
      }),
    )
  }
  const hashing = (name: string, run: () => Promise<unknown>): Measure => ({
    name,
    perSecond: () => runsPerSecond(load, run),
  })
  return [
    {
      name: 'a log-in',
      target: 0.6,
      ours: { name: 'POST login', perSecond: () => requestsPerSecond(server, load, logIn) },
      theirs: hashing('argon2id alone', () => passwords.verify(hash, PASSWORD)),
    },
    {
      name: 'a sign-up, after its code',
      target: 0.6,
      ours: { name: 'POST signup', perSecond: signUpsPerSecond },
      theirs: hashing('argon2id alone', () => passwords.hash(PASSWORD)),
    },
  ]
}
