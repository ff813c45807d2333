import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  DEFAULT_MAINTENANCE,
  isMaintenanceOn,
  type MaintenanceConfig,
} from '@solstice/rules/maintenance'
import type { Mount } from '#/http/mount.ts'
import { actorOf } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { announceMaintenance } from './announcement.service.ts'
import { maintenanceHistory } from './history.service.ts'
import { currentMaintenance, setMaintenance } from './maintenance.service.ts'

export function maintenanceRoutes(ctx: AppContext, mount: Mount): void {
  mount('maintenance.show', () => stateOf(ctx))
  mount('maintenance.history', ({ query }) => maintenanceHistory(ctx, query))

  mount('maintenance.set', async ({ body, operator }) => {
    const config = configOf(body)
    await ctx.db.transaction(async (tx) => {
      const campaignId = await announceMaintenance(tx, ctx, config, {
        announce: body.announce,
        by: actorOf(operator),
      })
      const { config: earlier } = await currentMaintenance({ db: tx })
      await setMaintenance(tx, ctx, config, campaignId)
      await appendAudit(tx, {
        at: ctx.now(),
        actor: actorOf(operator),
        action: config.enabled ? 'maintenance.on' : 'maintenance.off',
        subject: 'maintenance',
        data: {
          ...(body.reason === undefined ? {} : { reason: body.reason }),
          scheduledTime: config.scheduled_time,
          minutes: config.estimated_duration,
          ...changeOf(auditedState(earlier), auditedState(config)),
          ...(config.enabled && campaignId !== undefined ? { announced: true } : {}),
        },
      })
    })
    return stateOf(ctx)
  })
}

function auditedState({ enabled, scheduled_time, estimated_duration }: MaintenanceConfig) {
  return { enabled, scheduledTime: scheduled_time, minutes: estimated_duration }
}

function configOf(body: CallInput<'maintenance.set'>['body']) {
  return {
    enabled: body.enabled,
    title: body.title ?? DEFAULT_MAINTENANCE.title,
    description: body.description ?? DEFAULT_MAINTENANCE.description,
    scheduled_time: body.scheduledTime ?? null,
    estimated_duration: body.estimatedDuration ?? null,
  }
}

async function stateOf(ctx: AppContext): Promise<CallData<'maintenance.show'>> {
  const { version, config, campaignId } = await currentMaintenance(ctx)
  return {
    on: isMaintenanceOn(config, ctx.now()),
    enabled: config.enabled,
    title: config.title,
    description: config.description,
    scheduledTime: config.scheduled_time,
    estimatedDuration: config.estimated_duration,
    version,
    announced: campaignId !== undefined,
    externalProject: ctx.settings.firebaseProject ?? null,
  }
}
