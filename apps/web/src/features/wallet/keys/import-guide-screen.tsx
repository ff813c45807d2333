import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './import-guide.module.css'

const STEPS = ['find', 'enter', 'pin'] as const

export function ImportGuideScreen({ back }: { back: { label: string; onPress: () => void } }) {
  const { t } = useTranslation('wallet')
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('guide.title')} />}
      dock={
        <Link to="/wallet/import/" className={buttonClass('lit')}>
          {t('guide.action')}
        </Link>
      }
    >
      <div className={styles.page}>
        <p className={text.soft}>{t('guide.lead')}</p>
        <ol className={styles.steps}>
          {STEPS.map((step, at) => (
            <li key={step} className={styles.step}>
              <span className={classNames(styles.number, text.number)} aria-hidden="true">
                {at + 1}
              </span>
              <span className={styles.text}>
                <span className={text.strong}>{t(`guide.steps.${step}.title`)}</span>
                <span className={text.soft}>{t(`guide.steps.${step}.text`)}</span>
              </span>
            </li>
          ))}
        </ol>
        <Card variant="dashed">
          <p className={text.strong}>{t('guide.lost')}</p>
          <p className={classNames(text.small, text.soft)}>{t('guide.lostText')}</p>
          <Link
            to="/more/wallet-management"
            className={classNames(text.small, text.strong, styles.link)}
          >
            {t('guide.manage')}
          </Link>
        </Card>
      </div>
    </Screen>
  )
}
