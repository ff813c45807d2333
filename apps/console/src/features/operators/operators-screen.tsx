import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { History } from '#/shell/history/history.tsx'
import { call } from '#/lib/api.ts'
import { useAddressDialog } from '#/lib/dialog-address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay, useMe } from '#/lib/me.ts'
import { formatColumnMinute, formatMinute } from '#/lib/times.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import text from '#/ui/text.module.css'
import { AddOperator } from './add-operator.tsx'
import { OPERATORS_KEY } from './api.ts'
import type { Operator } from './api.ts'
import styles from './operators-screen.module.css'
import { OperatorActions } from './operator-actions.tsx'
import { OperatorDialog } from './operator-dialog.tsx'
import type { OperatorAction } from './operator-dialog.tsx'

type Asking = { operator: Operator; action: OperatorAction }

export function OperatorsScreen() {
  const { t } = useTranslation('operators')
  const may = useMay()
  const { page = 1, history } = useSearch({ from: '/app/system/operators' })
  const navigate = useNavigate({ from: '/system/operators' })
  const [isAdding, setAdding] = useAddressDialog('appoint')
  const [asking, setAsking] = useState<Asking>()
  const query = useQuery({
    queryKey: [OPERATORS_KEY, page],
    queryFn: ({ signal }) =>
      call(operatorEndpoints['operator.listOperators'], { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('title')}
      aside={
        may('operator.addOperator') && (
          <Button tone="primary" icon="people" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      <Panel isFlush>
        <Loaded
          query={query}
          endpoint={operatorEndpoints['operator.listOperators']}
          failed={t('failed')}
        >
          {({ list, size, totalCount }) => (
            <>
              <OperatorTable list={list} current={history} onAsk={setAsking} />
              <Pager
                page={page}
                size={size}
                shown={list.length}
                totalCount={totalCount}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )}
        </Loaded>
      </Panel>
      {history !== undefined && (
        <History
          key={history}
          title={t('historyOf', { name: history })}
          subjects={[[`operator:${history}`, history]]}
        />
      )}
      {/* Outside the table: an open dialog stays when its operator changes or is gone. */}
      {asking && <OperatorDialog {...asking} onClose={() => setAsking(undefined)} />}
      {isAdding && may('operator.addOperator') && <AddOperator onClose={() => setAdding(false)} />}
    </Page>
  )
}

type OperatorTableProps = {
  list: readonly Operator[]
  /** The name of the operator whose history is shown. */
  current: string | undefined
  onAsk: (asking: Asking) => void
}

function OperatorTable({ list, current, onAsk }: OperatorTableProps) {
  const { t } = useTranslation('operators')
  const me = useMe()
  const may = useMay()
  return (
    <Table
      label={t('title')}
      columns={[
        t('person'),
        t('role'),
        t('factors'),
        t('seen', { offset: PROGRAMME_OFFSET }),
        ...(may('operator.change') ? [{ unseen: t('actions') }] : []),
      ]}
    >
      {list.map((operator) => (
        <tr key={operator.operatorId} aria-current={operator.name === current}>
          <td>
            <Link
              to="/system/operators"
              search={(old) => ({ ...old, history: operator.name })}
              className={text.strong}
            >
              {operator.name}
            </Link>
            <br />
            <span className={classNames(text.small, text.faint)}>
              {operator.email ?? t('machine')}
            </span>
          </td>
          <td className={styles.role}>
            {t(`roles:${operator.role}`)}
            <br />
            <span className={classNames(text.small, text.faint)}>
              {t(`me:roleRights.${operator.role}`)}
            </span>
          </td>
          <td>
            <Standing operator={operator} />
          </td>
          <td className={text.unbroken}>
            {operator.lastSeenAt ? formatColumnMinute(operator.lastSeenAt) : '–'}
            <br />
            <span className={classNames(text.small, text.faint)}>
              {t('sessions', { count: operator.openSessions })}
            </span>
          </td>
          {may('operator.change') && (
            <td>
              {operator.operatorId !== me.operatorId && operator.disabledAt === null && (
                <OperatorActions
                  operator={operator}
                  onAction={(action) => onAsk({ operator, action })}
                />
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

/** Shows how an operator proves who they are, or why they cannot sign in. */
function Standing({ operator }: { operator: Operator }) {
  const { t } = useTranslation('operators')
  const { disabledAt, kind, expiresAt, enrolledAt, factors } = operator
  if (disabledAt !== null) {
    return (
      <Badge tone="bad" icon="lock">
        {t('disabledSince', { time: formatMinute(disabledAt) })}
      </Badge>
    )
  }
  if (kind === 'MACHINE') {
    return (
      <Badge icon="key">
        {expiresAt ? t('tokenUntil', { time: formatMinute(expiresAt) }) : '–'}
      </Badge>
    )
  }
  if (enrolledAt === null) {
    return (
      <Badge tone="warn" icon="clock">
        {t('invited')}
      </Badge>
    )
  }
  return factors.map(({ kind: factor, label }) => (
    <Badge key={`${factor} ${label}`} tone="ok" icon={factor === 'PASSKEY' ? 'passkey' : 'key'}>
      {label}
    </Badge>
  ))
}
