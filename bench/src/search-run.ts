import { sql } from 'drizzle-orm'
import { buildApp } from '../../apps/server/src/app.ts'
import { compose } from '../../apps/server/src/compose.ts'
import { addMachine } from '../../apps/server/src/modules/operator/operator.service.ts'
import { rowsOf } from '../../apps/server/src/platform/process/db.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import type { CallData } from '../../packages/contract/src/wire.ts'
import { isRight, SEARCH_CASES, type Sample } from './search-cases.ts'

/**
 * Searches as a console does, through the whole server, and prints the durations in milliseconds.
 * `migrate` only migrates the database.
 */
const [, , task = ''] = process.argv
const CALLS = 200
const WARM_UP = 20

const { ctx, close } = await compose(readEnv(process.env))
if (task !== 'migrate') await measure()
await close()

async function measure(): Promise<void> {
  const app = await buildApp(ctx, { production: false, publicOrigin: undefined, trustProxy: false })
  const { token } = await addMachine(
    ctx.db,
    ctx,
    { name: 'bench' },
    { name: `bench-${process.pid}`, role: 'OWNER' },
  )
  const send = async (q: string): Promise<CallData<'search.find'>['list']> => {
    const url = `/v1/operator/search?q=${encodeURIComponent(q)}`
    const headers = { authorization: `Bearer ${token}` }
    const reply = await app.inject({ method: 'GET', url, headers })
    const { data } = reply.json<{ data: CallData<'search.find'> }>()
    return data.list
  }
  // Raw SQL: a sample of members in no order.
  const samples = await rowsOf<Sample>(
    ctx.db,
    sql`select m.id, m.email, m.nickname, m.wallet_address as wallet, o.tx_hash as hash
      from members m join orders o on o.id = m.id
      where m.id in (select 1 + (random() * (select max(id) - 1 from members))::bigint
        from generate_series(1, ${2 * (CALLS + WARM_UP)}))
      limit ${CALLS + WARM_UP}`,
  )
  const isLatin = ({ nickname }: Sample) => /^[a-z]/.test(nickname)
  const latin = samples.filter(isLatin)
  const hangul = samples.filter((sample) => !isLatin(sample))
  const groups = { all: samples, latin, hangul }
  const results = []
  for (const [name, { of, text, wanted }] of Object.entries(SEARCH_CASES)) {
    const searched = groups[of]
    const durations: number[] = []
    let right = true
    for (let at = 0; at < CALLS + WARM_UP; at += 1) {
      const sample = searched[at % searched.length]
      if (!sample) throw new Error('There are no members')
      const q = text(sample, at)
      const startedAt = performance.now()
      const list = await send(q)
      if (at >= WARM_UP) durations.push(performance.now() - startedAt)
      right &&= isRight(wanted, sample, list)
    }
    results.push({ name, durations, right })
  }
  await app.close()
  console.log(JSON.stringify(results))
}
