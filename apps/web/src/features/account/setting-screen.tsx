import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Language } from '@solstice/contract/messages'
import {
  chooseLanguage,
  currentLanguage,
  LANGUAGE_NAMES,
  noteAccountLanguage,
  translate,
  useTranslation,
} from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useAction } from '#/lib/use-action.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { changeLanguage, languagesQuery } from './api.ts'
import styles from './setting-screen.module.css'

const VERSION = `v${import.meta.env.VERSION}`

// The keys are languages; Object.entries loses that type.
const OWN_LANGUAGES = Object.entries(LANGUAGE_NAMES).map(([code, name]) => ({
  code: code as Language,
  name,
}))

type SettingScreenProps = {
  back: { label: string; onPress: () => void }
  /** The notification settings of this device. */
  notifications: ReactNode
  /** Settings of other features, shown between the notifications and the version. */
  children?: ReactNode
}

export function SettingScreen({ back, notifications, children }: SettingScreenProps) {
  const { t } = useTranslation('more')
  const current = currentLanguage()
  const { data: languages = OWN_LANGUAGES } = useQuery(languagesQuery)

  const { run: save } = useAction({
    call: changeLanguage,
    texts: { failed: (error) => messageOf(error, translate('more:setting.notSaved')) },
    onDone: (_, language) => noteAccountLanguage(language),
    isParallel: true,
  })

  /**
   * The app switches immediately; the account stores the language for mails, pushes and other
   * devices.
   */
  async function choose(language: Language): Promise<void> {
    await chooseLanguage(language)
    await save(language)
  }

  return (
    <Screen header={<ScreenHeader back={back} title={t('setting.title')} />}>
      <fieldset className={styles.languages}>
        <legend className={classNames(text.small, text.soft, styles.legend)}>
          {t('setting.language')}
        </legend>
        <Rows>
          {languages.map(({ code: language, name }) => (
            <Row key={language}>
              <label className={rowTargetClass} lang={language}>
                <input
                  type="radio"
                  name="language"
                  className={text.unseen}
                  checked={language === current}
                  onChange={() => void choose(language)}
                />
                <RowContent label={name} end={language === current ? 'check' : 'none'} />
              </label>
            </Row>
          ))}
        </Rows>
      </fieldset>
      <section>
        <h2 className={classNames(text.small, text.soft, styles.legend)}>
          {t('setting.notifications')}
        </h2>
        {notifications}
      </section>
      {children && <div className={styles.more}>{children}</div>}
      <dl className={styles.version}>
        <dt className={text.soft}>{t('setting.version')}</dt>
        <dd className={text.number}>{VERSION}</dd>
      </dl>
    </Screen>
  )
}
