import { useTexts, useTranslation } from '#/lib/i18n.ts'
import { classNames } from '#/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './policy-text.module.css'

export type PolicyName = 'terms' | 'privacy' | 'wallet'

/** A text a member agrees to, or may want to read. */
export function PolicyText({ name }: { name: PolicyName }) {
  const { t } = useTranslation('policy')
  const parts = useTexts('policy')?.[name].parts ?? []
  return (
    <div className={styles.policy}>
      <p className={classNames(text.small, text.faint)}>{t('updated')}</p>
      {parts.map(({ heading, text: paragraph }) => (
        <section key={heading} className={styles.part}>
          <h3 className={text.strong}>{heading}</h3>
          <p className={classNames(text.soft, text.pretty)}>{paragraph}</p>
        </section>
      ))}
    </div>
  )
}
