import { useState } from 'react'
import type { ReactNode } from 'react'
import { explanationText } from '@solstice/contract/explanation-texts'
import { LANGUAGES } from '@solstice/contract/messages'
import type { Language } from '@solstice/contract/messages'
import { copyText } from '#/lib/copy-text.ts'
import { LANGUAGE_NAMES, useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import type { OperatorExplanation } from '#/features/member/api.ts'
import { answerOf, zoneOf } from './answer-of.ts'
import styles from './why.module.css'

type MemberAnswerProps = {
  explanation: OperatorExplanation
  /** The language of the member; the choice begins with it. */
  language: string | undefined
  /** Stands beside the button that copies. */
  more: ReactNode
}

/** Shows the text that the member reads in the app, ready to be copied into an answer. */
export function MemberAnswer({ explanation, language, more }: MemberAnswerProps) {
  const { t } = useTranslation('why')
  const [chosen, setChosen] = useState<Language>()
  const shown = chosen ?? (language === 'ko' ? 'ko' : 'en')
  const zone = zoneOf(explanation)
  const answer = answerOf(explanationText(explanation, shown, zone.timeZone), shown, zone)
  return (
    <section className={styles.answer} aria-label={t('asMember')}>
      <div className={styles.answerHead}>
        <h3 className={styles.subtitle}>{t('asMember')}</h3>
        <div className={styles.languages} role="group" aria-label={t('language')}>
          {LANGUAGES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === shown}
              aria-label={`${each}, ${LANGUAGE_NAMES[each]}`}
              onClick={() => setChosen(each)}
            >
              {each}
            </button>
          ))}
        </div>
      </div>
      <p className={styles.quote} lang={shown}>
        {answer}
      </p>
      <div className={styles.buttons}>
        <Button tone="primary" icon="copy" onClick={() => void copyText(answer, t('copied'))}>
          {t('copy')}
        </Button>
        {more}
      </div>
    </section>
  )
}
