import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import styles from './connections.module.css'
import type { Review } from './review-queue.ts'

type ClosedViewProps = {
  back: { label: string; onPress: () => void }
  site: string
  why: Extract<Review, { kind: 'closed' }>['why'] | 'refused'
  /** The reason, if it is not one of those above. */
  children?: ReactNode
  onDone: () => void | Promise<void>
}

/** Says why a request can no longer be answered, in place of the request. */
export function ClosedView({ back, site, why, children, onDone }: ClosedViewProps) {
  const { t } = useTranslation('connect')
  const { isBusy, run } = useBusy()
  const done = () => void run(async () => onDone())
  return (
    <Screen
      header={<ScreenHeader back={back} title={t(`closed.${why}.title`)} />}
      dock={
        <>
          {why === 'interrupted' && (
            <Link to="/wallet/history/" className={buttonClass('lit')}>
              {t('closed.activity')}
            </Link>
          )}
          <Button variant={why === 'interrupted' ? 'text' : 'lit'} isBusy={isBusy} onClick={done}>
            {t('closed.done')}
          </Button>
        </>
      }
    >
      <div className={styles.closed}>
        <Notice role="alert" title={site}>
          {children && <>{children} </>}
          {t(`closed.${why}.text`)}
        </Notice>
      </div>
    </Screen>
  )
}
