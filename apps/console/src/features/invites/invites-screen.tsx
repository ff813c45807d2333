import { useQuery } from '@tanstack/react-query'
import { inviteEndpoints } from '@solstice/contract/invite.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber, formatPercent, formatShortAmount } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { History } from '#/shell/history/history.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { inviteTermsQuery } from './api.ts'
import type { InviteData, Terms } from './api.ts'
import styles from './invites.module.css'
import { TermsForm } from './terms-form.tsx'

/** Shows what members get for inviting friends, what it costs, and changes it. */
export function InvitesScreen() {
  const { t } = useTranslation('invites')
  const may = useMay()
  const query = useQuery(inviteTermsQuery)
  return (
    <Page title={t('title')}>
      <Loaded query={query} endpoint={inviteEndpoints['invite.showTerms']} failed={t('failed')}>
        {(data) => (
          <>
            <Panel title={t('now')}>
              <Sentence terms={data.terms} />
              <dl className={styles.cost}>
                <div>
                  <dt>{t('costOf1000')}</dt>
                  <dd>
                    {formatShortAmount(data.costOf1000.tokens)} {data.terms.symbol}
                  </dd>
                </div>
                <div>
                  <dt>{t('xpOf1000')}</dt>
                  <dd>{formatNumber(data.costOf1000.xp)} XP</dd>
                </div>
                <div>
                  <dt>{t('setAt')}</dt>
                  <dd>{data.setAt === null ? t('byDefault') : formatYearMinute(data.setAt)}</dd>
                </div>
              </dl>
            </Panel>
            <Columns
              main={
                <>
                  {may('invite.setTerms') && (
                    <TermsForm key={JSON.stringify(data.terms)} terms={data.terms} />
                  )}
                  <TermsHistory history={data.history} />
                </>
              }
              beside={
                <>
                  <Budgets data={data} />
                  <History subjects={[['invites', t('title')]]} />
                </>
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Sentence({ terms }: { terms: Terms }) {
  const { t } = useTranslation('invites')
  const { symbol } = terms
  const amount = (value: string) => `${formatShortAmount(value)} ${symbol}`
  return (
    <p className={text.sentence}>
      {t('sentence', {
        reward: amount(terms.referralReward),
        days: terms.checkInDays,
        delay: terms.claimDelayDays,
        cap: amount(terms.maxPerReferrer),
        first: formatNumber(terms.firstInviteXp),
        goal: terms.totalInviteCount,
        total: formatNumber(terms.totalInviteXp),
        min: amount(terms.minWithdraw),
        max: amount(terms.maxWithdrawPerDay),
      })}
    </p>
  )
}

/** Shows what is promised in each season of the budget of the present terms. */
function Budgets({ data: { seasons, terms } }: { data: InviteData }) {
  const { t } = useTranslation('invites')
  const budget = Number(terms.seasonBudget)
  return (
    <Panel title={t('promised')} isFlush={seasons.length === 0}>
      {seasons.length === 0 ? (
        <Empty message={t('nothingPromised')} />
      ) : (
        <ul className={styles.budgets}>
          {seasons.map(({ seasonId, title, promised, friends }) => {
            const name = title[currentLanguage()] || t('season', { id: seasonId })
            return (
              <li key={seasonId}>
                <p className={styles.budget}>
                  <span>{name}</span>
                  <b className={text.numbers}>
                    {formatShortAmount(promised)} {terms.symbol}
                  </b>
                </p>
                <meter min={0} max={budget} value={Number(promised)} aria-label={name} />
                <p className={classNames(text.small, text.soft)}>
                  {t('ofBudget', {
                    percent: formatPercent((100 * Number(promised)) / budget),
                    friends: formatNumber(friends),
                  })}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

function TermsHistory({ history }: { history: InviteData['history'] }) {
  const { t } = useTranslation('invites')
  return (
    <Panel title={t('history')} isFlush>
      {history.length === 0 ? (
        <Empty message={t('neverSet')} />
      ) : (
        <Table
          label={t('history')}
          columns={[
            t('from'),
            { right: t('fields.referralReward') },
            { right: t('fields.checkInDays') },
            { right: t('fields.maxPerReferrer') },
            { right: t('fields.seasonBudget') },
            { right: t('fields.minWithdraw') },
            { right: t('fields.totalInviteXp') },
          ]}
        >
          {history.map(({ terms, setAt }) => (
            <tr key={setAt}>
              <td className={text.unbroken}>{formatYearMinute(setAt)}</td>
              <td className={table.right}>
                {formatShortAmount(terms.referralReward)} {terms.symbol}
              </td>
              <td className={table.right}>{terms.checkInDays}</td>
              <td className={table.right}>{formatShortAmount(terms.maxPerReferrer)}</td>
              <td className={table.right}>{formatShortAmount(terms.seasonBudget)}</td>
              <td className={table.right}>{formatShortAmount(terms.minWithdraw)}</td>
              <td className={table.right}>{formatNumber(terms.totalInviteXp)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
