import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { addressBatch, RUN_CAMPAIGN, type RunCampaign } from './campaign.service.ts'

/** Processes one batch of a campaign; its deliveries are then sent in batches. */
export const runCampaign: JobKind<RunCampaign> = {
  kind: RUN_CAMPAIGN,
  lane: 'campaigns',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload: { campaignId } }) => addressBatch(ctx, campaignId),
}
