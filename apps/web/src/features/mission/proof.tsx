import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { focusFirstProblem } from '#/lib/form.ts'
import { formatNumber } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeMinute } from '#/lib/programme-time.ts'
import { showToast } from '#/lib/toast.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import type { Executed, ProofMission } from './api.ts'
import { celebrate } from './celebrate.ts'
import { LinkProof } from './link-proof.tsx'
import { MissionFrame } from './mission-frame.tsx'
import { MissionIcon } from './mission-icon.tsx'
import styles from './proof.module.css'
import { StandingNote } from './standing-note.tsx'
import { TierUpSheet } from './tier-up-sheet.tsx'
import { useExecute } from './use-execute.ts'

/** A mission that is completed by showing something: a link opened, a code, a wallet's doing. */
export function Proof({ mission }: { mission: ProofMission }) {
  const { t } = useTranslation('mission')
  const { execute, isBusy } = useExecute(mission)
  const [done, setDone] = useState<Executed>()
  const [code, setCode] = useState('')
  const [isCodeMissing, setCodeMissing] = useState(false)
  const { proof } = mission

  async function claim(): Promise<void> {
    const partnerCode = code.trim()
    if (proof.kind === 'CODE' && partnerCode === '') {
      setCodeMissing(true)
      return focusFirstProblem(document)
    }
    const executed = await execute(proof.kind === 'CODE' ? { partnerCode } : {})
    if (!executed) return
    setDone(executed)
    celebrate()
    showToast(
      t(mission.type === 'PARTNER' ? 'proof.starLit' : 'proof.added', {
        xp: formatNumber(executed.xp),
      }),
      { tone: 'done' },
    )
  }

  return (
    <MissionFrame
      mission={mission}
      dock={<ProofDock mission={mission} isBusy={isBusy} onClaim={() => void claim()} />}
      {...(proof.kind === 'CODE' &&
        mission.available && {
          onSubmit: (event) => {
            event.preventDefault()
            void claim()
          },
        })}
    >
      <div className={styles.page}>
        <ProofHero mission={mission} />
        <p className={classNames(text.soft, styles.about)}>{mission.description}</p>
        {proof.kind === 'ONCHAIN' && (
          <Card>
            <p className={classNames(text.small, text.soft)}>{t('proof.requirement')}</p>
            <p className={text.strong}>{proof.requirement}</p>
          </Card>
        )}
        {proof.kind === 'CODE' && mission.available && (
          <TextInput
            label={t('proof.code')}
            hint={t('proof.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={100}
            binding={{
              name: 'partnerCode',
              value: code,
              error: isCodeMissing ? t('proof.codeNeeded') : undefined,
              onChange: (value) => {
                setCode(value)
                setCodeMissing(false)
              },
              onBlur: () => {},
            }}
          />
        )}
        {done && (
          <StandingNote seasonId={mission.seasonId} standing={done.me} isLevelUp={done.levelUp} />
        )}
      </div>
      <TierUpSheet executed={done} />
    </MissionFrame>
  )
}

function ProofHero({ mission }: { mission: ProofMission }) {
  const { t } = useTranslation('mission')
  const { rewardXp, rewardTickets, completed } = mission
  return (
    <div className={styles.hero}>
      <span className={classNames(styles.badge, completed && styles.lit)}>
        {mission.imageUrl ? (
          <img src={mission.imageUrl} alt="" width={96} height={96} />
        ) : (
          <MissionIcon type={mission.type} size={24} />
        )}
      </span>
      <p className={text.headline}>
        {[
          rewardXp && t('xp', { xp: formatNumber(rewardXp) }),
          rewardTickets && t('tickets', { count: rewardTickets }),
        ]
          .filter(Boolean)
          .join(' + ')}
      </p>
      <p className={classNames(text.small, text.soft)}>
        {t(`proof.repeat.${mission.repeat}`)}
        {rewardXp !== null && ` · ${t('proof.plusBonus')}`}
      </p>
    </div>
  )
}

type DockProps = { mission: ProofMission; isBusy: boolean; onClaim: () => void }

function ProofDock({ mission, isBusy, onClaim }: DockProps) {
  const { t } = useTranslation('mission')
  if (!mission.available) return <Unavailable mission={mission} />
  const claimLabel =
    mission.rewardXp === null
      ? t('proof.claimPlain')
      : t('proof.claim', { xp: formatNumber(mission.rewardXp) })
  switch (mission.proof.kind) {
    case 'LINK':
      return (
        <LinkProof mission={mission} proof={mission.proof}>
          <Button isBusy={isBusy} onClick={onClaim}>
            {claimLabel}
          </Button>
        </LinkProof>
      )
    case 'CODE':
      return (
        <Button type="submit" isBusy={isBusy}>
          {claimLabel}
        </Button>
      )
    case 'ONCHAIN':
      return (
        <Button isBusy={isBusy} onClick={onClaim}>
          {t('proof.check')}
        </Button>
      )
  }
}

function Unavailable({ mission }: { mission: ProofMission }) {
  const { t } = useTranslation('mission')
  const { unavailableReason, nextAvailableAt, completed, seasonId } = mission
  const needsWallet = unavailableReason === 'WALLET_MISSING'
  let action: ReactNode = (
    <Link to="/rewards/dashboard/$seasonId/" params={{ seasonId }} className={buttonClass('quiet')}>
      {t('seasonLink')}
    </Link>
  )
  if (needsWallet) {
    action = (
      <Link to="/wallet/create/" className={buttonClass('lit')}>
        {t('proof.createWallet')}
      </Link>
    )
  } else if (completed) {
    action = (
      <Button look="quiet" disabled>
        <Icon name="check" size={20} />
        {t(mission.repeat === 'DAILY' ? 'proof.doneToday' : 'proof.done')}
      </Button>
    )
  }
  return (
    <>
      <p className={classNames(text.soft, text.number, styles.line)} role="status">
        {completed && nextAvailableAt !== null
          ? t('proof.next', { time: formatProgrammeMinute(nextAvailableAt) })
          : t(`reason.${unavailableReason ?? 'NOT_EXECUTABLE'}`)}
      </p>
      {action}
    </>
  )
}
