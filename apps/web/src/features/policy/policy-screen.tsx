import { useTranslation } from '#/lib/i18n.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { PolicyText } from './policy-text.tsx'
import styles from './policy-text.module.css'

type Back = { label: string; onPress: () => void }

export function PolicyScreen({ back }: { back: Back }) {
  const { t } = useTranslation('policy')
  return (
    <Screen header={<ScreenHeader back={back} title={t('title')} />}>
      <div className={styles.page}>
        {(['terms', 'privacy'] as const).map((name) => (
          <section key={name}>
            <h2 className={text.title}>{t(`${name}.title`)}</h2>
            <PolicyText name={name} />
          </section>
        ))}
      </div>
    </Screen>
  )
}

export function WalletPolicyScreen({ back }: { back: Back }) {
  const { t } = useTranslation('policy')
  return (
    <Screen header={<ScreenHeader back={back} title={t('wallet.title')} />}>
      <PolicyText name="wallet" headingLevel={2} />
    </Screen>
  )
}
