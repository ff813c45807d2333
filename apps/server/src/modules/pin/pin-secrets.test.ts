import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { rowsOf } from '#/platform/process/db.ts'
import { sealerFrom } from '#/platform/process/seal.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { blindPin, enrolPin, enterPin, evaluatePin, pinHeader } from '#test/test-pin.ts'
import { dumpDatabase } from '#test/dump-database.ts'
import { pinKeyFrom } from './pin.oprf.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PIN = '135790'

/** Returns the whole database as a thief would get it. */
async function dump(): Promise<string> {
  return Object.values(await dumpDatabase(server.ctx.db))
    .flat()
    .join('\n')
}

/**
 * Matches the PIN only as a whole token, because timestamps and ids also contain six digits in a
 * row.
 */
const wholeToken = (pin: string) => new RegExp(`(?<![\\w-])${pin}(?![\\w-])`)

/** Enrols a PIN and records the random bytes its key is made of. */
async function enrolWatched() {
  const member = await signUpMember(server)
  const seeds: Uint8Array[] = []
  const real = server.ctx.randomBytes
  server.ctx.randomBytes = (count) => {
    const bytes = real(count)
    if (count === 32) seeds.push(bytes)
    return bytes
  }
  const pin = await enrolPin(member, PIN)
  server.ctx.randomBytes = real
  const [seed] = seeds
  if (!seed) throw new Error('No key was created')
  return { member, pin, seed, key: pinKeyFrom(seed) }
}

test('stores no unencrypted PIN key in the database, and nothing that opens one', async () => {
  const { member, pin, seed, key } = await enrolWatched()
  const token = await pinHeader(member, PIN, 'WITHDRAW')

  const stolen = await dump()

  const [row] = await rowsOf<{ sealed_key: string }>(
    server.ctx.db,
    sql`select sealed_key from pin_keys where id = ${pin.pinKeyId}`,
  )
  const sealed = row?.sealed_key ?? ''
  const associatedData = `pin-key:${pin.pinKeyId}:${member.userId}`
  expect(stolen).toContain(sealed)
  expect(Buffer.from(server.ctx.pinSealer.open(sealed, associatedData))).toEqual(Buffer.from(key))
  for (const secret of [seed, key]) {
    const bytes = Buffer.from(secret)
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      expect(stolen).not.toContain(bytes.toString(form).replace(/=+$/, ''))
    }
  }
  for (const secret of [pin.proof, pin.kek, token['x-pin-token']]) {
    expect(stolen.includes(secret)).toBe(false)
  }
  expect(stolen).not.toMatch(wholeToken(PIN))
  for (const word of stolen.split(/[\s,()"]+/)) {
    expect(() => sealerFrom(word, 'pin-key').open(sealed, associatedData)).toThrow(/authenticate/)
  }
})

test('cannot open a sealed key that was moved to another member', async () => {
  const { pin } = await enrolWatched()
  const thief = await enrolWatched()
  await server.ctx.db.execute(sql`update pin_keys set
    sealed_key = (select sealed_key from pin_keys where id = ${pin.pinKeyId})
    where id = ${thief.pin.pinKeyId}`)

  const reply = await evaluatePin(thief.member, PIN)

  expect(reply).toMatchObject({ status: 500, code: Code.SERVER_ERROR, data: null })
})

test('stores the attempt before the key is used', async () => {
  const { member, pin } = await enrolWatched()
  const seen: unknown[] = []
  const real = server.ctx.pinSealer.open
  server.ctx.pinSealer.open = () => {
    throw new Error('simulated crash')
  }

  const reply = await member.call('pin.evaluate', {
    body: { blinded: blindPin(PIN, pin.salt).blinded },
  })
  server.ctx.pinSealer.open = real
  seen.push((await member.call('pin.state', {})).data?.attempts)

  expect(reply.status).toBe(500)
  expect(seen).toEqual([1])
})

test('never logs a PIN, proof, token or any part of an entry', async () => {
  const { member, pin, key } = await enrolWatched()
  await enterPin(member, '987654')
  const { entry } = await evaluatePin(member, PIN)
  const token = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
  await member.call(
    'account.changePassword',
    { body: { currentPassword: 'Canary11!', newPassword: 'Canary22!' } },
    token,
  )

  expect(server.log.text).toContain('/v1/private/users/pin/verify')
  const secrets = [
    pin.proof,
    pin.kek,
    entry?.proof ?? '-',
    token['x-pin-token'],
    'Canary11!',
    'Canary22!',
    Buffer.from(key).toString('base64url'),
    ...member.cookies.values(),
  ]
  for (const secret of secrets) expect(server.log.text.includes(secret)).toBe(false)
  for (const pin of [PIN, '987654']) expect(server.log.text).not.toMatch(wholeToken(pin))
})
