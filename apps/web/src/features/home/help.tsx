import { useTranslation } from '#/lib/i18n.ts'
import { webSettings } from '#/lib/settings.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, Rows, rowTargetClass } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import styles from './help.module.css'

const QUESTIONS = ['seasons', 'checkIn', 'wallet', 'phrase', 'logout'] as const

/** Expands questions in place, one at a time. */
export function Help() {
  const { t } = useTranslation('help')
  const { supportEmail } = webSettings()
  return (
    <Rows>
      {QUESTIONS.map((name) => (
        <Row key={name}>
          <details className={styles.question} name="help">
            <summary className={rowTargetClass}>
              <span className={styles.grow}>{t(`questions.${name}.question`)}</span>
              <span className={styles.sign}>
                <Icon name="down" size={20} />
              </span>
            </summary>
            <p className={classNames(text.soft, styles.answer)}>{t(`questions.${name}.answer`)}</p>
          </details>
        </Row>
      ))}
      <Row>
        <a className={rowTargetClass} href={`mailto:${supportEmail}`}>
          <span className={styles.grow}>
            {t('contact')}
            <span className={classNames(text.small, text.soft, styles.address)}>
              {supportEmail}
            </span>
          </span>
          <span className={styles.sign}>
            <Icon name="mail" size={20} />
          </span>
        </a>
      </Row>
    </Rows>
  )
}
