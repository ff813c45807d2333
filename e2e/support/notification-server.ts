import { runStep } from '../../tools/run-step.ts'
import { type RunningServer, startServer } from '../../tools/server.ts'
import { type PushService, startPushService } from '../../apps/server/test/push-service.ts'
import { expect, test as base } from './fixtures.ts'

export { expect }

const DAY = 24 * 60 * 60_000
export const OPERATOR_TOKEN = 'sol_op_of-this-journey-and-no-other-00000'

type Own = {
  operator: (...args: string[]) => Promise<string>
  pushService: PushService
}

/**
 * Starts a separate server at noon, because notifications are not sent at night. Files that use
 * this fixture share the server.
 */
export const test = base.extend<object, Own & { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const noon = new Date(Math.ceil(Date.now() / DAY) * DAY + DAY / 2).toISOString()
      const server = await startServer({ SOLSTICE_NOW: noon, OPERATOR_TOKEN })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  operator: [
    async ({ server }, use) => {
      await use(async (...args) => {
        const result = await runStep({
          name: 'operator',
          command: 'node',
          args: ['tools/operator.ts', ...args, '--server', server.url],
          env: { SOLSTICE_OPERATOR_TOKEN: OPERATOR_TOKEN },
        })
        expect(result.ok, result.output).toBe(true)
        return result.output
      })
    },
    { scope: 'worker' },
  ],
  pushService: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const service = await startPushService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
})
