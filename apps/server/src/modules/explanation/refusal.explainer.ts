import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import { replayAvailability } from '@solstice/rules/mission-availability'
import { replayRefusal } from '@solstice/rules/refusal-trace'
import { TRACE_OUTCOMES, type Trace } from '@solstice/rules/trace'
import { cachedProgramme, inLanguage, loadProgramme } from '#/modules/season/programme.service.ts'
import { findRefusal, type KeptRefusal } from '#/platform/books/refusals.ts'
import { explained, known, nextStep } from './explained.ts'
import type { ExplainContext, Explainer, OperatorPart, PublicPart } from './explainer.ts'
import { hiddenInputs, nextOf, shownInputs, stepsOf } from './mission.explainer.ts'
import { findProductName } from './entry-states.queries.ts'

/** Explains a refusal as it was decided, from the kept row. */
export const explainRefusal: Explainer = async (ctx, { memberId, language }, key) => {
  const row = await findRefusal(ctx.db, { memberId, refusalId: Number(key) })
  if (!row) return undefined
  const { subject, seasonVersion, trace, count, lastAt } = row
  const seasonId = subject['seasonId'] ?? null
  const own = trace && trace.rule !== 'refusal' ? trace : undefined
  return explained(
    trace ?? decidedBy(row),
    lastAt,
    {
      seasonId,
      seasonVersion,
      name: await nameOf(ctx, row, language),
      inputs: {
        ...shownInputs(trace?.inputs ?? {}),
        ...known({ code: row.code, reason: row.reason === '' ? undefined : row.reason }),
        count,
        lastAt: lastAt.toISOString(),
      },
      steps: own ? stepsOf(own) : [],
      next: own ? nextOf(own) : nextOfRefusal(trace),
    },
    {
      replayed: trace && isReplayed(trace),
      hiddenInputs: hiddenInputs(trace?.inputs ?? {}),
      refusal: {
        code: row.code,
        reason: row.reason === '' ? null : row.reason,
        call: row.call,
        count,
        lastAt: lastAt.toISOString(),
      },
      links: linksOf(row),
    },
  )
}

/** Returns whether the stored inputs give the stored outcome. */
function isReplayed(trace: Trace): boolean {
  const replayed = trace.rule === 'refusal' ? replayRefusal(trace) : replayAvailability(trace)
  return replayed?.rule === trace.rule && replayed.outcome === trace.outcome
}

/** The rule of a refusal that was kept without a trace, such as of a concurrent request. */
function decidedBy({ code, reason }: KeptRefusal): Pick<Trace, 'rule' | 'outcome'> {
  switch (code) {
    case Code.CHECK_IN_CLOSED:
      return { rule: 'check-in', outcome: 'CHECK_IN_CLOSED' }
    case Code.CHECK_IN_ALREADY_DONE:
      return { rule: 'check-in', outcome: 'DONE_TODAY' }
    case Code.NO_SPINS_LEFT:
      return { rule: 'spin', outcome: 'NO_SPINS_LEFT' }
    case Code.MISSION_UNAVAILABLE:
      for (const rule of ['mission', 'spin'] as const) {
        const outcome = TRACE_OUTCOMES[rule].find((each) => each === reason)
        if (outcome) return { rule, outcome }
      }
      break
  }
  return { rule: 'refusal', outcome: 'REFUSED' }
}

function nextOfRefusal(trace: Trace | null): PublicPart['next'] {
  const until = trace?.inputs['pausedUntil']
  return typeof until === 'string' ? nextStep('TIME', new Date(until)) : null
}

/** The mission or product of today's plan; null if it is gone. */
async function nameOf(
  ctx: ExplainContext,
  { subject: { seasonId, missionId, productId } }: KeptRefusal,
  language: Language,
): Promise<string | null> {
  if (productId !== undefined) return findProductName(ctx.db, productId, language)
  if (seasonId === undefined || missionId === undefined) return null
  const programme = cachedProgramme(ctx, seasonId) ?? (await loadProgramme(ctx, seasonId))
  const mission = programme.missions.find((each) => each.missionId === missionId)
  return mission ? inLanguage(mission.title, language) : null
}

function linksOf({ subject }: KeptRefusal): OperatorPart['links'] {
  const { seasonId, orderId } = subject
  return [
    ...(seasonId === undefined ? [] : [{ kind: 'SEASON' as const, id: String(seasonId) }]),
    ...(orderId === undefined ? [] : [{ kind: 'ORDER' as const, id: String(orderId) }]),
  ]
}
