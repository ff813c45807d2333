import { type Page, expect } from '@playwright/test'
import type { CallId } from '@solstice/contract/catalogue'
import { endpoints } from '@solstice/contract/catalogue'
import { type RunningServer, startServer } from '../../tools/server.ts'
import { pathOf } from './api.ts'
import { consoleUrlOf } from './console-steps.ts'
import { test as base } from './fixtures.ts'

type Input = { params?: Record<string, number | string>; body?: unknown }

export const OPERATOR_TOKEN = 'sol_op_of-the-journey-of-the-console-0000'
export const OWNER = 'owner@solstice.example'
export const FINANCE = 'finance@solstice.example'
/** The password of the operators of a development server. */
const PASSWORD = 'Solstice console 1'

/** Starts a separate server for a file, with approvals unless it sets them off, and opens its console. */
export const test = base.extend<
  object,
  {
    consoleOf: string
    consoleStartsAt: string
    consoleSettings: Record<string, string>
    approvals: 'on' | 'off'
    server: RunningServer
  }
>({
  /** Each file sets its name; files without it would share a server and its operators. */
  consoleOf: ['', { option: true, scope: 'worker' }],
  /** The server's time at its start, for journeys that depend on the hour of the day. */
  consoleStartsAt: ['', { option: true, scope: 'worker' }],
  /** Further settings of the server. */
  consoleSettings: [{}, { option: true, scope: 'worker' }],
  /** Off for journeys in which one person appoints another. */
  approvals: ['on', { option: true, scope: 'worker' }],
  server: [
    async ({ consoleOf, consoleStartsAt, consoleSettings, approvals }, use) => {
      if (consoleOf === '') throw new Error('A journey in the console must set `consoleOf`')
      const server = await startServer({
        OPERATOR_TOKEN,
        APPROVALS: approvals,
        ...consoleSettings,
        ...(consoleStartsAt !== '' && { SOLSTICE_NOW: consoleStartsAt }),
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(consoleUrlOf(server))
  },
})

async function codeOf(page: Page, email: string): Promise<string> {
  const reply = await page.request.get('/dev/operator-code', { params: { email } })
  const { code } = (await reply.json()) as { code: string }
  return code
}

/** Signs a person in. Each code works once, so a second sign-in needs a clock 30 seconds later. */
export async function signInWithCode(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Password and code' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Six-digit code').fill(await codeOf(page, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectSignedIn(page)
}

export async function signInWithPasskey(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expectSignedIn(page)
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: /^(Main|Tabs)$/ })).toBeVisible()
}

/** Adds a passkey to the signed-in person, who has just confirmed with a code. */
export async function addPasskey(page: Page): Promise<void> {
  await page.goto('/me')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/**
 * Leaves the signed-in owner alone: a disabled colleague counts as a second person for seven more
 * days. The owner signs in again, because the session has ended by then.
 */
export async function becomeAlone(
  page: Page,
  clock: { advance: (ms: number) => Promise<void> },
): Promise<void> {
  await page.goto('/system/operators')
  await page.getByRole('button', { name: 'Disable demo.finance' }).click()
  await page.getByLabel('Reason').fill('HR-7, left the company')
  await page.getByLabel(/^Type demo\.finance/).fill('demo.finance')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(/^Disabled /)).toBeVisible()
  await clock.advance(8 * 24 * 3_600_000)
  await signInWithPasskey(page)
}

/** Approves the shown proposal with a passkey. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
}

/**
 * Makes a call in the page with the session of the person who is signed in, for what the console has
 * no screen for and for what its screens do not offer.
 */
export async function callInPage(
  page: Page,
  id: CallId,
  { params, body }: Input,
): Promise<{ code: number; data: unknown }> {
  const request = { method: endpoints[id].method, path: pathOf(id, params), body }
  return page.evaluate(async ({ method, path, body: sent }) => {
    const reply = await fetch(path, {
      method,
      headers: {
        'x-solstice-console': '1',
        'idempotency-key': crypto.randomUUID(),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    return (await reply.json()) as { code: number; data: unknown }
  }, request)
}

/** Makes a call as the machine of the environment. */
export async function callAsMachine(
  server: RunningServer,
  id: CallId,
  { params, body }: Input,
): Promise<{ code: number; data: unknown }> {
  // Not with the page's requests: they would send the operator's cookie beside the token.
  const reply = await fetch(`${server.url}${pathOf(id, params)}`, {
    method: endpoints[id].method,
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      'idempotency-key': crypto.randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await reply.json()) as { code: number; data: unknown }
}
