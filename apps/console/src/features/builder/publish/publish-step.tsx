import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { checkDraft } from '@solstice/contract/season-draft'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import { publishGate } from '@solstice/rules/season-gate'
import { isSimulable, simulateSeason } from '@solstice/rules/season-simulation'
import type { InviteXp } from '@solstice/rules/season-simulation'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { useTranslation } from '#/lib/i18n.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { noteSeasons, seasonQuery } from '#/shell/season/season-queries.ts'
import type { SeasonRow, SeasonShown } from '#/shell/season/season-queries.ts'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { DayPlots } from './day-plots.tsx'
import { FarmCost } from './farm-cost.tsx'
import { Figures } from './figures.tsx'
import { GateList } from './gate-list.tsx'
import type { Confirmable } from './gate-list.tsx'
import { MemberCost } from './member-cost.tsx'
import { MoreMembers } from './more-members.tsx'
import { PublishActions } from './publish-actions.tsx'
import { Sliders } from './sliders.tsx'
import { SpreadPanel } from './spread.tsx'
import { TierReach } from './tier-reach.tsx'
import { optionsOf, START } from './what-if.ts'
import type { WhatIf } from './what-if.ts'
import styles from './publish.module.css'

type PublishStepProps = {
  season: SeasonRow
  draft: Draft
  /** The newest revision on the server; it has this draft only if `isSaved`. */
  revision: number
  problems: readonly PlanProblem[]
  isSaved: boolean
  /** Saves unsaved changes at once. */
  onSave: () => void
  /** Opens the step of a path and moves the focus to its field. */
  onJump: (path: string) => void
}

/** The problems that only the server knows, because they depend on its clock and other seasons. */
const OF_THE_SERVER: readonly string[] = [
  'SEASON_BEGAN',
  'SEASON_OVERLAPS',
  'PRODUCT_TOKEN_UNKNOWN',
]

/** Shows the simulation, the conditions of publishing and the button that publishes. */
export function PublishStep(props: PublishStepProps) {
  const { season, draft, revision, isSaved, onSave, onJump } = props
  const { t } = useTranslation('publish')
  const { data: shown } = useQuery(seasonQuery(season.seasonId))
  const [confirmed, setConfirmed] = useState<readonly Confirmable[]>([])
  const [seed, setSeed] = useState(1)
  const plan = useMemo(() => checkDraft(draft).plan, [draft])

  // The server judges the saved revision, so this step saves at once and reads it again.
  useEffect(() => {
    if (!isSaved) onSave()
  }, [isSaved, onSave])
  const isStale = isSaved && shown !== undefined && shown.revision !== revision
  useEffect(() => {
    if (isStale) noteSeasons()
  }, [isStale])

  const isCurrent = isSaved && shown?.revision === revision
  const problems = useMemo(() => {
    const isKnown = ({ path, code }: PlanProblem) =>
      props.problems.some((known) => known.path === path && known.code === code)
    const ofTheServer = shown?.problems.filter(({ code }) => OF_THE_SERVER.includes(code)) ?? []
    return [...props.problems, ...ofTheServer.filter((problem) => !isKnown(problem))]
  }, [props.problems, shown])
  const cover = shown?.gate.find(({ key }) => key === 'COVER')?.values['available']
  const invites = useMemo(() => inviteXpOf(shown?.gate), [shown])
  const gate = useMemo(
    () =>
      publishGate({
        plan,
        problems,
        available: cover === undefined ? null : String(cover),
        invites,
        previewed: {
          en: isCurrent && shown.previewed.en !== null,
          ko: isCurrent && shown.previewed.ko !== null,
        },
      }),
    [plan, problems, cover, invites, isCurrent, shown],
  )
  return (
    <div className={styles.step}>
      <div className={styles.columns}>
        <Panel title={t('gate.title')} isFlush>
          <GateList
            gate={gate}
            problems={problems}
            confirmed={confirmed}
            onConfirmed={setConfirmed}
            onJump={onJump}
          />
        </Panel>
        <PublishActions
          season={season}
          plan={plan}
          gate={gate}
          confirmed={confirmed}
          schedule={shown?.schedule ?? null}
          revision={revision}
          isSaved={isSaved}
          seed={seed}
        />
      </div>
      {plan && isSimulable(plan) ? (
        <Simulation
          plan={plan}
          seed={seed}
          onSeed={setSeed}
          saved={
            isSaved && season.state === 'DRAFT'
              ? { seasonId: season.seasonId, revision }
              : undefined
          }
        />
      ) : (
        <Note icon="info">{t('notSimulable')}</Note>
      )}
    </div>
  )
}

/** Returns the terms of invites with which the server judged the saved revision. */
function inviteXpOf(gate: SeasonShown['gate'] = []): InviteXp | null {
  const values = gate.find(({ key }) => key === 'BUDGET')?.values ?? {}
  const { firstInviteXp, totalInviteXp } = values
  if (firstInviteXp === undefined || totalInviteXp === undefined) return null
  return { firstInviteXp: Number(firstInviteXp), totalInviteXp: Number(totalInviteXp) }
}

type SimulationProps = {
  plan: SeasonPlan
  seed: number
  onSeed: (seed: number) => void
  saved: { seasonId: number; revision: number } | undefined
}

/** Simulates in the browser, so that sliders answer at once. */
function Simulation({ plan, seed, onSeed, saved }: SimulationProps) {
  const [whatIf, setWhatIf] = useState<WhatIf>(START)
  const { members } = plan.budget
  const options = useMemo(() => optionsOf(whatIf, members), [whatIf, members])
  const simulation = useMemo(() => simulateSeason(plan, options), [plan, options])
  // The figures follow the slider; what takes longer to draw follows when there is time.
  const drawn = useDeferredValue(simulation)
  const settled = useDeferredValue(options)
  return (
    <>
      <Sliders whatIf={whatIf} budgeted={members} onWhatIf={setWhatIf} />
      <Figures plan={plan} simulation={simulation} />
      {drawn.farming && (
        <FarmCost farming={drawn.farming} pools={drawn.reward} symbol={plan.reward.symbol} />
      )}
      <DayPlots simulation={drawn} budget={plan.budget} />
      <div className={styles.plots}>
        <TierReach tiers={plan.tiers} simulation={drawn} />
        <MemberCost simulation={drawn} symbol={plan.reward.symbol} />
        <MoreMembers plan={plan} options={settled} />
        <SpreadPanel plan={plan} options={settled} seed={seed} onSeed={onSeed} saved={saved} />
      </div>
    </>
  )
}
