import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'

const KOREAN = () => localStorage.setItem('i18nextLng', 'ko')

test.describe('in a Korean browser', () => {
  test.use({ locale: 'ko-KR' })

  test('the app starts in English until the member selects a language, which the log-in offers', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    await page.getByRole('button', { name: '한국어' }).click()

    await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await expect(page.getByRole('button', { name: '한국어' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectAccessible()
  })
})

test('a member selects Korean in the settings; it survives a reload, loads its font and manifest, and applies on a second device', async ({
  page,
  browser,
  newMember,
  shot,
}) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (/pretendard/i.test(request.url())) fonts.push(request.url())
  })
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, member)
  await page.waitForURL('**/home')
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('radio')).toHaveCount(2)
  expect(fonts).toEqual([])

  await page.getByText('한국어').click()

  await expect(page.getByRole('radio', { name: '한국어' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
    'href',
    '/manifest.ko.webmanifest',
  )
  await expect.poll(() => fonts.length).toBeGreaterThan(0)
  await shot('settings-ko')
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('ko')

  await page.reload()
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')

  const phone = await browser.newPage()
  await phone.goto(new URL('/auth/login', page.url()).href)
  await logIn(phone, { ...member, keepLoggedIn: true })
  await phone.waitForURL('**/home')
  await expect(phone.locator('html')).toHaveAttribute('lang', 'ko')
  // The app starts in Korean before any response, and applies a language that was selected on
  // another device.
  await phone.reload()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'ko')
  await member.api.call('users.changeProfile', { body: { language: 'en' } })
  await phone.reload()
  await expect.poll(() => phone.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en')
  await expect(phone.locator('html')).toHaveAttribute('lang', 'en')
  await phone.close()
})

test('texts are bundled with the app; the plain files are only the fallback', async ({
  page,
  request,
}) => {
  const requests: string[] = []
  await page.route('**/locales/**', (route) => {
    requests.push(route.request().url())
    return route.abort()
  })
  await page.addInitScript(KOREAN)

  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  expect(requests).toEqual([])

  for (const language of ['en', 'ko']) {
    const reply = await request.get(`/locales/${language}/common.json`)
    expect(reply.status()).toBe(200)
    expect(reply.headers()['content-type']).toContain('application/json')
    expect(await reply.json()).toHaveProperty('loading')
  }
})

test('a text that is missing in Korean appears in English', async ({
  page,
  allowConsoleErrors,
}) => {
  // The log-in was rendered with the texts that are missing now, so React renders it again.
  allowConsoleErrors(/Failed to load resource|The prerendered log-in differs/)
  await page.addInitScript(KOREAN)
  // Block the chunk with the Korean texts; the fallback file lacks most of them.
  await page.route(/\/assets\/auth-[\w-]+\.js$/, (route) => route.abort())
  await page.route('**/locales/ko/auth.json', (route) =>
    route.fulfill({ json: { login: { submit: '로그인' } } }),
  )

  await page.goto('/auth/login')

  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
})
