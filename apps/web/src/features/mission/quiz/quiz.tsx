import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { missionQuery } from '#/features/mission/api.ts'
import type { DetailOf, ExecutedOf } from '#/features/mission/api.ts'
import { celebrate } from '#/features/mission/celebrate.ts'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import { MissionMoment } from '#/features/mission/mission-moment.tsx'
import { momentOf } from '#/features/mission/moment-kind.ts'
import { StandingNote } from '#/features/mission/standing-note.tsx'
import { useExecute } from '#/features/mission/use-execute.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import styles from './quiz.module.css'

type QuizMission = DetailOf<'QUIZ'>

/** Resets for the next question; when there is only one, it comes back without a result. */
export function Quiz({ mission }: { mission: QuizMission }) {
  const isAnswered = mission.result !== null
  const [seen, setSeen] = useState({ isAnswered, returns: 0 })
  if (seen.isAnswered !== isAnswered) {
    setSeen({ isAnswered, returns: isAnswered ? seen.returns : seen.returns + 1 })
  }
  return <TodaysQuiz key={`${mission.question?.questionId}-${seen.returns}`} mission={mission} />
}

function TodaysQuiz({ mission }: { mission: QuizMission }) {
  const { t } = useTranslation('mission-quiz')
  const queries = useQueryClient()
  const { execute, isBusy, isUnconfirmed } = useExecute(mission)
  const [option, setOption] = useState<number>()
  const [done, setDone] = useState<ExecutedOf<'QUIZ'>>()
  const questionId = mission.question?.questionId

  async function answer(): Promise<void> {
    if (option === undefined || questionId === undefined) return
    const executed = await execute({ answer: { questionId, option } })
    if (executed?.type !== 'QUIZ') return
    if (executed.outcome === 'QUESTION_CHANGED') {
      setOption(undefined)
      return showToast(t('changed'), { tone: 'attention' })
    }
    setDone(executed)
    keepResult(queries, mission, option, executed)
    if (executed.outcome !== 'RIGHT') return
    celebrate()
    showToast(t('added', { xp: formatNumber(executed.xp) }), { tone: 'done' })
  }

  return (
    <MissionFrame
      mission={mission}
      isUnconfirmed={isUnconfirmed}
      dock={<QuizDock mission={mission} isBusy={isBusy} isChosen={option !== undefined} />}
      {...(mission.available && {
        onSubmit: (event) => {
          event.preventDefault()
          void answer()
        },
      })}
    >
      <div className={styles.page}>
        {mission.rewardXp !== null && (
          <p className={text.soft}>{t('rule', { xp: formatNumber(mission.rewardXp) })}</p>
        )}
        <Question mission={mission} option={option} onOption={setOption} />
        <QuizResult mission={mission} />
        {done?.outcome === 'RIGHT' && (
          <StandingNote seasonId={mission.seasonId} standing={done.me} isLevelUp={done.levelUp} />
        )}
      </div>
      <MissionMoment executed={done} moment={done && momentOf(done)} seasonId={mission.seasonId} />
    </MissionFrame>
  )
}

/** Closes the question from the response alone, because refetching the mission may have failed. */
function keepResult(
  queries: QueryClient,
  { seasonId, missionId, question }: QuizMission,
  option: number,
  { outcome, explanation, nextAvailableAt }: ExecutedOf<'QUIZ'>,
): void {
  const isRight = outcome === 'RIGHT'
  const closed: Partial<QuizMission> = {
    available: false,
    unavailableReason: 'DONE_TODAY',
    nextAvailableAt,
    completed: isRight,
    result: { option, isRight, explanation },
  }
  queries.setQueryData(missionQuery(seasonId, missionId).queryKey, (old) =>
    old?.type === 'QUIZ' && !old.result && old.question?.questionId === question?.questionId
      ? { ...old, ...closed }
      : old,
  )
}

type QuestionProps = {
  mission: QuizMission
  option: number | undefined
  onOption: (option: number) => void
}

/** A radio group: arrow keys choose an option, and Enter submits the form. */
export function Question({ mission, option, onOption }: QuestionProps) {
  const { question, available, result } = mission
  if (!question) return null
  const chosen = result?.option ?? option
  return (
    <fieldset className={styles.question} disabled={!available}>
      <legend className={classNames(text.title, styles.legend)}>{question.text}</legend>
      <Rows>
        {question.options.map((label, at) => (
          <Row key={label}>
            <label className={rowTargetClass}>
              <input
                type="radio"
                name="option"
                className={text.unseen}
                checked={at === chosen}
                onChange={() => onOption(at)}
              />
              <RowContent label={label} end={at === chosen ? 'check' : 'none'} />
            </label>
          </Row>
        ))}
      </Rows>
    </fieldset>
  )
}

/** Shows the result of today's attempt. The explanation is shown only after a right answer. */
export function QuizResult({ mission }: { mission: QuizMission }) {
  const { t } = useTranslation('mission-quiz')
  const { result, nextAvailableAt } = mission
  const kind = t(nextAvailableAt === null ? 'wrongLast' : 'wrongText')
  return (
    <div role="status">
      {result && (
        <Card>
          <div className={styles.result}>
            <p className={text.title}>{t(result.isRight ? 'right' : 'wrong')}</p>
            <p className={text.soft}>{result.explanation ?? kind}</p>
          </div>
        </Card>
      )}
    </div>
  )
}

type DockProps = { mission: QuizMission; isBusy: boolean; isChosen: boolean }

export function QuizDock({ mission, isBusy, isChosen }: DockProps) {
  const { t } = useTranslation(['mission-quiz', 'mission'])
  const { available, result, nextAvailableAt, unavailableReason } = mission
  if (available) {
    return (
      <Button type="submit" isBusy={isBusy} disabled={!isChosen}>
        {t('submit')}
      </Button>
    )
  }
  return (
    <>
      <p className={classNames(text.soft, text.number, styles.line)}>
        {result === null
          ? t(`mission:reason.${unavailableReason ?? 'NOT_EXECUTABLE'}`)
          : nextAvailableAt === null
            ? t('last')
            : t('next', { time: formatProgrammeMinute(nextAvailableAt) })}
      </p>
      <Button variant="quiet" disabled>
        {result ? (
          <>
            <Icon name="check" size={20} />
            {t('answered')}
          </>
        ) : (
          t('submit')
        )}
      </Button>
    </>
  )
}
