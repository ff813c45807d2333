import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { showToast } from '#/lib/toast.ts'
import { useCountdown } from '#/lib/use-countdown.ts'
import { PlaceLink } from '#/shell/place-link.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { missionQuery, openMission, type ProofMission } from './api.ts'
import styles from './proof.module.css'
import { refusalText } from './refusal.ts'

type LinkProofProps = {
  mission: ProofMission
  proof: Extract<ProofMission['proof'], { kind: 'LINK' }>
  /** The button that claims, once the link was open long enough. */
  children: ReactNode
}

/** Opens the link and tells the server; after a short while the reward can be claimed. */
export function LinkProof({ mission, proof, children }: LinkProofProps) {
  const { t } = useTranslation('mission')
  const queries = useQueryClient()
  const { openedAt } = proof
  const readyAtMs = openedAt ? Date.parse(openedAt) + proof.waitSeconds * 1000 : 0
  const leftMs = useCountdown(readyAtMs)
  const host = hostOf(mission.linkUrl)
  const { seasonId, missionId } = mission

  async function noteOpened(): Promise<void> {
    try {
      const opened = await openMission({ seasonId, missionId })
      // Into what the server told, so that tomorrow's answer can say that it no longer counts.
      queries.setQueryData(missionQuery(seasonId, missionId).queryKey, (old) =>
        old && 'proof' in old && old.proof.kind === 'LINK'
          ? { ...old, proof: { ...old.proof, openedAt: opened.openedAt } }
          : old,
      )
    } catch (error) {
      showToast(refusalText(error, t), { tone: 'attention' })
      void refreshProgramme(queries)
    }
  }

  const link = (look: 'lit' | 'text', label: string) => (
    <PlaceLink
      url={mission.linkUrl}
      className={buttonClass(look)}
      onClick={() => void noteOpened()}
    >
      {label}
    </PlaceLink>
  )

  if (!openedAt) {
    return (
      <>
        <p className={classNames(text.soft, styles.line)}>
          {t(host ? 'proof.linkStep' : 'proof.linkStepHere', {
            host: host ?? '',
            seconds: proof.waitSeconds,
          })}
        </p>
        {link('lit', host ? t('proof.open', { host }) : t('proof.openHere'))}
      </>
    )
  }
  if (leftMs > 0) {
    return (
      <>
        <p className={classNames(text.soft, text.number, styles.line)} role="timer">
          {t('proof.waiting', { seconds: Math.ceil(leftMs / 1000) })}
        </p>
        <Button look="quiet" disabled>
          {t('proof.claimPlain')}
        </Button>
        {link('text', t('proof.openAgain'))}
      </>
    )
  }
  return (
    <>
      {children}
      {link('text', t('proof.openAgain'))}
    </>
  )
}

/** Nothing for a place inside the app. */
function hostOf(url: string | null): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined
}
