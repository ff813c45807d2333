import { useState } from 'react'
import { withFundsSafe } from '@solstice/contract/funds-safe'
import type { Language } from '@solstice/contract/messages'
import { DEFAULT_MAINTENANCE, durationText } from '@solstice/rules/maintenance'
import { useTranslation } from '#/lib/i18n.ts'
import { Choice } from '#/ui/choice.tsx'
import { Logo } from '#/ui/logo.tsx'
import type { Maintenance } from './api.ts'
import styles from './maintenance.module.css'

type Settings = Pick<Maintenance, 'title' | 'description' | 'estimatedDuration'>

/** Draws the page that members see instead of the app. */
export function MemberView({ settings }: { settings: Settings }) {
  const { t } = useTranslation('maintenance')
  const [language, setLanguage] = useState<Language>('en')
  const title = settings.title[language] || settings.title.en || DEFAULT_MAINTENANCE.title.en
  const description =
    settings.description[language] || settings.description.en || DEFAULT_MAINTENANCE.description.en
  const duration = durationText(settings.estimatedDuration)
  return (
    <div className={styles.preview}>
      <Choice
        label={t('language')}
        look="segments"
        value={language}
        options={[
          ['en', 'en'],
          ['ko', 'ko'],
        ]}
        onValue={setLanguage}
      />
      <div className={styles.phone} lang={language} role="group" aria-label={t('phone')}>
        <Logo size={40} />
        <b>{title}</b>
        <p>{withFundsSafe(description, language)}</p>
        {duration !== undefined && <p>{t('about', { duration })}</p>}
      </div>
    </div>
  )
}
