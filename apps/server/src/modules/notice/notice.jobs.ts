import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { addressBatch } from './campaign-run.service.ts'
import { RUN_CAMPAIGN, type RunCampaign } from './campaign.service.ts'
import { MEASURE_CAMPAIGN, measureCampaign, type MeasureCampaign } from './effect.service.ts'

/** Processes one batch of a campaign; its deliveries are then sent in batches. */
export const runCampaign: JobKind<RunCampaign> = {
  kind: RUN_CAMPAIGN,
  lane: 'campaigns',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload: { campaignId } }) => addressBatch(ctx, campaignId),
}

/** Measures the effect of a campaign with a hold-out share. */
export const measureEffect: JobKind<MeasureCampaign> = {
  kind: MEASURE_CAMPAIGN,
  lane: 'campaigns',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => measureCampaign(ctx, payload),
}
