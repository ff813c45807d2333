import { useId } from 'react'
import { useBuilder, useEdits, useProblemsWithin } from '#/features/builder/builder-context.ts'
import { DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import styles from '#/features/builder/missions/missions.module.css'
import { useProblemText } from '#/shell/season/problem-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { getIn, insertIn, listAt, removeIn, setIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'

const EMPTY = { en: '', ko: '' }
const newQuestion = { text: EMPTY, options: [EMPTY, EMPTY], answer: 0, explanation: EMPTY }
const MOST_OPTIONS = 6
const LEAST_OPTIONS = 2

/** Edits the questions of a mission; members get one a day. */
export function QuestionFields({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit, isReadOnly } = useBuilder()
  const list = `${path}.questions`
  const problemText = useProblemText()
  const problems = useProblemsWithin(path).filter((problem) => problem.path === path)
  return (
    <section className={styles.questions} aria-label={t('questions.title')}>
      <b className={text.strong}>{t('questions.title')}</b>
      {problems.map((problem) => (
        <Note key={problem.code} tone="bad">
          {problemText(problem)}
        </Note>
      ))}
      {listAt(draft, list).map((_, at) => (
        <Question key={`question ${at}`} list={list} at={at} />
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          disabled={isReadOnly}
          data-path={path}
          onClick={() =>
            edit((latest) => insertIn(latest, list, listAt(latest, list).length, newQuestion))
          }
        >
          {t('questions.add')}
        </Button>
      </div>
    </section>
  )
}

function Question({ list, at }: { list: string; at: number }) {
  const { t } = useTranslation('builderParts')
  const { draft, isReadOnly } = useBuilder()
  const { remove, add } = useEdits()
  const path = `${list}.${at}`
  const number = at + 1
  const problemText = useProblemText()
  const problems = useProblemsWithin(path).filter(({ path: found }) =>
    [`${path}.answer`, `${path}.options`].includes(found),
  )
  const options = listAt(draft, `${path}.options`)
  return (
    <div className={styles.question} role="group" aria-label={t('questions.one', { number })}>
      <DraftTexts path={`${path}.text`} label={t('questions.one', { number })} isLong />
      <Options path={path} number={number} />
      {problems.map((problem) => (
        <Note key={problem.code} tone="bad">
          {problemText(problem)}
        </Note>
      ))}
      <DraftTexts
        path={`${path}.explanation`}
        label={t('questions.explanation', { number })}
        isLong
      />
      <div className={styles.tools}>
        <Button
          size="small"
          icon="plus"
          disabled={isReadOnly || options.length >= MOST_OPTIONS}
          onClick={() => add(`${path}.options`, EMPTY)}
        >
          {t('questions.addOption')}
        </Button>
        <Button
          size="small"
          tone="plain"
          icon="remove"
          disabled={isReadOnly}
          onClick={() =>
            remove(list, at, {
              removed: t('removed', { name: t('questions.one', { number }) }),
              undo: t('common:undo'),
            })
          }
        >
          {t('remove', { name: t('questions.one', { number }) })}
        </Button>
      </div>
    </div>
  )
}

function Options({ path, number }: { path: string; number: number }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit, isReadOnly } = useBuilder()
  const { set } = useEdits()
  const name = useId()
  const options = listAt(draft, `${path}.options`)
  const answer = getIn(draft, `${path}.answer`)
  const remove = (at: number, label: string) =>
    edit((latest) => {
      const option = listAt(latest, `${path}.options`)[at]
      const wasCorrect = getIn(latest, `${path}.answer`) === at
      showToast(t('removed', { name: label }), {
        label: t('common:undo'),
        run: () => edit((later) => withOption(later, path, { at, option, wasCorrect })),
      })
      return withoutOption(latest, path, at)
    })
  return (
    <fieldset className={styles.options}>
      <legend className={text.small}>{t('questions.correct')}</legend>
      {options.map((_, at) => {
        const label = t('questions.option', { number, option: at + 1 })
        return (
          <div key={`option ${at}`} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={answer === at}
              disabled={isReadOnly}
              data-path={`${path}.answer`}
              aria-label={t('questions.isCorrect', { option: at + 1 })}
              onChange={() => set(`${path}.answer`, at)}
            />
            <DraftTexts path={`${path}.options.${at}`} label={label} />
            <Button
              tone="plain"
              disabled={isReadOnly || options.length <= LEAST_OPTIONS}
              aria-label={t('remove', { name: label })}
              onClick={() => remove(at, label)}
            >
              <Icon name="remove" />
            </Button>
          </div>
        )
      })}
    </fieldset>
  )
}

/**
 * Removes an option; the correct one stays correct under its new number. Without the correct one
 * the question has no answer until a person chooses again.
 */
function withoutOption(draft: Draft, path: string, at: number): Draft {
  const answer = getIn(draft, `${path}.answer`)
  const removed = removeIn(draft, `${path}.options`, at)
  if (typeof answer !== 'number' || answer < at) return removed
  return setIn(removed, `${path}.answer`, answer === at ? null : answer - 1)
}

type RemovedOption = { at: number; option: unknown; wasCorrect: boolean }

/** Puts an option back; it is correct again unless another one was chosen since. */
function withOption(draft: Draft, path: string, { at, option, wasCorrect }: RemovedOption): Draft {
  const answer = getIn(draft, `${path}.answer`)
  const restored = insertIn(draft, `${path}.options`, at, option)
  if (answer === null && wasCorrect) return setIn(restored, `${path}.answer`, at)
  return typeof answer === 'number' && answer >= at
    ? setIn(restored, `${path}.answer`, answer + 1)
    : restored
}
