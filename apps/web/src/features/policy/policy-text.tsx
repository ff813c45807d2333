import { useTexts, useTranslation } from '#/lib/i18n.ts'
import { webSettings } from '#/lib/settings.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './policy-text.module.css'

export type PolicyName = 'terms' | 'privacy' | 'wallet'

type PolicyTextProps = {
  name: PolicyName
  /** One level below the title above it. */
  headingLevel?: 2 | 3
}

/** Shows a text that a member agrees to or may want to read. */
export function PolicyText({ name, headingLevel = 3 }: PolicyTextProps) {
  const Heading = `h${headingLevel}` as const
  const { t } = useTranslation('policy')
  const { supportEmail } = webSettings()
  const parts = useTexts('policy')?.[name].parts ?? []
  return (
    <div className={styles.policy}>
      <p className={classNames(text.small, text.faint)}>{t(`${name}.updated`)}</p>
      {parts.map(({ heading, text: paragraph }) => (
        <section key={heading} className={styles.part}>
          <Heading className={text.strong}>{heading}</Heading>
          <p className={text.soft}>{paragraph.replace('{{email}}', supportEmail)}</p>
        </section>
      ))}
    </div>
  )
}
