import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusEndpoints } from '@solstice/contract/status.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { EXCUSED_ABOVE_SHARE } from '@solstice/rules/excused-day'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatDay, formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { ServiceDays } from './service-days.tsx'
import styles from './availability-screen.module.css'

type Status = CallData<'status.show'>
type Decisions = CallData<'status.listDecisions'>

const SIZE = 20

/** Shows the availability of the last days, incidents, and the decision about each day. */
export function AvailabilityScreen() {
  const { t } = useTranslation('availability')
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['availability', page],
    queryFn: async ({ signal }) => {
      const [decisions, status] = await Promise.all([
        call(statusEndpoints['status.listDecisions'], { query: { page, size: SIZE } }, { signal }),
        call(statusEndpoints['status.show'], {}, { signal }),
      ])
      return { decisions, status }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <Page title={t('title')}>
      <Loaded query={query} endpoint={statusEndpoints['status.listDecisions']} failed={t('failed')}>
        {({ decisions, status }) => (
          <>
            <Panel title={t('daysTitle')}>
              <ul className={styles.services}>
                {status.services.map(({ service, availability }) => (
                  <li key={service}>
                    <p className={styles.service}>
                      <span>{t(`services.${service}`)}</span>
                      <span className={text.faint}>
                        {availability === null
                          ? t('unknown')
                          : t('percent', { percent: formatNumber(availability) })}
                      </span>
                    </p>
                    <ServiceDays days={status.days} service={service} />
                  </li>
                ))}
              </ul>
              <p className={text.faint}>{t('rule', { percent: EXCUSED_ABOVE_SHARE * 100 })}</p>
            </Panel>
            <Panel title={t('decisions')} isFlush>
              <DecisionTable decisions={decisions} />
              {decisions.totalCount > SIZE && (
                <Pager
                  page={page}
                  size={SIZE}
                  shown={decisions.list.length}
                  totalCount={decisions.totalCount}
                  onPage={setPage}
                />
              )}
            </Panel>
            <Panel title={t('incidents')} isFlush>
              <IncidentTable incidents={status.incidents} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function DecisionTable({ decisions }: { decisions: Decisions }) {
  const { t } = useTranslation('availability')
  if (decisions.list.length === 0) return <Empty message={t('noDecisions')} />
  return (
    <Table
      label={t('decisions')}
      columns={[
        t('day'),
        t('round'),
        { right: t('down') },
        t('decision'),
        { right: t('notified') },
      ]}
    >
      {decisions.list.map((each) => (
        <tr key={`${each.roundId}-${each.day}`}>
          <td>{formatDay(`${each.day}T08:00:00.000Z`)}</td>
          <td>{t('roundOf', { season: each.seasonTitle, number: each.round })}</td>
          <td className={table.right}>
            {t('share', {
              minutes: formatNumber(each.unavailableMinutes),
              window: formatNumber(each.windowMinutes),
            })}
          </td>
          <td>
            <Badge tone={each.excused ? 'ok' : 'plain'} icon={each.excused ? 'check' : 'info'}>
              {each.excused ? t('excused') : t('notExcused')}
            </Badge>
          </td>
          <td className={table.right}>
            {each.notifiedMembers !== null
              ? formatNumber(each.notifiedMembers)
              : each.excused
                ? t('notifying')
                : '–'}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function IncidentTable({ incidents }: { incidents: Status['incidents'] }) {
  const { t } = useTranslation('availability')
  if (incidents.length === 0) return <Empty message={t('noIncidents')} />
  return (
    <Table label={t('incidents')} columns={[t('from'), t('to'), t('cause'), t('affected')]}>
      {incidents.map(({ startAt, endAt, cause, services }) => (
        <tr key={`${startAt}-${services.join()}-${cause}`}>
          <td>{formatMinute(startAt)}</td>
          <td>{endAt === null ? t('lasting') : formatMinute(endAt)}</td>
          <td>{t(`causes.${cause}`)}</td>
          <td>{services.map((service) => t(`services.${service}`)).join(', ')}</td>
        </tr>
      ))}
    </Table>
  )
}
