import { useQuery } from '@tanstack/react-query'
import { offerQuery } from '#/features/wallet/relay/api.ts'
import type { RelayOffer } from '#/features/wallet/relay/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatLongProgrammeDay } from '@solstice/ui/programme-time.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { RelayDots } from './relay-dots.tsx'
import styles from './relay.module.css'

type RelayOfferCardProps = { chainId: number; token: string; onChosen: () => void }

/** Offers to pay the fee of a send, or says why not now. Shows nothing for tokens without permits. */
export function RelayOfferCard({ chainId, token, onChosen }: RelayOfferCardProps) {
  const { t } = useTranslation('relay')
  const { data } = useQuery(offerQuery({ chainId, token }))
  if (!data || data.offer === 'NOT_OFFERED' || data.offer === 'TOKEN') return null
  const isReady = data.offer === 'READY'
  const next = Math.min(data.used + 1, data.quota)
  return (
    <section className={styles.card} aria-label={t('title')}>
      <RelayDots quota={data.quota} used={isReady ? next : data.used} />
      <div className={styles.words}>
        <span className={text.strong}>{t('title')}</span>
        <span className={classNames(text.small, text.soft)}>
          {isReady ? t('count', { next, quota: data.quota }) : <WhyNot offer={data} />}
        </span>
      </div>
      {isReady && (
        <Button variant="quiet" isCompact onClick={onChosen}>
          {t('choose')}
        </Button>
      )}
    </section>
  )
}

function WhyNot({ offer: { offer, quota, resetsAt, heldUntil } }: { offer: RelayOffer }) {
  const { t } = useTranslation('relay')
  switch (offer) {
    case 'PREPARING':
      return t('why.preparing')
    case 'UNDER_WAY':
      return t('why.underWay')
    case 'FAILURES':
      return t('why.failures', { day: formatLongProgrammeDay(resetsAt) })
    case 'QUOTA':
      return t('why.quota', { quota, day: formatLongProgrammeDay(resetsAt) })
    case 'HELD':
      return heldUntil === null
        ? t('why.held')
        : t('why.heldUntil', { day: formatLongProgrammeDay(heldUntil) })
    case 'BUDGET':
    case 'NOT_OFFERED':
    case 'READY':
    case 'TOKEN':
      return t('why.budget')
  }
}
