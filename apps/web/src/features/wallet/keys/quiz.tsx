import { useState } from 'react'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import type { WordAnswer } from '#/vault/vault.ts'
import styles from './quiz.module.css'

const QUESTIONS = 3
const WORDS = 12

type QuizProps = {
  isBusy: boolean
  /** The error after the words were correct. */
  problem: string | undefined
  /** Returns undefined if the member cancels. */
  check: (answers: WordAnswer[]) => Promise<boolean | undefined>
  onCorrect: () => Promise<void>
  onSeeAgain: () => void
}

/** Prompts for three of the first twelve words; the vault compares them. */
export function Quiz({ isBusy, problem, check, onCorrect, onSeeAgain }: QuizProps) {
  const { t } = useTranslation('wallet')
  const [positions] = useState(drawPositions)
  const [isWrong, setWrong] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useForm({ first: '', second: '', third: '' }, (values) => {
    const needed = (word: string) => (word.trim() === '' ? t('import.needed') : undefined)
    return {
      first: needed(values.first),
      second: needed(values.second),
      third: needed(values.third),
    }
  })

  async function checkAnswers(): Promise<void> {
    const typed = [form.values.first, form.values.second, form.values.third]
    const answers = positions.map((position, at) => ({
      position,
      word: (typed[at] ?? '').trim().toLowerCase(),
    }))
    setWrong(false)
    setFailure(undefined)
    try {
      const isRight = await check(answers)
      setWrong(isRight === false)
      if (isRight) await onCorrect()
    } catch (cause) {
      setFailure(problemText(cause, t))
    }
  }

  return (
    <form className={styles.quiz} noValidate onSubmit={form.submit(checkAnswers)}>
      <h1 className={text.headline}>{t('create.quizTitle')}</h1>
      <p className={text.soft}>{t('create.quizText')}</p>
      {(['first', 'second', 'third'] as const).map((name, at) => (
        <TextInput
          key={name}
          label={t('create.quizWord', { place: positions[at] ?? 0 })}
          binding={form.field(name)}
          autoComplete="off"
          autoCapitalize="none"
        />
      ))}
      {isWrong && <Notice role="alert">{t('create.quizWrong')}</Notice>}
      {(failure ?? problem) && <Notice role="alert">{failure ?? problem}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" isBusy={isBusy || form.isBusy}>
          {t('create.quizCheck')}
        </Button>
        <Button variant="text" onClick={onSeeAgain}>
          {t('create.quizBack')}
        </Button>
      </div>
    </form>
  )
}

/** Draws three different positions in ascending order. */
function drawPositions(): number[] {
  const positions = Array.from({ length: WORDS }, (_, at) => at + 1)
  const drawn = Array.from({ length: QUESTIONS }, () => {
    const [at = 0] = crypto.getRandomValues(new Uint32Array(1))
    return positions.splice(at % positions.length, 1)[0] ?? 1
  })
  return drawn.toSorted((one, other) => one - other)
}
