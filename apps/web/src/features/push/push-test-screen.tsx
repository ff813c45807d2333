import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useAction } from '#/lib/use-action.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { failureOf } from './failure.ts'
import { getPushClient, sendTestPush } from './push.ts'
import styles from './push-test-screen.module.css'

type Step = 'subscribe' | 'unsubscribe' | 'send'

type PushTestScreenProps = {
  back: { label: string; onPress: () => void }
  userId: string
}

/** Helps to find out why a device receives no pushes. */
export function PushTestScreen({ back, userId }: PushTestScreenProps) {
  const { t } = useTranslation('notice')
  const [status, setStatus] = useState('')

  const { run, running: busy } = useAction({
    call: async (step: Step) => {
      setStatus('')
      if (step === 'subscribe') await getPushClient().subscribe(userId)
      if (step === 'unsubscribe') await getPushClient().unsubscribe()
      if (step === 'send') setStatus(t('test.sent', await sendTestPush({})))
    },
    onFailed: (cause, step) => {
      const failure = failureOf(cause)
      setStatus(
        step === 'send'
          ? messageOf(cause, t('test.sendFailed'))
          : t(`test.failed.${failure.name}`, { reason: failure.reason }),
      )
    },
  })

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('test.title')} />}
      dock={
        <>
          <Button isBusy={busy === 'send'} onClick={() => void run('send')}>
            {t('test.send')}
          </Button>
          <Button
            variant="quiet"
            isBusy={busy === 'subscribe'}
            onClick={() => void run('subscribe')}
          >
            {t('test.subscribe')}
          </Button>
          <Button
            variant="quiet"
            isBusy={busy === 'unsubscribe'}
            onClick={() => void run('unsubscribe')}
          >
            {t('test.unsubscribe')}
          </Button>
        </>
      }
    >
      <Card>
        <dl className={styles.facts}>
          <dt className={text.soft}>{t('test.support')}</dt>
          <dd>{getPushClient().isSupported() ? t('test.supported') : t('test.unsupported')}</dd>
          <dt className={text.soft}>{t('test.permission')}</dt>
          <dd data-permission>{getPushClient().permission()}</dd>
          <dt className={text.soft}>{t('test.subscription')}</dt>
          <dd className={styles.endpoint} data-subscription>
            {getPushClient().stored()?.endpoint ?? t('test.none')}
          </dd>
        </dl>
      </Card>
      <p className={styles.status} role="status">
        {status}
      </p>
    </Screen>
  )
}
