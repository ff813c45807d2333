import type { Language } from '@solstice/contract/messages'
import { LANGUAGE_NAMES, chooseLanguage, currentLanguage, useTranslation } from '#/lib/i18n.ts'
import styles from './language-choice.module.css'

/** Shows each language by its own name, for members who cannot read the current one. */
export function LanguageChoice() {
  const { t } = useTranslation('auth')
  return (
    <div role="group" aria-label={t('language')} className={styles.languages}>
      {Object.entries(LANGUAGE_NAMES).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.language}
          aria-pressed={language === currentLanguage()}
          // The keys are languages; Object.entries loses that type.
          onClick={() => void chooseLanguage(language as Language)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
