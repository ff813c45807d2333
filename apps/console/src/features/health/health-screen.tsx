import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { operatorSystemEndpoints as system } from '@solstice/contract/operator-system.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import styles from './health-screen.module.css'

type Health = CallData<'operator.health'>
type State = Health['state']

const LOOKS: Record<State, { tone: Tone; icon: IconName }> = {
  OK: { tone: 'ok', icon: 'check' },
  WARNING: { tone: 'warn', icon: 'alert' },
  CRITICAL: { tone: 'bad', icon: 'stop' },
  UNKNOWN: { tone: 'plain', icon: 'info' },
}

/** Shows the state of every part on which the programme depends. */
export function HealthScreen() {
  const { t } = useTranslation('health')
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call(system['operator.health'], {}, { signal }),
    refetchInterval: 15_000,
  })
  const health = query.data
  return (
    <Page
      title={t('title')}
      beside={health && <StateBadge state={health.state} />}
      aside={
        health && <span className={text.faint}>{t('version', { version: health.version })}</span>
      }
    >
      <Loaded query={query} endpoint={system['operator.health']} failed={t('failed')}>
        {(shown) => <Parts health={shown} />}
      </Loaded>
    </Page>
  )
}

function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation('health')
  const { tone, icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`states.${state}`)}
    </Badge>
  )
}

function Part({
  title,
  state,
  facts,
  children,
}: {
  title: string
  state: State
  facts: readonly Fact[]
  children?: ReactNode
}) {
  return (
    <Panel title={title} more={<StateBadge state={state} />}>
      <Facts facts={facts} />
      {children}
    </Panel>
  )
}

function Parts({ health }: { health: Health }) {
  const { t } = useTranslation('health')
  const now = useNow()
  const spanText = useSpanText()
  const late = (seconds: number) => (seconds > 0 ? spanText(seconds * 1000) : t('onTime'))
  const at = (time: string | null) => (time === null ? t('never') : formatMinute(time))
  const { database, processes, faults, jobs, pushes, mail, nodes, prices, ledger, audit } = health
  return (
    <div className={styles.grid}>
      <Part
        title={t('database')}
        state={database.state}
        facts={[[t('answer'), `${formatNumber(Math.round(database.answerMs))} ms`]]}
      />
      <Part
        title={t('processes')}
        state={processes.state}
        facts={processes.list.map(({ processId, role, seenAt, isAlive }) => [
          `${t(`processRoles.${role}`)} ${processId.slice(0, 8)}`,
          isAlive
            ? t('seen', { age: spanText(now - Date.parse(seenAt)) })
            : t('silent', { time: formatMinute(seenAt) }),
        ])}
      />
      <Part
        title={t('faults')}
        state={faults.state}
        facts={[[t('perMinute'), formatNumber(faults.perMinute)]]}
      />
      <Part
        title={t('jobs')}
        state={jobs.state}
        facts={[
          [t('waiting'), formatNumber(jobs.waiting)],
          [t('dead'), formatNumber(jobs.dead)],
          [t('late'), late(jobs.lateSeconds)],
        ]}
      />
      <Part
        title={t('mail')}
        state={mail.state}
        facts={[
          [t('waiting'), formatNumber(mail.waiting)],
          [t('dead'), formatNumber(mail.dead)],
          [t('late'), late(mail.lateSeconds)],
        ]}
      >
        {mail.lastError !== null && <code>{mail.lastError}</code>}
      </Part>
      <Part
        title={t('pushes')}
        state={pushes.state}
        facts={[
          [t('waiting'), formatNumber(pushes.waiting)],
          [t('failingServices'), pushes.failingServices.join(', ') || t('none')],
        ]}
      />
      <Part
        title={t('nodes')}
        state={nodes.state}
        facts={nodes.list.map(({ networkName, state, headAgeSeconds }) => [
          networkName,
          headAgeSeconds === null
            ? t(`states.${state}`)
            : t('headAge', { span: spanText(headAgeSeconds * 1000) }),
        ])}
      />
      <Part
        title={t('prices')}
        state={prices.state}
        facts={[
          [t('answered'), at(prices.answeredAt)],
          [t('missing'), prices.missing.join(', ') || t('none')],
        ]}
      />
      <Part
        title={t('ledger')}
        state={ledger.state}
        facts={[
          [t('problems'), formatNumber(ledger.problems)],
          [t('verified'), at(ledger.verifiedAt)],
        ]}
      />
      <Part
        title={t('audit')}
        state={audit.state}
        facts={[
          [
            t('broken'),
            audit.firstBrokenId === null ? t('none') : formatNumber(audit.firstBrokenId),
          ],
          [t('verified'), at(audit.verifiedAt)],
          [t('checkpoint'), at(audit.checkpointAt)],
        ]}
      />
    </div>
  )
}
