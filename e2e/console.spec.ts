import type { Page } from '@playwright/test'
import { type RunningServer, startServer } from '../tools/server.ts'
import { pathOf } from './support/api.ts'
import {
  addAuthenticator,
  consoleUrlOf,
  overhangOf,
  pressByKeyboard,
} from './support/console-steps.ts'
import { test as base, expect } from './support/fixtures.ts'

const OPERATOR_TOKEN = 'sol_op_of-the-journey-of-the-console-0000'
const OWNER = 'owner@solstice.example'
const FINANCE = 'finance@solstice.example'
/** The password of the operators of a development server. */
const PASSWORD = 'Solstice console 1'

const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer({ OPERATOR_TOKEN, APPROVALS: 'on' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(consoleUrlOf(server))
  },
})

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
// The journeys share two operators, whose codes work once.
test.describe.configure({ mode: 'serial' })

async function codeOf(page: Page, email: string): Promise<string> {
  const reply = await page.request.get('/dev/operator-code', { params: { email } })
  const { code } = (await reply.json()) as { code: string }
  return code
}

async function signInWithCode(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Password and code' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Six-digit code').fill(await codeOf(page, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: /^(Main|Tabs)$/ })).toBeVisible()
}

const capsOf = (perDay: string) => JSON.stringify({ perMember: '1000', perDay })

/** Lets a signed-in person ask for something that always needs a second person. */
async function proposeAs(page: Page, perDay: string): Promise<number> {
  const reply = await page.evaluate(
    async ([url, body]) => {
      const response = await fetch(url, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          'x-solstice-console': '1',
        },
        body,
      })
      return (await response.json()) as { code: number; data: { approvalId: number } }
    },
    [pathOf('payout.setCaps', { symbol: 'USDS' }), capsOf(perDay)] as const,
  )
  expect(reply.code).toBe(2912)
  return reply.data.approvalId
}

/** Lets the environment's machine do so, for which the demo owner answers. */
async function propose(server: RunningServer, perDay: string): Promise<number> {
  // Not with the page's requests: they would send the operator's cookie beside the token.
  const reply = await fetch(`${server.url}${pathOf('payout.setCaps', { symbol: 'USDS' })}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: capsOf(perDay),
  })
  const { code, data } = (await reply.json()) as { code: number; data: { approvalId: number } }
  expect(code).toBe(2912)
  return data.approvalId
}

test('an owner enrols by link with a passkey, approves a proposal with it, and the link works once', async ({
  browser,
  page,
  server,
  checkScreen,
}) => {
  await addAuthenticator(page)
  // The owner answers for the token of the environment, so somebody else has to ask.
  const finance = await browser.newPage({ baseURL: consoleUrlOf(server) })
  await signInWithCode(finance, FINANCE)
  const approvalId = await proposeAs(finance, '2000')
  await finance.close()
  // Every code works once, and the next one begins half a minute later.
  await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs: 30_000 } })
  await page.goto('/login/owner')
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN)
  await page.getByLabel('Name').fill('demo.owner')
  await page.getByLabel('Work email').fill(OWNER)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^This system has owners already/)).toBeVisible()

  const mails = async () => {
    const reply = await page.request.get(`${server.url}/dev/mailbox`, { params: { to: OWNER } })
    return (await reply.json()) as { text: string }[]
  }
  const linkIn = async () => /\/enrol\/[\w-]{43}/.exec((await mails())[0]?.text ?? '')?.[0]
  await expect.poll(linkIn).toBeDefined()
  const link = (await linkIn()) ?? ''
  await page.goto(link)
  await checkScreen('enrol')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await checkScreen('today')

  await page.goto(`/approvals/${approvalId}`)
  await checkScreen('approval')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()

  await page.goto('/me')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Operator console' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(/^This link was used or has expired/)).toBeVisible()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a person signs in with password and code, and declines a proposal by keyboard alone', async ({
  page,
  server,
  expectAccessible,
}) => {
  await signInWithCode(page, FINANCE)
  const approvalId = await propose(server, '3000')

  await page.goto('/approvals')
  await pressByKeyboard(page.getByRole('link', { name: 'Raise the payout caps' }).first())
  await expect(page).toHaveURL(`/approvals/${approvalId}`)
  await pressByKeyboard(page.getByRole('button', { name: 'Decline with a reason…' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await pressByKeyboard(page.getByRole('button', { name: 'Decline with a reason…' }))
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('FIN-12, the treasury is too low')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Declined', { exact: true }).first()).toBeVisible()
})

test('the pages for the person on call fit a phone', async ({ page, server, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Every code works once, and the next one begins half a minute later.
  await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs: 30_000 } })
  await signInWithCode(page, FINANCE)
  await propose(server, '4000')

  for (const path of ['/', '/approvals', '/me']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await expectAccessible()
  }
})
