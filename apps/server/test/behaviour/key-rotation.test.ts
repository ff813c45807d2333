import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '@solstice/rules/duration'
import { vapidKeysFrom } from '#/adapters/push-encryption.ts'
import { DEFAULT_PUSH_HOSTS, webPush } from '#/adapters/web-push.ts'
import { keysFrom } from '#/platform/process/keys.ts'
import { sealerFrom } from '#/platform/process/seal.ts'
import { checkSealingKeys } from '#/platform/process/sealing-keys.ts'
import { sealedValues } from '#/sealed-values.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import type { PushDevice } from '#test/push-service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anEmail, mailedCode, openBrowser, signUpMember, type Browser } from '#test/test-member.ts'
import { enterPin, memberWithPin, PIN } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'

const SPIN = 2
const SESSION_KEY = 'a key that only tests use, long enough'
const MASTER_KEY = 'a master key that only tests use, long enough'

describe('after the session key was rotated', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
  })
  afterAll(() => server.close())

  test('sessions and mailed codes stay valid while the previous key is set', async () => {
    const idle = await signUpMember(server)
    const active = await signUpMember(server)
    const email = anEmail()
    const newcomer = openBrowser(server)
    await newcomer.call('auth.sendSignUpCode', { body: { email } })
    const code = mailedCode(server, email)

    server.ctx.keys = keysFrom('the session key of the next year, long', [SESSION_KEY])
    const [access, reissued] = [
      await active.call('users.me', {}),
      await active.call('auth.reissue', {}),
    ]
    const verified = await newcomer.call('auth.verifyCode', {
      body: { email, purpose: 'SIGNUP', code },
    })
    server.ctx.keys = keysFrom('the session key of the next year, long')
    const withNewKey = await active.call('users.me', {})
    const withOldKey = await idle.call('users.me', {})

    expect([access.code, reissued.code, verified.code]).toEqual([0, 0, 0])
    expect(withNewKey.code).toBe(0)
    // A device that did not come back in time logs in again.
    expect(withOldKey.status).toBe(401)
  })
})

describe('after the PIN master key was rotated', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
  })
  afterAll(() => server.close())

  function restartWith(master: string, previous: readonly string[] = []): Promise<void> {
    server.ctx.pinSealer = sealerFrom(master, 'pin-key', previous)
    server.ctx.spinSealer = sealerFrom(master, 'spin-seed', previous)
    return checkSealingKeys(server.ctx, sealedValues, { isFatal: true })
  }

  const wheelOf = async (member: Browser, seasonId: number) => {
    const params = { seasonId, missionId: SPIN }
    const { data } = await member.call('mission.show', { params })
    if (data?.type !== 'SPIN') throw new Error('Mission 2 is not the spin')
    return data.commitment
  }

  test('PINs open wallets, promised spins are kept, and deleted addresses stay blocked', async () => {
    await restartWith(MASTER_KEY)
    const { seasonId } = await aSeason(server)
    const member = await memberWithPin(server)
    const promised = await wheelOf(member, seasonId)
    const before = server.ctx.lastingKeys.mac('deleted-email', 'min@harbor.example')

    await restartWith('the master key of the next year, long', [MASTER_KEY])
    const during = await enterPin(member, PIN)
    await server.worker.runDue()
    await restartWith('the master key of the next year, long')
    const after = await enterPin(member, PIN)
    const spun = await member.call('mission.execute', {
      params: { seasonId, missionId: SPIN },
      body: { commitment: promised },
    })

    expect([during.code, after.code, spun.code]).toEqual([0, 0, 0])
    expect(server.ctx.lastingKeys.mac('deleted-email', 'min@harbor.example')).toBe(before)
  })
})

describe('after the VAPID key was rotated', () => {
  const OLD = vapidKeysFrom('dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE')
  const NEW = vapidKeysFrom('YW5vdGhlciBrZXkgb2YgYSBzZXJ2ZXIgaW4gYSB0ZXM')
  let app: PushApp
  beforeAll(async () => {
    app = await startPushApp()
    await app.reset()
  })
  afterAll(() => app.close())

  test('devices receive pushes with the key they subscribed to, and new ones with the new key', async () => {
    const { server, service, notifyMember } = app
    const early = await signUpMember(server)
    const late = await signUpMember(server)
    const subscribe = (member: Browser, { endpoint, p256dh, auth }: PushDevice) =>
      member.call('push.subscribe', { body: { endpoint, p256dh, auth } })
    const before = service.aDevice({ expects: OLD.publicKey })
    const after = service.aDevice({ expects: NEW.publicKey })
    await subscribe(early, before)
    const { push } = server.ctx
    const rotated = webPush({
      keys: NEW,
      previousKeys: OLD,
      subject: 'mailto:ops@harbor.example',
      hosts: DEFAULT_PUSH_HOSTS,
      allowLoopback: true,
      now: () => server.clock.now,
    })
    server.ctx.push = rotated
    await subscribe(late, after)

    for (let round = 0; round < 2; round += 1) {
      await notifyMember(early.userId, 'REWARD', { seasonId: 3 })
      await notifyMember(late.userId, 'REWARD', { seasonId: 3 })
      await server.worker.runDue()
      server.clock.advance(HOUR_MS)
    }

    const keysAt = ({ endpoint }: PushDevice) =>
      service.received
        .filter((received) => received.endpoint === endpoint)
        .map(({ vapid }) => vapid.publicKey)
    expect(keysAt(before)).toEqual([OLD.publicKey, OLD.publicKey])
    expect(keysAt(after)).toEqual([NEW.publicKey, NEW.publicKey])
    // Only the first push to the early device was rejected; then its key is known.
    expect(service.attempts()).toBe(5)
    expect(await app.waiting()).toEqual([])
    server.ctx.push = push
    await rotated.close()
  })
})
