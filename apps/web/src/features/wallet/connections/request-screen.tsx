import type { ReactNode } from 'react'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import type { useAnswer } from './answer.ts'
import styles from './connections.module.css'
import type { Session } from './record.ts'
import { SiteHead } from './site-head.tsx'

type RequestScreenProps = {
  back: { label: string; onPress: () => void }
  title: string
  session: Session
  answering: ReturnType<typeof useAnswer>
  canConfirm: boolean
  children: ReactNode
}

/** The frame of every request: who asks, what is asked, and the two answers. */
export function RequestScreen(props: RequestScreenProps) {
  const { answering, canConfirm, session } = props
  const { hasPasskey, isBusy, problem } = answering
  const { t } = useTranslation('connect')
  const more = session.waiting.length - 1
  return (
    <Screen
      header={<ScreenHeader back={props.back} title={props.title} />}
      dock={
        <>
          <Button
            disabled={!canConfirm}
            isBusy={isBusy}
            onClick={() => answering.confirm(hasPasskey ? 'passkey' : 'pin')}
          >
            {hasPasskey ? <Glyph name="finger" size={20} /> : <Icon name="lock" size={20} />}
            {t(hasPasskey ? 'request.confirmPasskey' : 'request.confirmPin')}
          </Button>
          {hasPasskey && (
            <Button
              variant="text"
              disabled={!canConfirm}
              isBusy={isBusy}
              onClick={() => answering.confirm('pin')}
            >
              {t('request.usePin')}
            </Button>
          )}
          <Button variant="text" isBusy={isBusy} onClick={answering.refuse}>
            {t('request.refuse')}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <SiteHead site={session.site} />
        {problem && <Notice role="alert">{problem}</Notice>}
        {props.children}
        {more > 0 && (
          <Notice
            action={
              <Button variant="quiet" isCompact isBusy={isBusy} onClick={answering.refuseAll}>
                {t('request.refuseAll')}
              </Button>
            }
          >
            {t('request.more', { count: more })}
          </Notice>
        )}
      </div>
    </Screen>
  )
}
