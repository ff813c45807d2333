import { alertText } from '@solstice/contract/alert-texts'
import { withFundsSafe } from '@solstice/contract/funds-safe'
import { DEFAULT_MAINTENANCE, type MaintenanceConfig } from '@solstice/rules/maintenance'
import { cancelCampaign, startCampaign } from '#/modules/notice/campaign.service.ts'
import { publishNotice, type NoticeTexts } from '#/modules/notice/notice.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { lockMaintenance } from './maintenance.queries.ts'
import { currentMaintenance } from './maintenance.service.ts'

/** If `announce` is undefined, the previous announcement decides. */
type Announcement = { announce: boolean | undefined; by: string }

/**
 * Announces a maintenance: in the notices immediately, by push when it begins and when it ends. A
 * change before the start replaces the announcement; a cancellation withdraws it. Returns the
 * campaign id, which a later change needs.
 */
export async function announceMaintenance(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  config: MaintenanceConfig,
  { announce, by }: Announcement,
): Promise<number | undefined> {
  const now = ctx.now()
  // Serialise concurrent changes, so that the end is announced once.
  await lockMaintenance(tx)
  const before = await currentMaintenance({ db: tx })
  const hasBegun = before.config.enabled && startOf(before.config, now) <= now
  if (before.campaignId !== undefined && !hasBegun) {
    await cancelCampaign(tx, ctx, before.campaignId)
  }
  const announcedCampaignId = hasBegun ? before.campaignId : undefined

  if (config.enabled) {
    const isAnnounced = announce ?? before.campaignId !== undefined
    if (announcedCampaignId !== undefined || !isAnnounced) return announcedCampaignId
    return publish(tx, ctx, {
      code: 'MAINTENANCE_START',
      texts: textsOf(config),
      by,
      dueAt: startOf(config, now),
    })
  }
  if (announcedCampaignId !== undefined) {
    await publish(tx, ctx, { code: 'MAINTENANCE_END', texts: OVER, by, dueAt: now })
  }
  return undefined
}

async function publish(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  news: {
    code: 'MAINTENANCE_START' | 'MAINTENANCE_END'
    texts: NoticeTexts
    by: string
    dueAt: Date
  },
): Promise<number> {
  const { code, texts, by, dueAt } = news
  const notice = await publishNotice(tx, { ...texts, type: 'MAINTENANCE', publishedAt: ctx.now() })
  return startCampaign(tx, ctx, { noticeId: notice.id, code, audience: {}, startedBy: by, dueAt })
}

function startOf({ scheduled_time: scheduledTime }: MaintenanceConfig, now: Date): Date {
  return scheduledTime === null ? now : new Date(scheduledTime)
}

const KOREAN = {
  title: '시스템 점검',
  description: '더 나은 서비스를 위해 시스템을 점검해요. 이용에 불편을 드려 죄송해요.',
}

/** The maintenance screen may have English texts only; a notice always has both languages. */
function textsOf({ title, description, ...config }: MaintenanceConfig): NoticeTexts {
  const when = whenText(config)
  return {
    title: {
      en: title.en || DEFAULT_MAINTENANCE.title.en,
      ko: title.ko || KOREAN.title,
    },
    content: {
      en: [withFundsSafe(description.en || DEFAULT_MAINTENANCE.description.en), when.en]
        .filter(Boolean)
        .join('\n\n'),
      ko: [withFundsSafe(description.ko || KOREAN.description, 'ko'), when.ko]
        .filter(Boolean)
        .join('\n\n'),
    },
  }
}

function whenText({
  scheduled_time: scheduledTime,
  estimated_duration: minutes,
}: Pick<MaintenanceConfig, 'scheduled_time' | 'estimated_duration'>): { en: string; ko: string } {
  const at = scheduledTime?.slice(0, 16).replace('T', ' ')
  const en = [at && `Starts ${at} UTC`, minutes && `expected to take about ${minutes} minutes`]
  const ko = [at && `${at} UTC부터`, minutes && `약 ${minutes}분 걸릴 예정이에요`]
  return { en: en.filter(Boolean).join(', '), ko: ko.filter(Boolean).join(', ') }
}

const OVER: NoticeTexts = {
  title: {
    en: alertText('MAINTENANCE_END', 'en').title,
    ko: alertText('MAINTENANCE_END', 'ko').title,
  },
  content: {
    en: alertText('MAINTENANCE_END', 'en').content,
    ko: alertText('MAINTENANCE_END', 'ko').content,
  },
}
