import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { focusFirstProblem } from '#/lib/form.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { showToast } from '#/lib/toast.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { ServerLink } from '#/shell/server-link.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { missionsQuery } from '#/features/mission/api.ts'
import type { Executed, ProofMission, Standing } from '#/features/mission/api.ts'
import type { ActionSigning } from '#/features/mission/action-signing.ts'
import { celebrate } from '#/features/mission/celebrate.ts'
import { LinkProof } from './link-proof.tsx'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import { MissionMoment } from '#/features/mission/mission-moment.tsx'
import { momentOf, starsFirstComplete, type MomentKind } from '#/features/mission/moment-kind.ts'
import { ProofGuide } from './proof-guide.tsx'
import { hostOf } from './proof-steps.ts'
import styles from '#/features/mission/proof.module.css'
import { StandingNote } from '#/features/mission/standing-note.tsx'
import { useExecute } from '#/features/mission/use-execute.ts'

type ProofProps = {
  mission: ProofMission
  memberId: string
  standing: Standing | undefined
  /** The end of the season, once it is known. */
  endsAt: string | undefined
  /** The wallet's part of a mission with a call. */
  signing?: ActionSigning | undefined
}

/**
 * Shows a mission that is completed by a proof: an opened link, a code, or an action of the wallet.
 */
export function Proof({ mission, memberId, standing, endsAt, signing }: ProofProps) {
  const { t } = useTranslation('proof')
  const { execute, isBusy, isUnconfirmed } = useExecute(mission)
  const queries = useQueryClient()
  const [done, setDone] = useState<Executed>()
  const [moment, setMoment] = useState<MomentKind>()
  const [code, setCode] = useState('')
  const [isCodeMissing, setCodeMissing] = useState(false)
  // Updates every second, so that the steps advance when the wait is over.
  const nowMs = useNow(1000)
  const { proof } = mission
  const action = proof.kind === 'ONCHAIN' && mission.available ? proof.action : undefined
  // A call that was signed before a reload is followed at once.
  const [isSigning, setSigning] = useState(
    () => action !== undefined && signing?.isUnderWay(memberId, mission) === true,
  )

  async function claim(): Promise<void> {
    const partnerCode = code.trim()
    if (proof.kind === 'CODE' && partnerCode === '') {
      setCodeMissing(true)
      return focusFirstProblem(document)
    }
    const executed = await execute(proof.kind === 'CODE' ? { partnerCode } : {})
    if (!executed) return
    setSigning(false)
    setDone(executed)
    celebrate()
    showToast(
      t(mission.type === 'PARTNER' ? 'starLit' : 'added', { xp: formatNumber(executed.xp) }),
      { tone: 'done' },
    )
    setMoment(momentOf(executed, { starsComplete: await starsComplete() }))
  }

  /** A constellation that cannot be loaded is not celebrated. */
  async function starsComplete(): Promise<number | undefined> {
    const { type, seasonId } = mission
    if (type !== 'PARTNER') return undefined
    const list = queries.fetchQuery({ ...missionsQuery(seasonId), staleTime: 0 })
    return starsFirstComplete(await list.catch(() => []), deviceStorage, { memberId, seasonId })
  }

  if (isSigning && action && signing && proof.kind === 'ONCHAIN') {
    const { seasonId, missionId, title } = mission
    return signing.render({
      seasonId,
      missionId,
      title,
      action,
      chainId: proof.chainId,
      onBack: () => setSigning(false),
      isClaiming: isBusy,
      onFinal: () => void claim(),
    })
  }
  return (
    <MissionFrame
      mission={mission}
      isUnconfirmed={isUnconfirmed}
      isOverArt
      dock={
        <ProofDock
          mission={mission}
          isBusy={isBusy}
          onClaim={() => void claim()}
          onSign={action && signing && (() => setSigning(true))}
        />
      }
      {...(proof.kind === 'CODE' &&
        mission.available && {
          onSubmit: (event) => {
            event.preventDefault()
            void claim()
          },
        })}
    >
      <div className={styles.page}>
        <ProofGuide
          mission={mission}
          standing={standing}
          endsAt={endsAt}
          nowMs={nowMs}
          hasTypedCode={code.trim() !== ''}
        >
          {proof.kind === 'CODE' && mission.available && (
            <TextInput
              label={t('code')}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={100}
              binding={{
                name: 'partnerCode',
                value: code,
                error: isCodeMissing ? t('codeNeeded') : undefined,
                onChange: (value) => {
                  setCode(value)
                  setCodeMissing(false)
                },
                onBlur: () => {},
              }}
            />
          )}
        </ProofGuide>
        {done && (
          <StandingNote seasonId={mission.seasonId} standing={done.me} isLevelUp={done.levelUp} />
        )}
      </div>
      <MissionMoment executed={done} moment={moment} seasonId={mission.seasonId} />
    </MissionFrame>
  )
}

type DockProps = {
  mission: ProofMission
  isBusy: boolean
  onClaim: () => void
  /** Opens the wallet for the call of the mission, if it has one. */
  onSign: (() => void) | undefined
}

function ProofDock({ mission, isBusy, onClaim, onSign }: DockProps) {
  const { t } = useTranslation('proof')
  const { proof, linkUrl, rewardXp } = mission
  if (!mission.available) return <Unavailable mission={mission} />
  const claimLabel =
    rewardXp === null ? t('claimPlain') : t('claim', { xp: formatNumber(rewardXp) })
  switch (proof.kind) {
    case 'LINK':
      return (
        <LinkProof mission={mission} proof={proof}>
          <Button isBusy={isBusy} onClick={onClaim}>
            {claimLabel}
          </Button>
        </LinkProof>
      )
    case 'CODE': {
      const host = hostOf(linkUrl)
      return (
        <>
          <Button type="submit" isBusy={isBusy}>
            {claimLabel}
          </Button>
          {host && (
            <ServerLink url={linkUrl} className={buttonClass('text')}>
              {t('open', { host })}
            </ServerLink>
          )}
        </>
      )
    }
    case 'ONCHAIN':
      if (!proof.hasWallet) return <CreateWallet />
      return (
        <>
          {onSign && <Button onClick={onSign}>{t('action.see')}</Button>}
          <Button variant={onSign ? 'text' : 'lit'} isBusy={isBusy} onClick={onClaim}>
            {t('check')}
          </Button>
        </>
      )
  }
}

function CreateWallet() {
  const { t } = useTranslation('proof')
  return (
    <Link to="/wallet/create/" className={buttonClass('lit')}>
      {t('createWallet')}
    </Link>
  )
}

function Unavailable({ mission }: { mission: ProofMission }) {
  const { t } = useTranslation(['proof', 'mission'])
  const { unavailableReason, nextAvailableAt, completed, seasonId } = mission
  let action: ReactNode = (
    <Link to="/rewards/dashboard/$seasonId/" params={{ seasonId }} className={buttonClass('quiet')}>
      {t('mission:seasonLink')}
    </Link>
  )
  if (completed) {
    action = (
      <Button variant="quiet" disabled>
        <Icon name="check" size={20} />
        {t(mission.repeat === 'DAILY' ? 'doneToday' : 'done')}
      </Button>
    )
  }
  return (
    <>
      <p className={classNames(text.soft, text.number, styles.line)} role="status">
        {completed && nextAvailableAt !== null
          ? t('next', { time: formatProgrammeMinute(nextAvailableAt) })
          : t(`mission:reason.${unavailableReason ?? 'NOT_EXECUTABLE'}`)}
      </p>
      {action}
    </>
  )
}
