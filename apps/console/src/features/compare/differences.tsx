import { LANGUAGES } from '@solstice/contract/messages'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Empty } from '#/shell/loaded.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import type { Revision } from './api.ts'
import styles from './compare.module.css'
import { fieldName } from './field-names.ts'
import { FigureTable } from './figure-table.tsx'
import { planChanges } from './plan-changes.ts'
import type { OtherChange } from './plan-changes.ts'
import { TextChanges } from './text-changes.tsx'

/** Shows what differs between two revisions: figures, texts by language, the rest, the simulation. */
export function Differences({ before, after }: { before: Revision; after: Revision }) {
  const { t } = useTranslation('compare')
  const { texts, figures, others } = planChanges(before.plan, after.plan)
  const count = texts.length + figures.length + others.length
  return (
    <>
      <p role="status">{t('differences', { count })}</p>
      {count === 0 && <Empty message={t('same')} />}
      {figures.length > 0 && (
        <Panel title={t('figures')} isFlush>
          <FigureTable
            label={t('figures')}
            rows={figures.map(({ path, ...figure }) => ({
              key: path,
              name: fieldName(path, t),
              ...figure,
            }))}
          />
        </Panel>
      )}
      {LANGUAGES.map((language) => {
        const changed = texts.filter((each) => each.language === language)
        const title = t(`textsIn.${language}`)
        return (
          changed.length > 0 && (
            <Panel key={language} title={title} isFlush>
              <TextChanges label={title} texts={changed} />
            </Panel>
          )
        )
      })}
      {others.length > 0 && (
        <Panel title={t('others')} isFlush>
          <OtherChanges others={others} />
        </Panel>
      )}
      <Simulations before={before} after={after} />
    </>
  )
}

function OtherChanges({ others }: { others: readonly OtherChange[] }) {
  const { t } = useTranslation('compare')
  const valueText = useValueText()
  return (
    <Table label={t('others')} columns={[t('field'), t('before'), t('after')]}>
      {others.map(({ path, before, after }) => (
        <tr key={path}>
          <td>{fieldName(path, t)}</td>
          <td className={styles.words}>{valueText(before)}</td>
          <td className={styles.words}>{valueText(after)}</td>
        </tr>
      ))}
    </Table>
  )
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** Formats a value of a plan in one line. A whole part is named by its title, if it has one. */
function useValueText() {
  const { t } = useTranslation('compare')
  return (value: unknown): string => {
    if (value === undefined || value === null || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'string') return INSTANT.test(value) ? formatYearMinute(value) : value
    return titleIn(value) ?? JSON.stringify(value)
  }
}

function titleIn(value: unknown): string | undefined {
  for (const name of ['title', 'name'] as const) {
    const texts: unknown = typeof value === 'object' && value ? Reflect.get(value, name) : undefined
    const text: unknown = typeof texts === 'object' && texts ? Reflect.get(texts, 'en') : undefined
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}

const SIMULATED = ['members', 'days', 'xp', 'tickets', 'spins', 'checkIns'] as const

function Simulations({ before, after }: { before: Revision; after: Revision }) {
  const { t } = useTranslation('compare')
  const compared = before.revision === after.revision ? [after] : [before, after]
  const missing = compared.filter(({ simulation }) => simulation === null)
  const [first, second] = [before.simulation?.simulation, after.simulation?.simulation]
  return (
    <Panel title={t('simulation')} isFlush={missing.length === 0}>
      {first && second ? (
        <FigureTable
          label={t('simulation')}
          rows={[
            ...SIMULATED.map((name) => ({
              key: name,
              name: t(`simulated.${name}`),
              before: first[name],
              after: second[name],
            })),
            {
              key: 'reward',
              name: t('simulated.reward', { symbol: second.rewardSymbol }),
              before: Number(first.reward),
              after: Number(second.reward),
            },
          ]}
        />
      ) : (
        missing.map(({ revision }) => (
          <Note key={revision}>{t('notSimulated', { number: revision })}</Note>
        ))
      )}
    </Panel>
  )
}
