import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatYearDay } from '#/lib/times.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Table } from '#/ui/table.tsx'
import text from '#/ui/text.module.css'
import { sampleQuery } from '#/features/notice/api.ts'
import type { AudienceQuery } from '#/features/notice/api.ts'

/** Shows some members of an audience, to those who may read members. */
export function SampleDialog({ query, onClose }: { query: AudienceQuery; onClose: () => void }) {
  const { t } = useTranslation('campaign')
  const may = useMay()
  const sample = useQuery(sampleQuery(query))
  return (
    <Dialog
      title={t('sampleTitle')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <Loaded
        query={sample}
        endpoint={noticeCampaignEndpoints['notice.sampleAudience']}
        failed={t('sampleFailed')}
      >
        {({ list, isPartial }) => (
          <>
            {list.length === 0 ? (
              <p>{t('sampleEmpty')}</p>
            ) : (
              <Table
                label={t('sampleTitle')}
                columns={[t('nickname'), t('language'), t('wallet'), { right: t('joined') }]}
              >
                {list.map(({ userId, nickname, language, hasWallet, createdAt }) => (
                  <tr key={userId}>
                    <td>
                      {may('operator.showMember') ? (
                        <Link {...memberAddress(userId)} className={text.link}>
                          {nickname}
                        </Link>
                      ) : (
                        nickname
                      )}
                    </td>
                    <td>{t(`facts.language.${language}`)}</td>
                    <td>{t(`facts.wallet.${hasWallet ? 'yes' : 'no'}`)}</td>
                    <td>{formatYearDay(createdAt)}</td>
                  </tr>
                ))}
              </Table>
            )}
            {isPartial && <p className={text.soft}>{t('samplePartial')}</p>}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
