import type { CallData } from '@solstice/contract/wire'
import { nextChance } from '@solstice/rules/mission-availability'
import type { Trace, TraceInputs } from '@solstice/rules/trace'
import { wouldGet, type WouldGet } from '#/modules/mission/would-get.service.ts'
import { explained, known, nextStep } from './explained.ts'
import type { ExplainContext, Explained, Explainer, Explanation, PublicPart } from './explainer.ts'

/** Explains whether the member gets a mission now. */
export const explainMission: Explainer = async (ctx, of, key) => {
  const [seasonId = 0, missionId] = key.split('.').map(Number)
  const missions = await wouldGet(ctx, { ...of, seasonId })
  const found = missions.find((each) => each.missionId === missionId)
  return found && explanationOf(ctx, seasonId, found)
}

/** Says for every mission of a season whether the member would get it now. */
export async function explainMissions(
  ctx: ExplainContext,
  of: Explained & { seasonId: number },
): Promise<CallData<'member.missions'>> {
  const missions = await wouldGet(ctx, of)
  return {
    list: missions.map((mission) => ({
      missionId: mission.missionId,
      name: mission.name,
      available: mission.trace.outcome === 'AVAILABLE',
      completed: mission.completed,
      explanation: {
        entryId: `mission:${of.seasonId}.${mission.missionId}`,
        ...explanationOf(ctx, of.seasonId, mission).public,
      },
    })),
  }
}

function explanationOf(
  { now }: Pick<ExplainContext, 'now'>,
  seasonId: number,
  { name, seasonVersion, trace }: WouldGet,
): Explanation {
  return explained(
    trace,
    now(),
    {
      seasonId,
      seasonVersion,
      name,
      inputs: shownInputs(trace.inputs),
      steps: stepsOf(trace),
      next: nextOf(trace),
    },
    {
      hiddenInputs: hiddenInputs(trace.inputs),
      links: [{ kind: 'SEASON', id: String(seasonId) }],
    },
  )
}

/** The type's own data about the member is stored in its own form, which only operators read. */
export function shownInputs({ memory: _memory, ...inputs }: TraceInputs): TraceInputs {
  return inputs
}

export function hiddenInputs({ memory }: TraceInputs): TraceInputs {
  return known({ memory })
}

const SEASON_OUTCOMES: readonly string[] = ['SEASON_UPCOMING', 'SEASON_ENDED']
const ACCOUNT_OUTCOMES: readonly string[] = [
  'MEMBER_SUSPENDED',
  'MEMBER_DISABLED',
  'MEMBER_DELETED',
]
const PROOF_OUTCOMES: readonly string[] = [
  'LINK_NOT_OPENED',
  'LINK_OPENED_TOO_RECENTLY',
  'CODE_WRONG',
  'WALLET_MISSING',
  'ONCHAIN_UNPROVEN',
  'ONCHAIN_ADDRESS_USED',
  'CHAIN_UNREACHABLE',
  'COMMITMENT_CHANGED',
]

/** The conditions in the order in which the rule checks them, up to the one that failed. */
export function stepsOf({ outcome, inputs }: Trace): PublicPart['steps'] {
  if (ACCOUNT_OUTCOMES.includes(outcome)) return [{ check: 'ACTIVE_ACCOUNT', passed: false }]
  if (SEASON_OUTCOMES.includes(outcome)) return [{ check: 'SEASON_OPEN', passed: false }]
  const open = { check: 'SEASON_OPEN', passed: true }
  const isProof = PROOF_OUTCOMES.includes(outcome)
  if (outcome !== 'AVAILABLE' && !isProof) return [open, { check: outcome, passed: false }]
  const steps = [open, { check: 'AVAILABLE', passed: true }]
  if (isProof) return [...steps, { check: outcome, passed: false }]
  return inputs['proof'] === 'LINK' ? [...steps, { check: 'LINK_OPENED', passed: true }] : steps
}

/** When and where the member can try again. */
export function nextOf(trace: Trace): PublicPart['next'] {
  const { outcome } = trace
  if (outcome === 'WALLET_MISSING') return nextStep('WALLET')
  if (ACCOUNT_OUTCOMES.includes(outcome)) return nextStep('SUPPORT')
  const at = nextChance(trace)
  if (at) return nextStep('TIME', at)
  return outcome.startsWith('LINK_') || outcome === 'COMMITMENT_CHANGED'
    ? nextStep('MISSION')
    : null
}
