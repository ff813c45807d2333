import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { acknowledgeAlarm, listAlarms } from './alarm.service.ts'

export function alarmRoutes(ctx: AppContext, mount: Mount): void {
  mount('alarm.list', ({ query }) => listAlarms(ctx, query))
  mount('alarm.acknowledge', ({ operator, params, body, tx }) =>
    acknowledgeAlarm(tx, ctx, operator, { ...params, ...body }),
  )
}
