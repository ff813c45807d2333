import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import { DraftSelect } from '#/features/builder/fields/draft-select.tsx'
import { DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { ItemPanel } from '#/features/builder/fields/item-panel.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, nameAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { LadderPlot } from './ladder-plot.tsx'
import { TierForecast } from './tier-forecast.tsx'

const EMBLEMS = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const

/** Edits the tiers from the lowest to the highest. */
export function TiersStep() {
  const { t } = useTranslation('builder')
  const { draft, isReadOnly } = useBuilder()
  const { add, remove } = useEdits()
  const tiers = listAt(draft, 'tiers')
  return (
    <>
      <LadderPlot />
      <TierForecast />
      {tiers.map((_, at) => {
        const path = `tiers.${at}`
        const name = nameAt(draft, `${path}.name`) || t('tier', { number: at + 1 })
        return (
          <ItemPanel
            key={path}
            path={path}
            title={name}
            removeLabel={t('tiers.remove', { name })}
            onRemove={() =>
              remove('tiers', at, { removed: t('tiers.removed', { name }), undo: t('common:undo') })
            }
          >
            <DraftTexts path={`${path}.name`} label={t('tiers.name', { number: at + 1 })} />
            <div className={fields.row}>
              <DraftSelect
                path={`${path}.emblem`}
                label={t('fields.emblem')}
                options={EMBLEMS.map((emblem) => [emblem, t(`tiers.emblems.${emblem}`)])}
              />
              <DraftNumber path={`${path}.minXp`} label={t('fields.minXp')} unit="XP" />
              <DraftNumber
                path={`${path}.bonusPercent`}
                label={t('fields.bonusPercent')}
                unit="%"
              />
              <DraftNumber path={`${path}.ticketsPerDay`} label={t('fields.ticketsPerDay')} />
            </div>
          </ItemPanel>
        )
      })}
      <div>
        <Button
          icon="plus"
          disabled={isReadOnly}
          onClick={() =>
            add('tiers', {
              name: { en: '', ko: '' },
              emblem: EMBLEMS[Math.min(tiers.length, EMBLEMS.length - 1)],
              minXp: tiers.length === 0 ? 0 : null,
              bonusPercent: tiers.length === 0 ? 0 : null,
              ticketsPerDay: tiers.length === 0 ? 1 : null,
            })
          }
        >
          {t('tiers.add')}
        </Button>
      </div>
    </>
  )
}
