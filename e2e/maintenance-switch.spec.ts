import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep } from '../tools/run-step.ts'
import { startServer } from '../tools/server.ts'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'

test('an operator switches maintenance on and off, and the app follows our own flag service', async ({
  browser,
  allowConsoleErrors,
}) => {
  // The rejected log-in below causes this error.
  allowConsoleErrors(/status of 503/)
  const folder = mkdtempSync(join(tmpdir(), 'solstice-switch-'))
  // Use a separate server because the switch affects every member on it.
  const server = await startServer({ SOLSTICE_DATA: folder })
  const operator = async (...args: string[]) => {
    const result = await runStep({
      name: 'operator',
      command: 'node',
      args: ['tools/operator.ts', 'maintenance', ...args, '--server', server.url],
      env: { SOLSTICE_DATA: folder },
    })
    expect(result.ok, result.output).toBe(true)
  }
  // Opens the app on a new device; a known device caches the flag for 300 s.
  const openFresh = async () => {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    const flagged = page.waitForResponse((reply) => reply.url().includes('firebase:fetch'))
    await page.goto('/auth/login')
    await flagged
    return page
  }
  try {
    const early = await openFresh()
    await expect(early.getByRole('button', { name: 'Log in' })).toBeVisible()
    await operator('on', '--minutes', '90', '--title', 'Winter works')

    const page = await openFresh()
    await expect(page.getByRole('heading', { name: 'Winter works' })).toBeVisible()
    await expect(page.getByText('Estimated time: 1h 30m')).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)

    // The server immediately rejects members who have the app open. It reads the switch once a
    // second of its own clock.
    await early.request.post('/dev/clock', { data: { advanceMs: 1000 } })
    await logIn(early, { email: 'mina@harbor.example', password: 'Winter-Sun7' })
    await expect(early.getByText(/down for maintenance/)).toBeVisible()

    await operator('off')
    const later = await openFresh()
    await expect(later.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect(later.getByRole('heading', { name: 'Winter works' })).toHaveCount(0)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
