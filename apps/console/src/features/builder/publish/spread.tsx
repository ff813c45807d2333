import { useState } from 'react'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SimulationOptions } from '@solstice/rules/season-simulation'
import type { Spread } from '@solstice/rules/season-spread'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Field } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { useSpread } from './use-spread.ts'
import styles from './publish.module.css'

type SpreadPanelProps = {
  plan: SeasonPlan
  options: SimulationOptions
  seed: number
  onSeed: (seed: number) => void
  /** The saved revision that has this plan; undefined while there are unsaved changes. */
  saved: { seasonId: number; revision: number } | undefined
}

const MAX_SEED = 4_294_967_295

/** Shows how far chance can move the result. The same seed gives the same figures. */
export function SpreadPanel({ plan, options, seed, onSeed, saved }: SpreadPanelProps) {
  const { t } = useTranslation('publish')
  const may = useMay()
  const spread = useSpread(plan, options, seed)
  const [isStoring, setStoring] = useState(false)

  async function store({ seasonId, revision }: { seasonId: number; revision: number }) {
    setStoring(true)
    try {
      await call(
        seasonDraftEndpoints['seasonPlan.simulate'],
        { params: { seasonId }, body: { revision, seed } },
        { idempotencyKey: crypto.randomUUID() },
      )
      showToast(t('spread.stored', { revision }))
      noteSeasons()
    } catch (error) {
      showToast(messageOf(error, t('spread.failed')))
    } finally {
      setStoring(false)
    }
  }

  const range = (values: Spread | undefined) =>
    values
      ? t('spread.range', { from: formatNumber(values.p5), to: formatNumber(values.p95) })
      : t('spread.computing')
  return (
    <Panel title={t('spread.title')}>
      <Facts
        facts={[
          [t('figures.xp'), range(spread?.xp)],
          [t('figures.tickets'), range(spread?.tickets)],
        ]}
      />
      <div className={styles.seed}>
        <Field
          label={t('spread.seed')}
          value={String(seed)}
          inputMode="numeric"
          onValue={(typed) => {
            const next = Number(typed)
            if (/^\d{0,10}$/.test(typed) && next <= MAX_SEED) onSeed(next)
          }}
        />
        {may('seasonPlan.simulate') && saved && (
          <Button isBusy={isStoring} onClick={() => void store(saved)}>
            {t('spread.store', { revision: saved.revision })}
          </Button>
        )}
      </div>
      <p className={classNames(text.small, text.faint)}>{t('spread.note')}</p>
    </Panel>
  )
}
