import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { ProofMission, Reason, Standing } from '#/features/mission/api.ts'
import { CountsNote } from '#/features/mission/counts-note.tsx'
import { ActionSummary } from './action-summary.tsx'
import { artOf } from './mission-art.ts'
import { MissionIllustration } from '#/features/mission/mission-illustration.tsx'
import { MissionSteps } from '#/features/mission/mission-steps.tsx'
import { hostOf, proofSteps, type ProofStep } from './proof-steps.ts'
import { RewardStrip } from './reward-strip.tsx'

type ProofGuideProps = {
  mission: ProofMission
  standing: Standing | undefined
  endsAt: string | undefined
  nowMs: number
  hasTypedCode: boolean
  /** The input of the last step, if it has one. */
  children?: ReactNode
}

/** The reasons for which the mission is closed to everyone. */
const NOT_RUNNING: readonly Reason[] = [
  'SEASON_UPCOMING',
  'SEASON_ENDED',
  'SEASON_PAUSED',
  'MISSION_OFF',
]

/** Shows everything a member reads before doing a mission: the partner, reward, steps and proof. */
export function ProofGuide({
  mission,
  standing,
  endsAt,
  nowMs,
  hasTypedCode,
  children,
}: ProofGuideProps) {
  const { t } = useTranslation(['proof', 'mission'])
  const { label, note } = useStepTexts(mission)
  const { type, partner, unavailableReason } = mission
  const kind = t(type === 'PARTNER' ? 'mission:note.partner' : 'mission:note.earn')
  const runs = unavailableReason === null || !NOT_RUNNING.includes(unavailableReason)
  const steps = proofSteps(mission, { nowMs, hasTypedCode })
  return (
    <>
      <MissionIllustration
        art={artOf(mission)}
        eyebrow={
          partner ? (
            t('by', { kind, name: partner.name })
          ) : (
            <>
              <EyebrowIcon mission={mission} />
              {kind}
            </>
          )
        }
        title={mission.title}
        description={mission.description}
        markUrl={partner?.markUrl}
        isShort={Boolean(partner?.markUrl) || mission.proof.kind === 'CODE'}
      />
      <RewardStrip
        mission={mission}
        standing={standing}
        leftMs={endsAt !== undefined && runs ? Date.parse(endsAt) - nowMs : undefined}
      />
      <MissionSteps
        steps={steps.map((step) => ({ ...step, label: label(step), note: note(step) }))}
      />
      {mission.proof.kind === 'ONCHAIN' && mission.proof.action && (
        <ActionSummary action={mission.proof.action} />
      )}
      {children}
      <CountingRule mission={mission} />
    </>
  )
}

function EyebrowIcon({ mission }: { mission: ProofMission }) {
  switch (mission.proof.kind) {
    case 'LINK':
      return <Icon name="book" size={16} />
    case 'CODE':
      return <Icon name="keypad" size={16} />
    case 'ONCHAIN':
      return <ScreenIcon name="chain" size={16} />
  }
}

function useStepTexts({ proof, linkUrl, partner, repeat }: ProofMission) {
  const { t } = useTranslation('proof')
  const host = hostOf(linkUrl) ?? ''
  const seconds = proof.kind === 'LINK' ? proof.waitSeconds : 0
  const openedAt = proof.kind === 'LINK' ? proof.openedAt : null

  function label({ name }: ProofStep): string {
    return t(`step.${name}`, { name: partner?.name ?? host, seconds })
  }

  function note({ name, state }: ProofStep): string | undefined {
    switch (name) {
      case 'open':
      case 'read':
        return openedAt
          ? t('stepNote.opened', { time: formatOwnClock(openedAt) })
          : t(`stepNote.${name}`)
      case 'claim':
        return t(repeat === 'DAILY' ? 'stepNote.claimToday' : 'stepNote.claim')
      case 'find':
        return host ? t('stepNote.findAt', { host }) : t('stepNote.find')
      case 'wallet':
        return t(state === 'done' ? 'stepNote.walletReady' : 'stepNote.wallet')
      case 'hold':
      case 'call':
        return proof.kind === 'ONCHAIN' ? proof.requirement : undefined
      case 'stay':
      case 'enter':
      case 'check':
        return t(`stepNote.${name}`)
    }
  }

  return { label, note }
}

function CountingRule({ mission }: { mission: ProofMission }) {
  const { t } = useTranslation('proof')
  const { proof, linkUrl, repeat } = mission

  function ruleText(): string {
    switch (proof.kind) {
      case 'LINK':
        return t(hostOf(linkUrl) ? 'counts.LINK' : 'counts.READ', { seconds: proof.waitSeconds })
      case 'CODE':
        return t('counts.CODE')
      case 'ONCHAIN':
        return t(proof.action ? 'counts.ACTION' : `counts.${proof.check}`)
    }
  }

  return (
    <CountsNote>
      {ruleText()} {t(`counts.${repeat}`)}
    </CountsNote>
  )
}
