import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { maintenanceEndpoints } from '@solstice/contract/maintenance.endpoints'
import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { History } from '#/shell/history/history.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { maintenanceQuery } from './api.ts'
import type { Maintenance } from './api.ts'
import { MaintenanceDialog, OffDialog } from './dialogs.tsx'
import styles from './maintenance.module.css'
import { MemberView } from './member-view.tsx'
import { stateOf, timelineOf } from './state.ts'
import { Versions } from './versions.tsx'

const LOOKS = {
  OFF: { tone: 'ok', icon: 'check' },
  PLANNED: { tone: 'accent', icon: 'clock' },
  ON: { tone: 'bad', icon: 'stop' },
} as const

/** Shows whether members are rejected, now or soon, and switches it. */
export function MaintenanceScreen() {
  const { t } = useTranslation('maintenance')
  const { page = 1 } = useSearch({ from: '/app/system/maintenance' })
  const navigate = useNavigate({ from: '/system/maintenance' })
  const query = useQuery(maintenanceQuery)
  const maintenance = query.data
  const state = maintenance && stateOf(maintenance)
  return (
    <Page
      title={t('title')}
      beside={state && <Badge {...LOOKS[state]}>{t(`states.${state}`)}</Badge>}
      aside={maintenance && <Actions maintenance={maintenance} />}
    >
      <Panel title={maintenance ? t('timeline') : ''} isFlush={!maintenance}>
        <Loaded
          query={query}
          endpoint={maintenanceEndpoints['maintenance.show']}
          failed={t('failed')}
        >
          {(shown) => <Timeline maintenance={shown} />}
        </Loaded>
      </Panel>
      {maintenance && (
        <Columns
          main={
            <>
              <Versions
                page={page}
                onPage={(next) => void navigate({ search: next > 1 ? { page: next } : {} })}
              />
              <History subjects={[['maintenance', t('title')]]} />
            </>
          }
          beside={
            <Panel title={t('asMembersSee')}>
              <MemberView settings={maintenance} />
            </Panel>
          }
        />
      )}
    </Page>
  )
}

function Timeline({ maintenance }: { maintenance: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const now = useNow()
  const { announced, externalProject, estimatedDuration } = maintenance
  const state = stateOf(maintenance)
  return (
    <>
      <ol className={styles.timeline}>
        {timelineOf(maintenance, now).map(({ kind, at, isPast }) => (
          <li
            key={kind}
            className={kind === 'NOW' ? styles.now : isPast ? styles.past : styles.step}
          >
            <b>{kind === 'NOW' ? t(`nowIs.${state}`) : t(`steps.${kind}`)}</b>
            {at !== undefined && <Instant at={at} />}
          </li>
        ))}
      </ol>
      {state === 'ON' && estimatedDuration === null && <Note tone="warn">{t('noEnd')}</Note>}
      {state !== 'OFF' && (
        <Note icon="message">{announced ? t('isAnnounced') : t('isSilent')}</Note>
      )}
      {externalProject !== null && (
        <Note tone="warn">{t('external', { project: externalProject })}</Note>
      )}
    </>
  )
}

function Actions({ maintenance }: { maintenance: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const may = useMay()
  const [asked, setAsked] = useState<'on' | 'off'>()
  const close = () => setAsked(undefined)
  if (!may('maintenance.set')) return null
  return (
    <>
      {maintenance.enabled && (
        <Button tone={maintenance.on ? 'primary' : 'normal'} onClick={() => setAsked('off')}>
          {t(maintenance.on ? 'switchOff' : 'cancelPlan')}
        </Button>
      )}
      <Button tone={maintenance.enabled ? 'normal' : 'danger'} onClick={() => setAsked('on')}>
        {t(maintenance.enabled ? 'change' : 'switchOn')}
      </Button>
      {asked === 'on' && <MaintenanceDialog maintenance={maintenance} onClose={close} />}
      {asked === 'off' && <OffDialog maintenance={maintenance} onClose={close} />}
    </>
  )
}
