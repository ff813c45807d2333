import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  anEmail,
  mailedCode,
  openBrowser,
  PASSWORD,
  signUpMember,
  verifiedCode,
} from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const agreements = { termsOfService: true, privacyPolicy: true }

describe('checking an address', () => {
  test('reports a free address as available', async () => {
    const reply = await openBrowser(server).call('auth.checkSignUpEmail', {
      body: { email: anEmail() },
    })

    expect(reply).toMatchObject({ status: 200, code: 0, success: true, data: { available: true } })
  })

  test('rejects a registered address, whatever its case', async () => {
    const { email } = await signUpMember(server)

    const reply = await openBrowser(server).call('auth.checkSignUpEmail', {
      body: { email: ` ${email.toUpperCase()} ` },
    })

    expect(reply).toMatchObject({
      status: 400,
      code: Code.EMAIL_EXISTS,
      success: false,
      data: null,
    })
  })

  test.each(['abc', 'a@b', '@b.c', 'a b@c.d', '', `${'a'.repeat(250)}@b.co`])(
    'rejects %j as an address',
    async (email) => {
      const reply = await openBrowser(server).call('auth.checkSignUpEmail', { body: { email } })

      expect(reply.code).toBe(Code.EMAIL_FORMAT)
    },
  )
})

describe('the mailed code', () => {
  test('has six digits and allows the member to set a password', async () => {
    const browser = openBrowser(server)
    const email = anEmail()

    const sent = await browser.call('auth.sendSignUpCode', { body: { email } })
    const code = mailedCode(server, email)
    const verified = await browser.call('auth.verifyCode', {
      body: { email, code, purpose: 'SIGNUP' },
    })

    expect(code).toMatch(/^\d{6}$/)
    expect(Date.parse(sent.data?.expiresAt ?? '') - server.clock.now.getTime()).toBe(300_000)
    expect(Date.parse(sent.data?.resendAt ?? '') - server.clock.now.getTime()).toBe(60_000)
    expect(verified.data?.completeCode.length).toBeGreaterThanOrEqual(32)
  })

  test('is accepted with the spaces of a pasted text', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    await browser.call('auth.sendSignUpCode', { body: { email } })
    const code = mailedCode(server, email)

    const reply = await browser.call('auth.verifyCode', {
      body: { email, code: ` ${code.slice(0, 3)} ${code.slice(3)} `, purpose: 'SIGNUP' },
    })

    expect(reply.code).toBe(Code.SUCCESS)
  })

  test('can be sent again only after a minute, and then replaces the old one', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const first = await browser.call('auth.sendSignUpCode', { body: { email } })
    const old = mailedCode(server, email)
    server.clock.advance(59_000)

    const early = await browser.call('auth.sendSignUpCode', { body: { email } })
    server.clock.advance(1_000)
    const later = await browser.call('auth.sendSignUpCode', { body: { email } })

    expect(early).toMatchObject({ status: 429, code: Code.TOO_MANY_REQUESTS })
    expect(early.headers['retry-after']).toBe('1')
    // A client that was reloaded meanwhile needs these values to show the code field.
    expect(early.data).toEqual(first.data)
    expect(later.code).toBe(Code.SUCCESS)
    if (mailedCode(server, email) === old) return // One in a million: the same digits were drawn again.
    const stale = await browser.call('auth.verifyCode', {
      body: { email, code: old, purpose: 'SIGNUP' },
    })
    expect(stale.code).toBe(Code.VERIFICATION_CODE_INVALID)
  })

  test('is valid for five minutes and is then reported as expired', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    await browser.call('auth.sendSignUpCode', { body: { email } })
    const body = { email, code: mailedCode(server, email), purpose: 'SIGNUP' } as const

    server.clock.advance(299_999)
    const inTime = await browser.call('auth.verifyCode', { body })
    server.clock.advance(1)
    const late = await browser.call('auth.verifyCode', { body })

    expect(inTime.code).toBe(Code.SUCCESS)
    expect(late.code).toBe(Code.VERIFICATION_CODE_EXPIRED)
  })

  test('allows five attempts and rejects the sixth even when it is right', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    await browser.call('auth.sendSignUpCode', { body: { email } })
    const right = mailedCode(server, email)
    const wrong = right === '000000' ? '000001' : '000000'

    const codes = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const reply = await browser.call('auth.verifyCode', {
        body: { email, code: wrong, purpose: 'SIGNUP' },
      })
      codes.push(reply.code)
    }
    const sixth = await browser.call('auth.verifyCode', {
      body: { email, code: right, purpose: 'SIGNUP' },
    })

    expect(codes).toEqual(Array.from({ length: 5 }, () => Code.VERIFICATION_CODE_INVALID))
    expect(sixth.code).toBe(Code.VERIFICATION_CODE_EXPIRED)
  })

  test('is accepted again with the same result when the response was lost', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const first = await verifiedCode(server, browser, email)

    const again = await browser.call('auth.verifyCode', {
      body: { email, code: mailedCode(server, email), purpose: 'SIGNUP' },
    })

    expect(again.data?.completeCode).toBe(first)
  })

  test('is not valid for a reset when it was sent for a sign-up', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    await browser.call('auth.sendSignUpCode', { body: { email } })

    const reply = await browser.call('auth.verifyCode', {
      body: { email, code: mailedCode(server, email), purpose: 'RESET' },
    })

    expect(reply.code).toBe(Code.VERIFICATION_CODE_INVALID)
  })

  test('is mailed in Korean to a recipient who uses Korean', async () => {
    const email = anEmail()

    await openBrowser(server).call(
      'auth.sendSignUpCode',
      { body: { email } },
      { 'accept-language': 'ko' },
    )

    expect(server.mails.at(-1)?.subject).toContain('인증 코드')
  })
})

describe('signing up', () => {
  test('creates the account, opens its session and assigns it a generated nickname', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const completeCode = await verifiedCode(server, browser, email)

    const reply = await browser.call('auth.signUp', {
      body: { email, password: PASSWORD, completeCode, agreements },
    })
    const me = await browser.call('users.me', {})

    expect(reply.data).toMatchObject({ email, walletAddress: null, hasPin: false })
    expect(reply.data?.nickname).toMatch(/^user\d{8}$/)
    expect(me).toMatchObject({ status: 200, data: reply.data })
  })

  test('requires a verified address', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const other = await verifiedCode(server, browser, anEmail())

    for (const completeCode of ['', 'x'.repeat(43), other]) {
      const reply = await browser.call('auth.signUp', {
        body: { email, password: PASSWORD, completeCode, agreements },
      })
      expect(reply.code).toBe(Code.VERIFICATION_CODE_INVALID)
    }
  })

  test('must be completed within half an hour after the code was entered', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const completeCode = await verifiedCode(server, browser, email)
    server.clock.advance(30 * 60_000)

    const reply = await browser.call('auth.signUp', {
      body: { email, password: PASSWORD, completeCode, agreements },
    })

    expect(reply.code).toBe(Code.VERIFICATION_CODE_EXPIRED)
  })

  test('accepts a completed code only once', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const body = {
      email,
      password: PASSWORD,
      completeCode: await verifiedCode(server, browser, email),
      agreements,
    }
    await browser.call('auth.signUp', { body })

    const again = await browser.call('auth.signUp', { body })

    expect(again.code).toBe(Code.EMAIL_EXISTS)
  })

  test.each([
    ['no upper case letter', 'aa11!!bb'],
    ['no lower case letter', 'AA11!!BB'],
    ['no number', 'AAbb!!cc'],
    ['no special character', 'AAbb1122'],
    ['seven characters', 'Aa1!aaa'],
    ['twenty-one characters', `Aa1!${'a'.repeat(17)}`],
    ['a space', 'Aa1! aaaa'],
  ])('rejects a password with %s', async (_label, password) => {
    const reply = await openBrowser(server).call('auth.signUp', {
      body: { email: anEmail(), password, completeCode: 'any', agreements },
    })

    expect(reply).toMatchObject({ code: Code.PASSWORD_FORMAT, msg: 'Wrong password format' })
  })

  test.each([
    [{ termsOfService: false, privacyPolicy: true }, 'You must agree to the Terms of Service'],
    [{ termsOfService: true, privacyPolicy: false }, 'You must agree to the Privacy Policy'],
    [{ termsOfService: true }, 'You must agree to the Privacy Policy'],
    [{}, 'You must agree to the Terms of Service'],
  ])('names the agreement that is missing: %j', async (missing, msg) => {
    const reply = await openBrowser(server).call('auth.signUp', {
      body: { email: anEmail(), password: PASSWORD, completeCode: 'any', agreements: missing },
    })

    expect(reply).toMatchObject({ code: Code.AGREEMENT_MISSING, msg })
  })

  test('accepts a referral code in any case, or none', async () => {
    const referrer = await signUpMember(server)
    const { rows } = await server.ctx.db
      .execute(`select referral_code from members where id = ${referrer.userId}`)
      .then((result) => result as { rows: { referral_code: string }[] })
    const referralCode = rows[0]?.referral_code.toLowerCase() ?? ''

    const invited = await signUpMember(server, { referralCode })
    const alone = await signUpMember(server, { referralCode: '' })

    expect(invited.userId).toBeGreaterThan(0)
    expect(alone.userId).toBeGreaterThan(0)
  })

  test('rejects an unknown referral code, and the completed code stays valid', async () => {
    const browser = openBrowser(server)
    const email = anEmail()
    const completeCode = await verifiedCode(server, browser, email)
    const body = { email, password: PASSWORD, completeCode, agreements }

    const wrong = await browser.call('auth.signUp', { body: { ...body, referralCode: 'ZZZZZZZZ' } })
    const right = await browser.call('auth.signUp', { body })

    expect(wrong).toMatchObject({ code: Code.REFERRAL_CODE_INVALID, msg: 'Invalid referral code.' })
    expect(right.code).toBe(Code.SUCCESS)
  })
})
