import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { alarmEndpoints } from '@solstice/contract/alarm.endpoints'
import { alarmText } from '@solstice/contract/alarm-texts'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import tabs from '#/ui/tabs.module.css'
import text from '#/ui/text.module.css'
import { pageOfSubject } from './subject-page.ts'

type Alarm = CallData<'alarm.list'>['list'][number]

const KEY = 'alarms'

/** Lists the alarms that rules raised, and records who takes care of them. */
export function AlarmsScreen() {
  const { t } = useTranslation('alarms')
  const { state = 'open', page = 1 } = useSearch({ from: '/app/alarms' })
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: [KEY, state, page],
    queryFn: ({ signal }) =>
      call(alarmEndpoints['alarm.list'], { query: { state, page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const [acknowledged, setAcknowledged] = useState<Alarm>()
  return (
    <Page title={t('title')}>
      <nav className={tabs.tabs} aria-label={t('states')}>
        <Link
          to="/alarms"
          className={tabs.tab}
          {...(state === 'open' && { 'aria-current': 'page' })}
        >
          {t('open')}
        </Link>
        <Link
          to="/alarms"
          search={{ state: 'cleared' }}
          className={tabs.tab}
          {...(state === 'cleared' && { 'aria-current': 'page' })}
        >
          {t('cleared')}
        </Link>
      </nav>
      <Panel isFlush>
        <Loaded query={query} endpoint={alarmEndpoints['alarm.list']} failed={t('failed')}>
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={state === 'open' ? t('noneOpen') : t('noneCleared')} />
            ) : (
              <>
                <AlarmTable list={list} onAcknowledge={setAcknowledged} />
                <Pager
                  page={page}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={(next) =>
                    void navigate({
                      to: '/alarms',
                      search: {
                        ...(state === 'cleared' && { state }),
                        ...(next > 1 && { page: next }),
                      },
                    })
                  }
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      {/* Outside the table: an open dialog stays when its alarm is cleared. */}
      {acknowledged && (
        <Acknowledge alarm={acknowledged} onClose={() => setAcknowledged(undefined)} />
      )}
    </Page>
  )
}

const sentenceOf = ({ rule, values }: Alarm) => alarmText(rule, values, currentLanguage())

type TableProps = { list: readonly Alarm[]; onAcknowledge: (alarm: Alarm) => void }

function AlarmTable({ list, onAcknowledge }: TableProps) {
  const { t } = useTranslation('alarms')
  const may = useMay()
  return (
    <Table
      label={t('title')}
      columns={[t('severity'), t('alarm'), t('raised'), t('care'), { unseen: t('actions') }]}
    >
      {list.map((alarm) => (
        <tr key={alarm.alarmId}>
          <td>
            <Severity alarm={alarm} />
          </td>
          <td>
            <Sentence alarm={alarm} />
          </td>
          <td>
            {formatMinute(alarm.raisedAt)}
            {alarm.clearedAt !== null && (
              <>
                <br />
                <span className={classNames(text.small, text.soft)}>
                  {t('clearedAt', { time: formatMinute(alarm.clearedAt) })}
                </span>
              </>
            )}
          </td>
          <td>{alarm.acknowledged && <Care care={alarm.acknowledged} />}</td>
          <td>
            {alarm.clearedAt === null && may('alarm.acknowledge') && (
              <div className={table.actions}>
                <Button
                  size="small"
                  aria-label={t('acknowledgeNamed', { alarm: sentenceOf(alarm) })}
                  onClick={() => onAcknowledge(alarm)}
                >
                  {t('acknowledge')}
                </Button>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Severity({ alarm: { severity } }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  return severity === 'CRITICAL' ? (
    <Badge tone="bad" icon="stop">
      {t('critical')}
    </Badge>
  ) : (
    <Badge tone="warn" icon="alert">
      {t('warning')}
    </Badge>
  )
}

/** The sentence links to the page on which the operator can act, if the role may open it. */
function Sentence({ alarm }: { alarm: Alarm }) {
  const may = useMay()
  const page = pageOfSubject(alarm)
  if (!page || !may(page.needs)) return sentenceOf(alarm)
  return (
    <Link {...page.link} className={text.link}>
      {sentenceOf(alarm)}
    </Link>
  )
}

function Care({ care: { by, at, note } }: { care: NonNullable<Alarm['acknowledged']> }) {
  const { t } = useTranslation('alarms')
  return (
    <>
      {note}
      <br />
      <span className={classNames(text.small, text.soft)}>
        {t('acknowledgedBy', { name: by, time: formatMinute(at) })}
      </span>
    </>
  )
}

function Acknowledge({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation('alarms')
  return (
    <Confirm
      level="C2"
      title={t('acknowledgeTitle')}
      action={t('acknowledge')}
      effect={[
        [t('alarm'), sentenceOf(alarm)],
        [t('raised'), formatMinute(alarm.raisedAt)],
      ]}
      note={t('staysOpen')}
      run={({ reason, idempotencyKey }) =>
        call(
          alarmEndpoints['alarm.acknowledge'],
          { params: { alarmId: alarm.alarmId }, body: { reason } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        showToast(t('acknowledged'))
        void queryClient.invalidateQueries({ queryKey: [KEY] })
      }}
      onClose={onClose}
    />
  )
}
