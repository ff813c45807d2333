import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { sealedValues } from '#/sealed-values.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson, signIn } from '#test/test-console.ts'
import { enterPin, memberWithPin, PIN } from '#test/test-pin.ts'
import type { AppContext } from './context.ts'
import { rowsOf } from './db.ts'
import { SettingsError } from './env.ts'
import { keysFrom } from './keys.ts'
import { sealerFrom } from './seal.ts'
import { checkSealingKeys } from './sealing-keys.ts'

const OLD = 'a master key that only tests use, long enough'
const NEW = 'another master key that only tests use, too'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Gives the app the keys of these settings, as a restart would. */
function restartWith(ctx: AppContext, master: string, previous: readonly string[] = []): void {
  ctx.pinSealer = sealerFrom(master, 'pin-key', previous)
  ctx.spinSealer = sealerFrom(master, 'spin-seed', previous)
  ctx.operatorSealer = sealerFrom(master, 'operator-factor', previous)
}

const check = () => checkSealingKeys(server.ctx, sealedValues, { isFatal: true })

const sealedWith = (keyId: string) =>
  rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select id from pin_keys where sealed_key like ${`v2.${keyId}.%`}`,
  )

describe('a new master key', () => {
  test('is refused without the key that it replaces, before anything is lost', async () => {
    restartWith(server.ctx, OLD)
    await check()
    restartWith(server.ctx, NEW)

    await expect(check()).rejects.toThrow(SettingsError)
    await expect(check()).rejects.toThrow('PIN_MASTER_KEY is not the key of this database')
    await expect(checkSealingKeys(server.ctx, sealedValues, { isFatal: false })).resolves.toBe(
      undefined,
    )
  })

  test('opens every PIN, seals all again, and then works without the previous key', async () => {
    restartWith(server.ctx, OLD)
    await check()
    const members = [await memberWithPin(server), await memberWithPin(server)]
    const [first] = members
    restartWith(server.ctx, NEW, [OLD])
    await check()

    // Without the job, a PIN is sealed again when it is used.
    await server.ctx.db.execute(sql`delete from jobs`)
    if (first) await enterPin(first, PIN)
    const used = await sealedWith(server.ctx.pinSealer.keyId)
    await check()
    await server.worker.runDue()
    const all = await sealedWith(server.ctx.pinSealer.keyId)
    restartWith(server.ctx, NEW)
    await check()
    const entered = []
    for (const member of members) entered.push((await enterPin(member, PIN)).code)

    expect(entered).toEqual([0, 0])
    expect(used).toHaveLength(1)
    expect(all).toHaveLength(2)
    restartWith(server.ctx, OLD)
    await expect(check()).rejects.toThrow('PIN_MASTER_KEY')
    restartWith(server.ctx, NEW)
  })

  test('keeps the authenticator apps of operators, and then works without the previous key', async () => {
    const before = 'a master key before the rotation of this test'
    const after = 'a master key after the rotation of this test'
    await server.ctx.db.execute(sql`delete from sealing_keys where name like 'auth%'`)
    server.ctx.operatorSealer = sealerFrom(before, 'operator-factor')
    await check()
    const person = await aPerson(server)
    server.ctx.operatorSealer = sealerFrom(after, 'operator-factor', [before])
    await server.ctx.db.execute(sql`delete from jobs`)
    await check()
    server.clock.advance(MINUTE_MS)
    const during = await signIn(server, person, person.email)
    await server.worker.runDue()
    server.ctx.operatorSealer = sealerFrom(after, 'operator-factor')
    await check()

    server.clock.advance(MINUTE_MS)
    const afterwards = await signIn(server, person, person.email)

    expect([during.name, afterwards.name]).toEqual([person.name, person.name])
    restartWith(server.ctx, NEW)
    await server.ctx.db.execute(sql`delete from sealing_keys where name like 'auth%'`)
  })

  test('seals values that a process with the previous key added meanwhile', async () => {
    restartWith(server.ctx, 'a third master key that only tests use', [NEW])
    const { keyId } = server.ctx.pinSealer
    await check()
    await server.worker.runDue()
    const sealed = (await sealedWith(keyId)).length
    const rotated = server.ctx.pinSealer
    restartWith(server.ctx, NEW)
    await memberWithPin(server)
    server.ctx.pinSealer = rotated
    server.clock.advance(HOUR_MS)

    await server.worker.runDue()

    expect(await sealedWith(keyId)).toHaveLength(sealed + 1)
  })
})

test('a new key of fingerprints is refused, because nothing can compute them again', async () => {
  const { lastingKeys } = server.ctx
  server.ctx.lastingKeys = keysFrom('another key of fingerprints, long enough')

  await expect(check()).rejects.toThrow('FINGERPRINT_KEY is not the key of this database')

  server.ctx.lastingKeys = lastingKeys
})
