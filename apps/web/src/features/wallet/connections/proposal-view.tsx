import { warnAboutSite } from '@solstice/rules/connection/site'
import { useEffect, useEffectEvent, useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './connections.module.css'
import type { WaitingProposal } from './engine-parts.ts'
import { SiteHead } from './site-head.tsx'

type ProposalViewProps = {
  back: { label: string; onPress: () => void }
  proposal: WaitingProposal
  address: string
  networks: readonly Network[]
  /** The hosts that the member and the programme know. */
  knownHosts: readonly string[]
  onApprove: () => Promise<void>
  onReject: () => Promise<void>
  onExpired: () => void
}

/** Shows what a site asks for before it is connected. */
export function ProposalView(props: ProposalViewProps) {
  const { back, proposal, address, networks, knownHosts } = props
  const { site, offer } = proposal
  const { t } = useTranslation('connect')
  const { isBusy, run } = useBusy()
  const [isAccepted, setAccepted] = useState(false)
  const warning = warnAboutSite(site.host, knownHosts)
  const named = networks.filter(({ chainId }) => offer.chainIds.includes(chainId))
  const canApprove = warning === undefined || isAccepted
  // A proposal that is being approved reports its own end.
  const expire = useEffectEvent(() => {
    if (!isBusy) props.onExpired()
  })
  const { expiresAtMs } = proposal

  useEffect(() => {
    const timer = setTimeout(() => expire(), Math.max(0, expiresAtMs - Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAtMs])

  return (
    <Screen
      header={
        <ScreenHeader
          // It waits for an answer that is under way, because a site cannot receive two.
          back={{ ...back, onPress: () => void run(props.onReject) }}
          title={t('proposal.title')}
        />
      }
      dock={
        <>
          <Button disabled={!canApprove} isBusy={isBusy} onClick={() => void run(props.onApprove)}>
            {t('proposal.approve')}
          </Button>
          <Button variant="text" isBusy={isBusy} onClick={() => void run(props.onReject)}>
            {t('proposal.reject')}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <SiteHead site={site} />
        {warning && (
          <>
            <Notice
              role="alert"
              title={
                warning.kind === 'look-alike'
                  ? t('lookAlike.title', { known: warning.known })
                  : t('lookAlike.letters')
              }
            >
              {warning.kind === 'look-alike'
                ? t('lookAlike.text', { host: site.host, known: warning.known })
                : t('lookAlike.lettersText', { host: site.host })}
            </Notice>
            <Checkbox
              binding={{
                name: 'accept-site',
                checked: isAccepted,
                error: undefined,
                onChange: setAccepted,
              }}
            >
              {t('lookAlike.accept')}
            </Checkbox>
          </>
        )}
        <Notice>{t('proposal.selfNamed')}</Notice>
        <Facts
          facts={[
            [t('proposal.networks'), named.map(({ name }) => name).join(', ')],
            [t('proposal.sees'), `${t('proposal.address')} (${shortAddress(address)})`],
            [
              t('proposal.asks'),
              offer.methods.map((method) => t(`proposal.methods.${method}`)).join(', '),
            ],
          ]}
        />
        <p className={text.soft}>{t('proposal.each')}</p>
        {offer.without.chains.length > 0 && (
          <p className={text.soft}>
            {t('proposal.withoutChains', { names: offer.without.chains.join(', ') })}
          </p>
        )}
        {offer.without.methods.length > 0 && (
          <p className={text.soft}>
            {t('proposal.withoutMethods', { names: offer.without.methods.join(', ') })}
          </p>
        )}
      </div>
    </Screen>
  )
}
