import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './delete-account.module.css'
import { useDeletion } from './deletion.ts'
import { ForfeitNotice } from './forfeited-assets.tsx'
import type { ForfeitedAssets } from './forfeited-assets.tsx'
import type { RestoredBy } from './restored-by.ts'

/** The consequences of a deletion, in the order in which they are shown. */
const CONSEQUENCES = [
  { name: 'rewards', icon: 'rewards' },
  { name: 'wallet', icon: 'wallet' },
  { name: 'payouts', icon: 'info' },
  { name: 'data', icon: 'person' },
  { name: 'email', icon: 'mail' },
] as const satisfies readonly { name: string; icon: IconName }[]

type DeleteAgreementScreenProps = {
  back: { label: string; onPress: () => void }
  forfeited: ForfeitedAssets | undefined
  /** No recovery method is shown while it is unknown. */
  restoredBy: RestoredBy | undefined
  promptForPin: () => Promise<string | undefined>
  onNext: () => void
}

export function DeleteAgreementScreen(props: DeleteAgreementScreenProps) {
  const { back, forfeited, restoredBy, promptForPin, onNext } = props
  const { t } = useTranslation('account')
  const agreed = useDeletion((state) => state.agreed)

  async function next(): Promise<void> {
    const pinToken = await promptForPin()
    if (pinToken === undefined) return
    useDeletion.setState({ pinToken })
    onNext()
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('delete.title')} />}
      dock={
        <Button variant="quiet" disabled={!agreed} onClick={() => void next()}>
          {t('delete.nextWithPin')}
        </Button>
      }
    >
      <h2 className={classNames(text.title, styles.legend)}>{t('delete.agreementTitle')}</h2>
      <ForfeitNotice forfeited={forfeited} />
      <Card>
        <ul className={styles.consequences}>
          {CONSEQUENCES.map(({ name, icon }) => (
            <li key={name}>
              <Icon name={icon} size={20} />
              <span>
                <span className={classNames(text.strong, styles.block)}>
                  {t(`delete.consequence.${name}.title`)}
                </span>
                <span className={text.soft}>
                  {name === 'wallet'
                    ? restoredBy && t(`delete.consequence.wallet.${restoredBy}`)
                    : t(`delete.consequence.${name}.text`)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <div className={styles.agree}>
        <Checkbox
          binding={{
            name: 'agreed',
            checked: agreed,
            error: undefined,
            onChange: (checked) => useDeletion.setState({ agreed: checked, pinToken: undefined }),
          }}
        >
          {t('delete.agree')}
        </Checkbox>
      </div>
    </Screen>
  )
}
