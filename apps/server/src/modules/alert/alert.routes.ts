import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  changeQuietHours,
  changeSetting,
  listAlerts,
  quietHoursOf,
  readAlert,
  readAllAlerts,
  settingsOf,
} from './alert.service.ts'

const READ = { read: true } as const

export function alertRoutes(ctx: AppContext, mount: Mount): void {
  mount('alert.list', ({ session, query, language }) =>
    listAlerts(ctx, session.memberId, query, language),
  )
  mount('alert.read', async ({ session, params }) => {
    await readAlert(ctx, session.memberId, params.id)
    return READ
  })
  mount('alert.readAll', async ({ session }) => {
    await readAllAlerts(ctx, session.memberId)
    return READ
  })
  mount('alert.settings', async ({ session }) => ({
    list: await settingsOf(ctx, session.memberId),
  }))
  mount('alert.changeSetting', ({ session, params, body }) =>
    changeSetting(ctx, session.memberId, { ...params, ...body }),
  )
  mount('alert.quietHours', ({ session }) => quietHoursOf(ctx, session.memberId))
  mount('alert.changeQuietHours', ({ session, body }) =>
    changeQuietHours(ctx, session.memberId, body),
  )
}
