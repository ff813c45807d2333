import { useEffect, useRef } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import text from '#/ui/text.module.css'
import { useProblemNames } from './problem-names.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import styles from './problem-list.module.css'

/** Lists everything that stops the season. A row, or F8 for the next one, leads to the field. */
export function ProblemList() {
  const { t } = useTranslation('builder')
  const { draft, problems, jumpTo } = useBuilder()
  const namesOf = useProblemNames(draft)
  const problemText = useProblemText()
  const last = useRef(-1)

  useEffect(() => {
    const pressKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || problems.length === 0) return
      event.preventDefault()
      last.current = (last.current + 1) % problems.length
      const next = problems[last.current]
      if (next) jumpTo(next.path)
    }
    window.addEventListener('keydown', pressKey)
    return () => window.removeEventListener('keydown', pressKey)
  }, [problems, jumpTo])

  if (problems.length === 0) {
    return (
      <section className={styles.list} aria-label={t('problems.title')}>
        <p className={styles.head}>
          <span className={styles.ok}>
            <Icon name="check" />
          </span>
          <b>{t('problems.none')}</b>
        </p>
      </section>
    )
  }
  return (
    <section className={styles.list} aria-label={t('problems.title')}>
      <p className={styles.head}>
        <span className={text.bad}>
          <Icon name="alert" />
        </span>
        <b>{t('problems.count', { count: problems.length })}</b>
        <span className={classNames(text.small, text.faint)}>{t('problems.note')}</span>
        <span className={styles.key}>
          <Kbd>F8</Kbd>
          <span className={classNames(text.small, text.faint)}>{t('problems.next')}</span>
        </span>
      </p>
      <ul className={styles.rows}>
        {problems.map((problem, at) => {
          const { subject, field } = namesOf(problem.path)
          return (
            <li key={`${problem.path} ${problem.code} ${at}`}>
              <button
                type="button"
                className={styles.row}
                onClick={() => {
                  last.current = at
                  jumpTo(problem.path)
                }}
              >
                <b className={styles.subject}>{subject}</b>
                <span className={styles.sentence}>{problemText(problem)}</span>
                <span className={classNames(text.small, text.link)}>{field}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
