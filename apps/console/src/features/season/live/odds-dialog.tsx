import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { EffectFailed, EffectProblems, useEffectFacts } from './effect-facts.tsx'
import { changeOdds, useEffectOf } from './live-api.ts'
import type { LivePlan } from './live-plan.ts'
import styles from './live.module.css'
import { prizesOf, sumText, typedPrizes } from './typed-odds.ts'
import type { TypedPrize } from './typed-odds.ts'

type OddsDialogProps = { seasonId: number; plan: LivePlan; onClose: () => void }

/** Changes the odds of the wheel; the effect counts the open commitments that become void. */
export function OddsDialog({ seasonId, plan, onClose }: OddsDialogProps) {
  const { t } = useTranslation('live')
  const factsOf = useEffectFacts()
  const [typed, setTyped] = useState<readonly TypedPrize[]>(() => typedPrizes(plan.spin.prizes))
  const prizes = prizesOf(typed)
  const change = prizes && { kind: 'ODDS' as const, prizes }
  const query = useEffectOf(seasonId, change)
  const { data: effect, isPlaceholderData } = query
  const shown = change ? effect : undefined
  const isPossible = shown !== undefined && !isPlaceholderData && shown.problems.length === 0

  const edit = (at: number, part: Partial<TypedPrize>) =>
    setTyped(typed.map((prize, each) => (each === at ? { ...prize, ...part } : prize)))

  return (
    <Confirm
      level="C4"
      title={t('dialogs.odds.title')}
      action={t('dialogs.odds.action')}
      icon="stamp"
      effect={[
        [t('dialogs.odds.sum'), `${sumText(typed)} %`],
        ...(change && !query.isError ? factsOf(shown) : []),
      ]}
      note={t('dialogs.odds.note')}
      fields={(isChecked) => (
        <>
          {typed.map((prize, at) => (
            <div key={prize.key} className={styles.pair}>
              <Field
                label={t('dialogs.odds.xp', { number: at + 1 })}
                value={prize.xp}
                onValue={(xp) => edit(at, { xp })}
                inputMode="numeric"
              />
              <Field
                label={t('dialogs.odds.percent', { number: at + 1 })}
                value={prize.percent}
                onValue={(percent) => edit(at, { percent })}
                inputMode="decimal"
              />
            </div>
          ))}
          {isChecked && !prizes && (
            <Note tone="bad" isLive>
              {t('dialogs.odds.invalid')}
            </Note>
          )}
          <EffectProblems effect={shown} />
          <EffectFailed query={query} />
        </>
      )}
      isReady={isPossible}
      run={(confirmed) => changeOdds(seasonId, prizes ?? [], confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}
