import { z } from 'zod'

/** The webhook that receives alarms. */
export const webhookVariables = {
  ALARM_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALARM_WEBHOOK_SECRET: z.string().min(32).optional(),
}

type Given = { ALARM_WEBHOOK_URL?: string | undefined; ALARM_WEBHOOK_SECRET?: string | undefined }

export function alarmWebhookOf({ ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret }: Given) {
  return url === undefined || secret === undefined ? undefined : { url, secret }
}

/** An unsigned or unencrypted webhook would let anybody on its way raise or hide an alarm. */
export function webhookProblems(given: Record<string, string | undefined>): string[] {
  const { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret, NODE_ENV } = given
  const problems: string[] = []
  if (url !== undefined && secret === undefined) {
    problems.push('ALARM_WEBHOOK_SECRET is required with ALARM_WEBHOOK_URL: it signs the messages')
  }
  if (NODE_ENV === 'production' && url?.startsWith('http:')) {
    problems.push('ALARM_WEBHOOK_URL must be https in production')
  }
  return problems
}
