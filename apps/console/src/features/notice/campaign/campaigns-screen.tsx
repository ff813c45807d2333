import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { actorName } from '#/lib/actor-name.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { campaignsQuery } from '#/features/notice/api.ts'
import type { Campaign } from '#/features/notice/api.ts'
import { CampaignStateBadge } from './campaign-state.tsx'

/** Lists the campaigns with their progress, newest first. */
export function CampaignsScreen() {
  const { t } = useTranslation('campaign')
  const may = useMay()
  const { page = 1 } = useSearch({ from: '/app/messages/campaigns' })
  const navigate = useNavigate({ from: '/messages/campaigns' })
  const query = useQuery(campaignsQuery(page))
  return (
    <Page
      title={t('title')}
      aside={
        may('notice.startCampaign') && (
          <Link to="/messages/campaigns/new" className={buttonClass('primary')}>
            <Icon name="plus" />
            {t('new')}
          </Link>
        )
      }
    >
      <Panel isFlush>
        <Loaded
          query={query}
          endpoint={noticeCampaignEndpoints['notice.listCampaigns']}
          failed={t('failed')}
        >
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={t('empty')} />
            ) : (
              <>
                <CampaignTable list={list} />
                <Pager
                  page={page}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={(next) => void navigate({ search: next > 1 ? { page: next } : {} })}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function CampaignTable({ list }: { list: readonly Campaign[] }) {
  const { t } = useTranslation('campaign')
  return (
    <Table
      label={t('title')}
      columns={[
        t('state'),
        t('campaign'),
        t('due'),
        { right: t('sent') },
        { right: t('waiting') },
        { right: t('dropped') },
        t('startedBy'),
      ]}
    >
      {list.map((campaign) => (
        <tr key={campaign.campaignId}>
          <td>
            <CampaignStateBadge state={campaign.state} />
          </td>
          <td>
            <Link
              to="/messages/campaigns/$campaignId"
              params={{ campaignId: String(campaign.campaignId) }}
              className={text.link}
            >
              {campaign.title}
            </Link>
          </td>
          <td>{campaign.isMomentKnown ? formatYearMinute(campaign.dueAt) : t('momentUnknown')}</td>
          <td className={table.right}>{formatNumber(campaign.sent)}</td>
          <td className={table.right}>{formatNumber(campaign.waiting)}</td>
          <td className={table.right}>{formatNumber(campaign.dropped)}</td>
          <td>{actorName(campaign.startedBy)}</td>
        </tr>
      ))}
    </Table>
  )
}
