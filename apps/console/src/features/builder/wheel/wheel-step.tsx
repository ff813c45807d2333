import { SPIN_WEIGHT_TOTAL } from '@solstice/rules/missions/spin/spin'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useBuilder, useEdits, useProblemsAt } from '#/features/builder/builder-context.ts'
import { ComputedField } from '#/features/builder/fields/computed-field.tsx'
import { DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { useProblemText } from '#/shell/season/problem-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, numberAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { balanced, percentOf, prizesOf, spreadOf, sumOf, weightOf } from './odds.ts'
import styles from './wheel.module.css'

/** Edits the prizes of the wheel. Their chances have to sum to exactly 100 %. */
export function WheelStep() {
  const { t } = useTranslation('builder')
  const { draft, isReadOnly } = useBuilder()
  const { add } = useEdits()
  const problemText = useProblemText()
  const problems = [...useProblemsAt('spin.prizes'), ...useProblemsAt('spin')]
  return (
    <>
      <Panel title={t('wheel.prizes')}>
        <ul className={styles.prizes}>
          {listAt(draft, 'spin.prizes').map((_, at) => (
            <Prize key={`prize ${at}`} at={at} />
          ))}
        </ul>
        <div>
          <Button
            size="small"
            icon="plus"
            disabled={isReadOnly}
            onClick={() => add('spin.prizes', { xp: null, weight: null })}
          >
            {t('wheel.add')}
          </Button>
        </div>
        <Sum />
        {problems.map((problem) => (
          <Note key={problem.code} tone="bad">
            {problemText(problem)}
          </Note>
        ))}
      </Panel>
      <Panel title={t('wheel.cost')}>
        <div className={fields.row}>
          <DraftNumber path="spin.freePerDay" label={t('fields.freePerDay')} />
          <DraftNumber path="budget.spinXp" label={t('fields.spinXp')} unit="XP" />
        </div>
        <Spread />
      </Panel>
    </>
  )
}

function Prize({ at }: { at: number }) {
  const { t } = useTranslation('builder')
  const { draft, isReadOnly } = useBuilder()
  const { set, remove } = useEdits()
  const path = `spin.prizes.${at}`
  const weight = numberAt(draft, `${path}.weight`)
  const number = at + 1
  return (
    <li className={styles.prize}>
      <DraftNumber path={`${path}.xp`} label={t('wheel.prize', { number })} unit="XP" />
      <ComputedField
        path={`${path}.weight`}
        label={t('wheel.chance', { number })}
        unit="%"
        value={weight === undefined ? '' : percentOf(weight)}
        onText={(typed) => {
          const next = weightOf(typed)
          set(`${path}.weight`, next ?? null)
          return next !== undefined
        }}
      />
      <Button
        tone="plain"
        disabled={isReadOnly}
        aria-label={t('wheel.remove', { number })}
        onClick={() =>
          remove('spin.prizes', at, { removed: t('wheel.removed'), undo: t('common:undo') })
        }
      >
        <Icon name="remove" />
      </Button>
    </li>
  )
}

/** Shows how much of 100 % is given away, and offers to give the rest to the most likely prize. */
function Sum() {
  const { t } = useTranslation('builder')
  const { draft, edit, isReadOnly } = useBuilder()
  const sum = sumOf(prizesOf(draft))
  const isExact = sum === SPIN_WEIGHT_TOTAL
  const value = `${(sum / 100).toFixed(2)} %`
  return (
    <div className={styles.sum}>
      <meter
        className={styles.bar}
        data-exact={isExact}
        min={0}
        max={SPIN_WEIGHT_TOTAL}
        value={Math.min(sum, SPIN_WEIGHT_TOTAL)}
        aria-label={t('wheel.sum')}
      >
        {value}
      </meter>
      <output className={classNames(text.numbers, isExact ? text.strong : text.bad)}>
        {t('wheel.sumOf', { value })}
      </output>
      <Button
        size="small"
        disabled={isReadOnly || balanced(draft) === undefined}
        onClick={() => edit((latest) => balanced(latest) ?? latest)}
      >
        {t('wheel.balance')}
      </Button>
    </div>
  )
}

/** Shows the mean and the spread while a person types, before anything is saved. */
function Spread() {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const { mean, deviation } = spreadOf(prizesOf(draft))
  const budget = numberAt(draft, 'budget.spinXp')
  const isOver = budget !== undefined && mean > budget
  const oneDecimal = (value: number) => formatNumber(Math.round(value * 10) / 10)
  return (
    <div aria-live="polite">
      <Facts
        look="boxed"
        facts={[
          [
            t('wheel.mean'),
            <span key="mean" className={isOver ? text.bad : undefined}>
              {isOver
                ? t('wheel.meanOver', {
                    mean: oneDecimal(mean),
                    budget: formatNumber(budget),
                  })
                : t('wheel.xp', { xp: oneDecimal(mean) })}
            </span>,
          ],
          [t('wheel.spread'), t('wheel.xp', { xp: oneDecimal(deviation) })],
        ]}
      />
    </div>
  )
}
