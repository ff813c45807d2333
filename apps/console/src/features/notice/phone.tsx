import { useState } from 'react'
import { alertText } from '@solstice/contract/alert-texts'
import type { Language } from '@solstice/contract/messages'
import { useTranslation } from '#/lib/i18n.ts'
import { Choice } from '#/ui/choice.tsx'
import { Logo } from '#/ui/logo.tsx'
import styles from './phone.module.css'
import { PUSH_TEXT_MAX } from './text-limits.ts'
import type { NoticeTexts } from './texts.ts'

const VIEWS = ['push', 'notice'] as const
type View = (typeof VIEWS)[number]

/** Draws how a member sees a text: as a push on the lock screen, and as a notice in the app. */
export function Phone({ texts, hasPush = true }: { texts: NoticeTexts; hasPush?: boolean }) {
  const { t } = useTranslation('notice')
  const [language, setLanguage] = useState<Language>('en')
  const [view, setView] = useState<View>(hasPush ? 'push' : 'notice')
  const title = texts.title[language].trim()
  const content = texts.content[language].trim()
  return (
    <div className={styles.preview}>
      <div className={styles.controls}>
        <Choice
          label={t('preview.language')}
          look="segments"
          value={language}
          options={[
            ['en', 'en'],
            ['ko', 'ko'],
          ]}
          onValue={setLanguage}
        />
        {hasPush && (
          <Choice
            label={t('preview.view')}
            look="segments"
            value={view}
            options={VIEWS.map((each) => [each, t(`preview.${each}`)])}
            onValue={setView}
          />
        )}
      </div>
      <div className={styles.phone} lang={language} role="group" aria-label={t('preview.phone')}>
        {view === 'push' ? (
          <LockScreen title={title} content={content} language={language} />
        ) : (
          <article className={styles.notice}>
            <b className={styles.noticeTitle}>{title || t('preview.noTitle')}</b>
            <p className={styles.noticeText}>{content || t('preview.noContent')}</p>
          </article>
        )}
      </div>
    </div>
  )
}

/** Without a text, the phone shows what members get when it cannot read the notice. */
function LockScreen({
  title,
  content,
  language,
}: {
  title: string
  content: string
  language: Language
}) {
  const { t } = useTranslation('notice')
  const fallback = alertText('NOTICE', language)
  return (
    <>
      <span className={styles.clock} aria-hidden="true">
        10:00
      </span>
      <div className={styles.push}>
        <span className={styles.icon} aria-hidden="true">
          <Logo size={20} />
        </span>
        <div className={styles.pushText}>
          <b>{title || fallback.title}</b>
          <p>{shortened(content) || fallback.content}</p>
        </div>
        <span className={styles.now}>{t('preview.now')}</span>
      </div>
    </>
  )
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= PUSH_TEXT_MAX ? line : `${line.slice(0, PUSH_TEXT_MAX - 1)}…`
}
