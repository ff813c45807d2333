import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { useAction } from '#/lib/use-action.ts'
import { useCountdown } from '#/lib/use-countdown.ts'
import { ServerLink } from '#/shell/server-link.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { missionQuery, openMission, type ProofMission } from '#/features/mission/api.ts'
import { hostOf, readyAtMs } from './proof-steps.ts'
import styles from '#/features/mission/proof.module.css'
import { refusalText } from '#/features/mission/refusal.ts'

type LinkProofProps = {
  mission: ProofMission
  proof: Extract<ProofMission['proof'], { kind: 'LINK' }>
  /** The claim button, shown once the link was open long enough. */
  children: ReactNode
}

/** Opens the link and reports it to the server; after a short wait the reward can be claimed. */
export function LinkProof({ mission, proof, children }: LinkProofProps) {
  const { t } = useTranslation(['proof', 'mission'])
  const { t: tMission } = useTranslation('mission')
  const queries = useQueryClient()
  const leftMs = useCountdown(readyAtMs(proof))
  const host = hostOf(mission.linkUrl)
  const { seasonId, missionId } = mission

  const { run: noteOpened } = useAction({
    call: () => openMission({ seasonId, missionId }),
    texts: { failed: (error) => refusalText(error, tMission) },
    // Stored with the server's data, so that tomorrow's response can reset it.
    onDone: ({ openedAt }) =>
      void queries.setQueryData(missionQuery(seasonId, missionId).queryKey, (old) =>
        old && 'proof' in old && old.proof.kind === 'LINK'
          ? { ...old, proof: { ...old.proof, openedAt } }
          : old,
      ),
    onFailed: () => void refreshProgramme(queries),
    isParallel: true,
  })

  const link = (variant: 'lit' | 'text', label: string) => (
    <ServerLink
      url={mission.linkUrl}
      className={buttonClass(variant)}
      onClick={() => void noteOpened()}
    >
      {label}
    </ServerLink>
  )

  if (!proof.openedAt) return link('lit', host ? t('open', { host }) : t('openHere'))
  if (leftMs > 0) {
    return (
      <>
        <p className={classNames(text.soft, text.number, styles.line)} role="timer">
          {t('waiting', { seconds: Math.ceil(leftMs / 1000) })}
        </p>
        <Button variant="quiet" disabled>
          {t('claimPlain')}
        </Button>
        {link('text', t('openAgain'))}
      </>
    )
  }
  return (
    <>
      {children}
      {link('text', t('openAgain'))}
    </>
  )
}
