import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { operatorAuditEndpoints } from '@solstice/contract/operator-audit.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatColumnMinute, formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { verificationQuery } from './api.ts'
import styles from './audit-screen.module.css'
import { AuditTabs } from './audit-tabs.tsx'
import { shortHash } from '#/lib/short-hash.ts'
import { VerificationNote, VerifyButton } from './verification.tsx'

type Checkpoint = CallData<'audit.checkpoints'>['list'][number]

/** Shows the daily checkpoints, which prove that the log before them was not rewritten. */
export function CheckpointsScreen() {
  const { t } = useTranslation('audit')
  const { page = 1 } = useSearch({ from: '/app/system/audit/checkpoints' })
  const navigate = useNavigate({ from: '/system/audit/checkpoints' })
  const query = useQuery({
    queryKey: ['checkpoints', page],
    queryFn: ({ signal }) =>
      call(operatorAuditEndpoints['audit.checkpoints'], { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('title')} aside={<VerifyButton />}>
      <AuditTabs />
      <VerificationNote />
      <Columns
        main={
          <Panel title={t('tabs.checkpoints')} isFlush>
            <Loaded
              query={query}
              endpoint={operatorAuditEndpoints['audit.checkpoints']}
              failed={t('checkpointsFailed')}
            >
              {({ list, size, totalCount }) =>
                list.length === 0 ? (
                  <Empty message={t('noCheckpoints')} />
                ) : (
                  <>
                    <Checkpoints list={list} />
                    <Pager
                      page={page}
                      size={size}
                      shown={list.length}
                      totalCount={totalCount}
                      onPage={(next) => void navigate({ search: { page: next } })}
                    />
                  </>
                )
              }
            </Loaded>
          </Panel>
        }
        beside={<Chain newest={page === 1 ? query.data?.list[0] : undefined} />}
      />
    </Page>
  )
}

function Checkpoints({ list }: { list: readonly Checkpoint[] }) {
  const { t } = useTranslation('audit')
  return (
    <Table
      label={t('tabs.checkpoints')}
      columns={[
        t('time', { offset: PROGRAMME_OFFSET }),
        { right: t('upToEntry') },
        t('hashThere'),
        t('mailed'),
        t('state'),
      ]}
    >
      {list.map(({ checkpointId, createdAt, entryId, entryHash, mailedAt, intact }) => (
        <tr key={checkpointId}>
          <td className={classNames(text.numbers, text.unbroken)}>
            {formatColumnMinute(createdAt)}
          </td>
          <td className={table.right}>{formatNumber(entryId)}</td>
          <td className={text.unbroken}>
            <code>{shortHash(entryHash)}</code>
          </td>
          <td className={classNames(text.soft, text.unbroken)}>
            {mailedAt === null ? t('notMailed') : formatMinute(mailedAt)}
          </td>
          <td>
            {intact ? (
              <Badge tone="ok" icon="check">
                {t('intact')}
              </Badge>
            ) : (
              <Badge tone="bad" icon="alert">
                {t('rewritten')}
              </Badge>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Shows the values to compare with the checkpoint that was mailed outside. */
function Chain({ newest }: { newest: Checkpoint | undefined }) {
  const { t } = useTranslation('audit')
  const may = useMay()
  const { data } = useQuery({ ...verificationQuery, enabled: may('operator.verifyAudit') })
  return (
    <Panel title={t('chain')}>
      {data && (
        <Facts
          facts={[
            [t('entryCount'), formatNumber(data.count)],
            [t('checkedFrom'), formatNumber(data.verifiedFrom)],
            [
              t('fullyVerified'),
              data.full?.finishedAt ? formatMinute(data.full.finishedAt) : t('never'),
            ],
          ]}
        />
      )}
      {data && <Hash name={t('lastHash')} hash={data.lastHash} />}
      {newest && <Hash name={t('checkpointHash')} hash={newest.hash} />}
      <p className={classNames(text.small, text.soft)}>{t('checkpointNote')}</p>
    </Panel>
  )
}

function Hash({ name, hash }: { name: string; hash: string }) {
  return (
    <p>
      <span className={classNames(text.small, text.faint)}>{name}</span>
      <br />
      <code className={styles.hash}>{hash}</code>
    </p>
  )
}
