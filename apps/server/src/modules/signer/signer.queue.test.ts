import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSigner } from '#test/test-signer.ts'
import { giveUpRequest, insertRequest, saveAnswer } from './signer.queries.ts'
import { answerRequests, queuedSigner, readSigner } from './signer.queue.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const waitingSeconds = async () => (await readSigner(server.ctx))[0]?.values[0]?.value

test('a signer that is down is reported for as long as it is down, regardless of the number of requests', async () => {
  const { signer, close } = aSigner(server.ctx)
  const queued = queuedSigner(server.ctx, signer.address, 100)
  const admit = () => queued.admit({ payoutId: 1, gas: 1n, maxFeePerGas: 1n })
  const idle = await waitingSeconds()
  await expect(admit()).rejects.toThrow('did not answer')
  server.clock.advance(MINUTE_MS)
  await expect(admit()).rejects.toThrow('did not answer')
  server.clock.advance(MINUTE_MS)
  const down = await waitingSeconds()
  const left = await rowsOf(server.ctx.db, sql`select id from signer_requests`)
  const stop = answerRequests(server.ctx, signer)
  await expect.poll(waitingSeconds).toBe(0)
  const patient = queuedSigner(server.ctx, signer.address)
  const answer = await patient.admit({ payoutId: 1, gas: 1n, maxFeePerGas: 1n })
  await stop()
  await close()

  expect(idle).toBe(0)
  // The alert SignerSilent fires above 3 seconds for a minute.
  expect(down).toBe(120)
  expect(left).toHaveLength(1)
  expect(answer).toEqual({ kind: 'refused', why: 'UNKNOWN' })
  expect(await waitingSeconds()).toBe(0)
})

test('an answer to a request that was given up does not hide that the signer is down', async () => {
  const { signer, close } = aSigner(server.ctx)
  const late = Promise.withResolvers<void>()
  const stop = answerRequests(server.ctx, {
    ...signer,
    admit: async () => {
      await late.promise
      return { kind: 'admitted' }
    },
  })
  const queued = queuedSigner(server.ctx, signer.address, 1000)
  const admit = () => queued.admit({ payoutId: 1, gas: 1n, maxFeePerGas: 1n })
  await expect(admit()).rejects.toThrow('did not answer')
  late.resolve()
  await stop()
  const left = await rowsOf(server.ctx.db, sql`select id from signer_requests`)
  await expect(admit()).rejects.toThrow('did not answer')
  server.clock.advance(MINUTE_MS)
  await expect(admit()).rejects.toThrow('did not answer')
  const down = await waitingSeconds()
  await server.ctx.db.execute(sql`delete from signer_requests`)
  await close()

  expect(left).toEqual([])
  expect(down).toBe(60)
})

test('a request that is answered while it is given up is deleted', async () => {
  const { db, now } = server.ctx
  const id = await insertRequest(db, { kind: 'sign', payoutId: 1, attempt: 1 }, now())
  await saveAnswer(db, id, { kind: 'refused', why: 'UNKNOWN' })
  await giveUpRequest(db, id)

  expect(await rowsOf(db, sql`select id from signer_requests`)).toEqual([])
})
