import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningServer, startServer } from '../tools/server.ts'
import { pathOf } from './support/api.ts'
import { enrolSupport, mailedPage } from './support/console-enrolment.ts'
import { OPERATOR_TOKEN, callAsMachine } from './support/console-operators.ts'
import { consoleUrlOf } from './support/console-steps.ts'
import { test as base, expect } from './support/fixtures.ts'
import { watchRequests } from './support/pending-requests.ts'

const MINUTE_MS = 60_000

const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer({ OPERATOR_TOKEN })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(consoleUrlOf(server))
  },
})

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

test('a support agent enrols by link, and no entry of the menu is refused', async ({
  page,
  server,
}) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  const answered = watchRequests(page)
  await enrolSupport(page, server, 'menu.agent')

  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const names = await links.allInnerTexts()
  expect(names.length).toBeGreaterThan(1)
  for (const index of names.keys()) {
    await links.nth(index).click()
    await expect(links.nth(index)).toHaveAttribute('aria-current', 'page')
    await answered()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^This is open to/)).toBeHidden()
  }

  expect(refused).toEqual([])
})

test('a session is refused to a page of another origin, and ends after 15 idle minutes', async ({
  page,
  server,
  clock,
  allowConsoleErrors,
}) => {
  // The refused call of the other page.
  allowConsoleErrors(/403/)
  await enrolSupport(page, server, 'idle.agent')
  const consoleUrl = consoleUrlOf(server)
  const path = pathOf('operator.me')
  // Another port of the same host is the same site, so the browser sends the cookie.
  const other = await page.context().newPage()
  const foreign = createServer((_request, reply) =>
    reply.setHeader('content-type', 'text/html').end('Other'),
  )
  await once(foreign.listen(0, 'localhost'), 'listening')
  const { port } = foreign.address() as AddressInfo // It listens on a port.
  await other.goto(`http://localhost:${port}/`)
  // The browser would hide the response to a script, but it shows that of a navigation.
  const answered = other.waitForResponse((each) => each.url().endsWith(path))
  await other.evaluate((url) => window.location.assign(url), `${consoleUrl}${path}`)
  const response = await answered
  const cookies = (await response.request().allHeaders())['cookie'] ?? ''

  expect(cookies).toContain('solstice_operator=')
  expect(response.status()).toBe(403)
  await other.close()
  foreign.close()

  await clock.advance(15 * MINUTE_MS + 1000)
  await page.goto('/me')
  await expect(page.getByRole('heading', { name: 'Operator console' })).toBeVisible()
})

test('a person who was disabled objects with the link in the mail', async ({
  page,
  server,
  checkScreen,
}) => {
  const { operatorId, email } = await enrolSupport(page, server, 'removed.agent')
  await callAsMachine(server, 'operator.disableOperator', {
    params: { operatorId },
    body: { reason: 'IT-2' },
  })
  await page.goto(await mailedPage(page, server, email, 'object'))

  await expect(page.getByText('Account disabled')).toBeVisible()
  await checkScreen('object')
  await page.getByLabel('Reason').fill('OPS-7, I did not leave')
  await page.getByRole('button', { name: 'Object' }).click()

  await expect(page.getByText(/^Your objection is recorded/)).toBeVisible()
})
