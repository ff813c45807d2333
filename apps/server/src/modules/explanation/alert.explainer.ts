import { alertText } from '@solstice/contract/alert-texts'
import { pushProfileOf } from '@solstice/rules/alert'
import type { TraceInputs, TraceOutcome } from '@solstice/rules/trace'
import { quietHoursOf } from '#/modules/alert/alert.service.ts'
import { explained, isoOf, known, nextStep } from './explained.ts'
import type { ExplainContext, Explainer, PublicPart } from './explainer.ts'
import { findAlert, isPushPending, type AlertRow } from './entry-states.queries.ts'

type Outcome = TraceOutcome<'push'>

/** Explains what became of the push of an alert. */
export const explainAlert: Explainer = async (ctx, { memberId, language }, key) => {
  const alertId = Number(key)
  const alert = await findAlert(ctx.db, { memberId, alertId })
  const outcome = alert && (await outcomeOf(ctx, alertId, alert))
  if (!outcome) return undefined
  const quiet = outcome === 'QUIET_HOURS' ? await quietHoursOf(ctx, memberId) : undefined
  const waiting = earliest(alert, ({ dueAt, sentAt }) => (sentAt ? null : dueAt))
  return explained(
    { rule: 'push', outcome },
    alert.createdAt,
    {
      name: alertText(alert.code, language).title,
      inputs: known({
        alertCode: alert.code,
        setting: pushProfileOf(alert.code).setting,
        devices: alert.pushes.length === 0 ? null : alert.pushes.length,
        attempts: outcome === 'FAILED' ? mostAttempts(alert) : null,
        sentAt: isoOf(earliest(alert, ({ sentAt }) => sentAt)),
        dueAt: outcome === 'QUIET_HOURS' || outcome === 'QUEUED' ? isoOf(waiting) : null,
        expiresAt: outcome === 'EXPIRED' ? isoOf(alert.pushes[0]?.expiresAt) : null,
        quietFrom: quiet?.from,
        quietTo: quiet?.to,
        timeZone: quiet?.timeZone,
      }),
      steps: stepsOf(outcome),
      next: nextOf(outcome, waiting),
    },
    { hiddenInputs: hiddenOf(alert) },
  )
}

type Push = AlertRow['pushes'][number]

const DROPPED: Readonly<Record<string, Outcome>> = {
  'switched off': 'SWITCHED_OFF',
  'too late': 'EXPIRED',
}

async function outcomeOf(
  ctx: ExplainContext,
  alertId: number,
  { pushes, pushSkipped }: AlertRow,
): Promise<Outcome | undefined> {
  const now = ctx.now()
  if (pushes.some(({ sentAt }) => sentAt !== null)) return 'SENT'
  const pending = pushes.filter(({ droppedAt }) => droppedAt === null)
  if (pending.length > 0) {
    return pending.every(({ dueAt }) => dueAt > now) ? 'QUIET_HOURS' : 'QUEUED'
  }
  const [dropped] = pushes
  if (dropped) return DROPPED[dropped.lastError ?? ''] ?? 'FAILED'
  if (pushSkipped !== null) return pushSkipped
  // Pushes are deleted with their device and after a while, and then nothing says what became of
  // them.
  return (await isPushPending(ctx.db, alertId)) ? 'QUEUED' : undefined
}

/** The conditions in the order of the decision, up to the one that failed. */
const CHECKS: readonly { check: string; failed: readonly Outcome[] }[] = [
  { check: 'DEVICE', failed: ['NO_DEVICE', 'DEVICE_GONE'] },
  { check: 'SWITCHED_ON', failed: ['SWITCHED_OFF'] },
  { check: 'IN_TIME', failed: ['EXPIRED'] },
  { check: 'QUIET_HOURS_OVER', failed: ['QUIET_HOURS'] },
  { check: 'ACCEPTED', failed: ['FAILED'] },
]

function stepsOf(outcome: Outcome): PublicPart['steps'] {
  const failedAt = CHECKS.findIndex(({ failed }) => failed.includes(outcome))
  const checked = failedAt === -1 ? CHECKS : CHECKS.slice(0, failedAt + 1)
  return checked.map(({ check }, index) => ({ check, passed: index !== failedAt }))
}

const IN_SETTINGS: readonly Outcome[] = ['SWITCHED_OFF', 'NO_DEVICE', 'DEVICE_GONE']

function nextOf(outcome: Outcome, dueAt: Date | undefined): PublicPart['next'] {
  if (outcome === 'QUIET_HOURS') return nextStep('TIME', dueAt)
  return IN_SETTINGS.includes(outcome) ? nextStep('SETTINGS') : null
}

function earliest({ pushes }: AlertRow, timeOf: (push: Push) => Date | null): Date | undefined {
  const times = pushes.flatMap((push) => timeOf(push)?.getTime() ?? [])
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}

function mostAttempts({ pushes }: AlertRow): number {
  return Math.max(0, ...pushes.map(({ attempts }) => attempts))
}

/** The services of the devices and their last answers. */
function hiddenOf({ pushes, pushSkipped }: AlertRow): TraceInputs {
  const services = new Set(pushes.flatMap(({ origin }) => origin ?? []))
  const errors = new Set(pushes.flatMap(({ lastError }) => lastError ?? []))
  return known({
    pushSkipped,
    services: services.size === 0 ? null : Array.from(services).join(', '),
    lastErrors: errors.size === 0 ? null : Array.from(errors).join(', '),
    attempts: pushes.length === 0 ? null : pushes.reduce((sum, { attempts }) => sum + attempts, 0),
  })
}
