import { useQuery } from '@tanstack/react-query'
import { maintenanceEndpoints } from '@solstice/contract/maintenance.endpoints'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Pager } from '#/shell/pager.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import { maintenanceHistoryQuery } from './api.ts'
import type { MaintenanceVersion } from './api.ts'

/** Lists the earlier settings, each with the time during which members were rejected. */
export function Versions({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('maintenance')
  const query = useQuery(maintenanceHistoryQuery(page))
  return (
    <Panel title={t('earlier')} isFlush>
      <Loaded
        query={query}
        endpoint={maintenanceEndpoints['maintenance.history']}
        failed={t('historyFailed')}
      >
        {({ list, size, totalCount }) =>
          list.length === 0 ? (
            <Empty message={t('never')} />
          ) : (
            <>
              <Table
                label={t('earlier')}
                columns={[t('setAt'), t('setting'), t('closed'), t('titleText')]}
              >
                {list.map((version) => (
                  <Version key={version.version} version={version} />
                ))}
              </Table>
              <Pager
                page={page}
                size={size}
                shown={list.length}
                totalCount={totalCount}
                onPage={onPage}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Version({ version }: { version: MaintenanceVersion }) {
  const { t } = useTranslation('maintenance')
  const spanText = useSpanText()
  const { enabled, scheduledTime, closedFrom, closedUntil, title } = version
  const setting = !enabled ? 'off' : scheduledTime === null ? 'onAtOnce' : 'onAt'
  return (
    <tr>
      <td>{formatYearMinute(version.setAt)}</td>
      <td>
        {t(`settings.${setting}`, {
          time: scheduledTime === null ? '' : formatYearMinute(scheduledTime),
        })}
      </td>
      <td>
        {closedFrom === null
          ? '–'
          : closedUntil === null
            ? t('since', { time: formatYearMinute(closedFrom) })
            : spanText(Date.parse(closedUntil) - Date.parse(closedFrom))}
      </td>
      <td>{enabled ? title[currentLanguage()] || title.en : '–'}</td>
    </tr>
  )
}
