import { originOf } from '@solstice/rules/connection/sign-in'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assetsListQuery, useNetworks } from '#/features/wallet/chain/networks.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { Vessel } from '#/features/wallet/device/vessel.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import styles from './connections.module.css'
import { ClosedView } from './closed-view.tsx'
import type { Engine } from './engine.ts'
import type { RefusedNote, WaitingProposal } from './engine-parts.ts'
import { formatInstant } from './instants.ts'
import { PairForm } from './pair-form.tsx'
import { ProposalView } from './proposal-view.tsx'
import type { Session } from './record.ts'
import { RequestView } from './request-view.tsx'
import { requestOf } from './review-queue.ts'
import { SiteSheet } from './site-sheet.tsx'
import { closeProposal, dismissClosed, useConnections, useRelay } from './use-connections.ts'

type ConnectionsScreenProps = {
  userId: string
  address: string
  back: { label: string; onPress: () => void }
  opener: Opener
}

/** Connects sites, answers their requests one at a time, and lists them. */
export function ConnectionsScreen({ userId, address, back, opener }: ConnectionsScreenProps) {
  const { t } = useTranslation('connect')
  const { networks } = useNetworks()
  const { data: assets } = useQuery(assetsListQuery)
  useRelay({ userId, address, chainIds: networks.map(({ chainId }) => chainId) })
  const { engine, relay, sessions, review, refused } = useConnections()
  const [opened, setOpened] = useState<string>()
  const asked = review?.kind === 'request' ? requestOf(review, sessions) : undefined

  async function approve(proposal: WaitingProposal, by: Engine): Promise<void> {
    const site = proposal.site.host
    const outcome = await by.approve(proposal).catch(() => 'failed' as const)
    if (outcome !== 'connected') {
      closeProposal(proposal, { kind: 'closed', site, why: outcome })
      return
    }
    closeProposal(proposal)
    showToast(t('proposal.done', { site }), { tone: 'done' })
  }

  async function reject(proposal: WaitingProposal, by: Engine): Promise<void> {
    // Without the relay the proposal expires on the site.
    await by.reject(proposal).catch(() => undefined)
    closeProposal(proposal)
  }

  if (review?.kind === 'closed') {
    const { site, why } = review
    return <ClosedView back={back} site={site} why={why} onDone={dismissClosed} />
  }
  if (engine && review?.kind === 'proposal') {
    const { proposal } = review
    const explorers = networks.map(({ explorerUrl }) => originOf(explorerUrl)?.host ?? '')
    const sites = sessions.map(({ site }) => site.host)
    return (
      <ProposalView
        key={`${proposal.pairing.topic} ${proposal.id}`}
        back={back}
        proposal={proposal}
        address={address}
        networks={networks}
        knownHosts={[window.location.host, ...explorers, ...sites]}
        onApprove={() => approve(proposal, engine)}
        onReject={() => reject(proposal, engine)}
        onExpired={() => {
          engine.expire(proposal)
          closeProposal(proposal, { kind: 'closed', site: proposal.site.host, why: 'expired' })
        }}
      />
    )
  }
  if (engine && asked && assets) {
    return (
      <RequestView
        key={`${asked.session.topic} ${asked.request.id}`}
        {...asked}
        back={back}
        userId={userId}
        engine={engine}
        opener={opener}
        networks={networks}
        assets={assets}
      />
    )
  }
  const open = sessions.find(({ topic }) => topic === opened)
  return (
    <Screen header={<ScreenHeader back={back} title={t('title')} />}>
      <div className={styles.page}>
        {relay === 'offline' && <Notice role="status">{t('offline')}</Notice>}
        {relay === 'elsewhere' && <Notice role="status">{t('elsewhere')}</Notice>}
        {refused && <RefusedNotice refused={refused} />}
        {engine ? (
          <PairForm engine={engine} />
        ) : (
          relay !== 'elsewhere' && (
            <Waiting>
              <Skeleton width="100%" height="8rem" />
            </Waiting>
          )
        )}
        {sessions.length > 0 ? (
          <section className={styles.section}>
            <h2 className={classNames(text.small, text.soft)}>{t('list')}</h2>
            <Rows>
              {sessions.map((session) => (
                <Row key={session.topic}>
                  <button
                    type="button"
                    className={rowTargetClass}
                    onClick={() => setOpened(session.topic)}
                  >
                    <SessionRow session={session} />
                  </button>
                </Row>
              ))}
            </Rows>
          </section>
        ) : (
          engine && (
            <EmptyState art={<Vessel />} title={t('emptyTitle')}>
              {t('emptyText')}
            </EmptyState>
          )
        )}
      </div>
      {engine && open && (
        <SiteSheet session={open} engine={engine} onClose={() => setOpened(undefined)} />
      )}
    </Screen>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('connect')
  const { site, limits, lastUsedAtMs, connectedAtMs } = session
  const used =
    lastUsedAtMs === undefined
      ? t('connectedAt', { time: formatInstant(connectedAtMs) })
      : t('usedAt', { time: formatInstant(lastUsedAtMs) })
  return <RowContent icon="share" label={site.host} note={limits.isPaused ? t('paused') : used} />
}

function RefusedNotice({ refused }: { refused: RefusedNote }) {
  const { t } = useTranslation('connect')
  const { site, why, names } = refused
  return (
    <Notice
      role="alert"
      title={t('refused.title', { site: site || t('refused.unnamed') })}
      action={
        <Button
          variant="quiet"
          isCompact
          onClick={() => useConnections.setState({ refused: undefined })}
        >
          {t('refused.hide')}
        </Button>
      }
    >
      {t(`refused.${why}`, { names: names.join(', ') })}
    </Notice>
  )
}
