import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { readAnswer } from './server-answer.ts'
import { decideWallet } from './wallet-decision.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const EMAIL = 'ari@example.com'
const local = { address: OWN, state: 'active' } as const

const profile = fc.oneof(
  fc.anything(),
  fc.record(
    {
      walletAddress: fc.oneof(
        fc.constantFrom(null, OWN, OWN.toLowerCase(), `${OWN}0`, ''),
        fc.anything(),
      ),
      email: fc.oneof(fc.constantFrom(EMAIL, 'bo@example.com'), fc.anything()),
    },
    { requiredKeys: [] },
  ),
)

const failure = fc.record({
  status: fc.constantFrom(0, 200, 400, 401, 404, 409, 429, 500, 502, 503),
  code: fc.option(fc.constantFrom(1101, 2902, 9992, 9999), { nil: undefined }),
})

test("removes a wallet only after an explicit address or null in this member's profile", async () => {
  await fc.assert(
    fc.asyncProperty(profile, async (given) => {
      const answer = await readAnswer(async () => given, EMAIL)
      if (decideWallet(answer, local) !== 'wipe') return
      const { walletAddress, email } = given as { walletAddress: unknown; email: unknown }
      expect(email).toBe(EMAIL)
      if (walletAddress === null) return
      expect(walletAddress).toBeTypeOf('string')
      expect(walletAddress).not.toMatch(new RegExp(`^${OWN}$`, 'i'))
    }),
  )
})

test('removes no wallet after a failure, and ends the session only after a coded refusal', async () => {
  await fc.assert(
    fc.asyncProperty(failure, async ({ status, code }) => {
      const cause = new ApiError({ status, ...(code !== undefined && { code }) })
      const answer = await readAnswer(async () => Promise.reject(cause), EMAIL)
      const isRefusal = status >= 400 && status < 500 && code !== undefined && code !== 2902
      expect(decideWallet(answer, local)).toBe(isRefusal ? 'log-out' : 'no-answer')
    }),
  )
  await expect(
    readAnswer(async () => Promise.reject(new TypeError('failed to fetch')), EMAIL),
  ).resolves.toEqual({ kind: 'none' })
})

test('recognises the session of another member', async () => {
  const reply = { walletAddress: null, email: 'bo@example.com' }

  await expect(readAnswer(async () => reply, EMAIL)).resolves.toEqual({ kind: 'other-member' })
})
