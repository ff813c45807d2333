import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { PausingEvent } from '@solstice/rules/account'
import { HOUR_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { PIN, pinHeader } from '#test/test-pin.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('deletion and disconnecting', () => {
  test.each(['PIN_SET', 'WALLET_REGISTERED', 'WALLET_CHANGED'] as const)(
    'are possible during a pause after %s',
    async (kind) => {
      const { member, wallet } = await aMemberAfter(kind)
      expect(await codesOf(member, wallet.address)).toEqual([0, 0])
    },
  )

  test.each(['PASSWORD_RESET', 'PIN_REPLACED'] as const)(
    'return 2504 during a pause after %s',
    async (kind) => {
      const { member, wallet } = await aMemberAfter(kind)
      const paused = [Code.WITHDRAWALS_PAUSED, Code.WITHDRAWALS_PAUSED]
      expect(await codesOf(member, wallet.address)).toEqual(paused)
      server.clock.advance(48 * HOUR_MS)
      await logInAgain(member)
      expect(await codesOf(member, wallet.address)).toEqual([0, 0])
    },
  )

  async function aMemberAfter(kind: PausingEvent) {
    const member = await signUpMember(server)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    await server.ctx.db.execute(
      sql`update security_events set kind = ${kind} where member_id = ${member.userId}`,
    )
    return { member, wallet }
  }

  async function codesOf(member: Browser, address: string): Promise<number[]> {
    const disconnected = await member.call(
      'wallet.disconnect',
      { params: { address } },
      await pinHeader(member, PIN, 'WALLET_DISCONNECT'),
    )
    const deleted = await member.call(
      'account.delete',
      { body: { reason: 'OTHER', agreed: true } },
      await pinHeader(member, PIN, 'ACCOUNT_DELETE'),
    )
    return [disconnected.code, deleted.code]
  }
})
