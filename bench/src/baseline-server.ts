import Fastify from 'fastify'
import { createPool } from '../../apps/server/src/platform/process/postgres-pool.ts'

/** The baseline for a read: the same framework and pool, one SELECT, nothing else. */
const pool = createPool(process.env['DATABASE_URL'] ?? '', () => {})
const app = Fastify()
app.get('/member', async () => {
  const { rows } = await pool.query<{ id: string }>(
    {
      name: 'member',
      text: 'select id, email, nickname, wallet_address from members where id = $1',
    },
    [1],
  )
  return { code: 0, success: true, msg: '', data: rows[0] ?? null }
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${address}`)
