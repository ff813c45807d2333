import { useId } from 'react'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { START, withShare } from './what-if.ts'
import type { WhatIf } from './what-if.ts'
import styles from './publish.module.css'

type SlidersProps = {
  whatIf: WhatIf
  budgeted: number
  onWhatIf: (whatIf: WhatIf) => void
}

/** In percent of the members. */
const FARMS_MAX = 50

const HABIT_KEYS = ['daily', 'regular', 'casual'] as const

/** Lets an operator try other members, habits and turnouts than the budget assumes. */
export function Sliders({ whatIf, budgeted, onWhatIf }: SlidersProps) {
  const { t } = useTranslation('publish')
  const members = whatIf.members ?? budgeted
  const step = Math.max(1, Math.round(budgeted / 100))
  return (
    <section className={styles.sliders} aria-label={t('sliders.title')}>
      <Slider
        label={t('sliders.members')}
        value={members}
        text={formatNumber(members)}
        min={step}
        max={Math.max(budgeted * 2, members)}
        step={step}
        onValue={(value) => onWhatIf({ ...whatIf, members: value })}
      />
      {HABIT_KEYS.map((habit, at) => (
        <Slider
          key={habit}
          label={t(`sliders.${habit}`)}
          value={whatIf.shares[at] ?? 0}
          text={formatPercent(whatIf.shares[at] ?? 0)}
          max={100}
          onValue={(value) => onWhatIf({ ...whatIf, shares: withShare(whatIf.shares, at, value) })}
        />
      ))}
      <Slider
        label={t('sliders.turnout')}
        value={whatIf.turnout}
        text={formatPercent(whatIf.turnout)}
        max={100}
        onValue={(turnout) => onWhatIf({ ...whatIf, turnout })}
      />
      <Slider
        label={t('sliders.farms')}
        value={whatIf.farms}
        text={formatPercent(whatIf.farms)}
        max={FARMS_MAX}
        onValue={(farms) => onWhatIf({ ...whatIf, farms })}
      />
      {whatIf !== START && (
        <Button size="small" tone="plain" icon="retry" onClick={() => onWhatIf(START)}>
          {t('sliders.reset')}
        </Button>
      )}
    </section>
  )
}

type SliderProps = {
  label: string
  value: number
  text: string
  min?: number
  max: number
  step?: number
  onValue: (value: number) => void
}

function Slider({ label, value, text, min = 0, max, step = 1, onValue }: SliderProps) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onValue(Number(event.target.value))}
      />
    </div>
  )
}
