import { sql } from 'drizzle-orm'
import { notify, type AlertCode } from '#/platform/books/alerts.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushService, type PushService } from './push-service.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export type PushApp = {
  server: TestApp
  service: PushService
  /** Sends a member an alert and commits it. */
  notifyMember: (memberId: number, code: AlertCode, data?: object) => Promise<void>
  /** Returns the deliveries that are neither sent nor dropped. */
  waiting: () => Promise<unknown[]>
  /**
   * Resets the app before each test: no device, no job, a working push service, and noon, outside
   * quiet hours.
   */
  reset: () => Promise<void>
  close: () => Promise<void>
}

/** Starts the app together with the push service of a browser and its devices. */
export async function startPushApp(options?: Parameters<typeof startTestApp>[0]): Promise<PushApp> {
  const [server, service] = await Promise.all([startTestApp(options), startPushService()])
  return {
    server,
    service,
    notifyMember: (memberId, code, data = {}) =>
      server.ctx.db.transaction((tx) => notify(tx, server.ctx, memberId, { code, data })),
    waiting: () =>
      rowsOf(
        server.ctx.db,
        sql`select id from push_deliveries where sent_at is null and dropped_at is null`,
      ),
    reset: async () => {
      service.up()
      service.received.length = 0
      // It is noon in the programme's time zone.
      server.clock.now = new Date('2026-06-23T08:00:00.000Z')
      await server.ctx.db.execute(sql`delete from push_subscriptions`)
      await server.ctx.db.execute(sql`delete from push_services`)
      await server.ctx.db.execute(sql`delete from jobs`)
    },
    close: async () => {
      await server.close()
      await service.close()
    },
  }
}
