import { setTimeout as sleep } from 'node:timers/promises'
import type { CallData } from '@solstice/contract/wire'
import { MINUTE_MS } from '@solstice/rules/duration'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { remoteOperator } from '#test/remote-operator.ts'
import { remoteDevice } from '#test/remote-device.ts'
import { startPushService, type PushService, type PushFault } from '#test/push-service.ts'
import { postTo, startProcess } from '#test/server-process.ts'
import { devOrder } from './remote-payer.ts'
import { OPERATOR_TOKEN } from './ledger-writes.ts'
import { between, type Given, type Scenario } from './scenario.ts'

const DEVICES = 5
const NEWCOMERS = 3
const STEP_MS = 10_000
/** Both services are down for this long, by the server's clock. */
const DOWN_MS = 10 * MINUTE_MS
/** Longer than any pause between two attempts. */
const BACK_LIMIT_MS = 4 * 60 * MINUTE_MS

/** Longer than any timeout of the server. */
const SILENCE_MS = 12_000

const MAIL_TROUBLES = ['refuses connections', 'refuses the mail', 'breaks off', 'hangs'] as const
const PUSH_TROUBLES: readonly PushFault[] = [
  { status: 429, retryAfter: '30' },
  { status: 503 },
  { status: 500 },
  'hangs',
  'breaks off',
]

/**
 * The mail server and the push service are down for ten minutes of the clock, each in its own way.
 * Requests for a code still succeed meanwhile; afterwards every mail and every push arrives once.
 */
export const externalOutage: Scenario = {
  name: 'external-outage',
  about:
    'SMTP that refuses, disconnects and hangs; push that returns 429 and 5xx, hangs and disconnects',
  run: async (given) => {
    const mailServer = await startMailServer()
    const service = await startPushService()
    const server = startProcess({
      ...given.settings,
      OPERATOR_TOKEN,
      SMTP_URL: mailServer.url,
      SOLSTICE_NOW: '2026-06-23T08:00:00.000Z',
      LOG_LEVEL: 'error',
    })
    const tally = { outages: 0, mails: 0, pushes: 0, mailAttempts: 0, pushAttempts: 0 }
    try {
      const address = await server.ready
      const devices: string[] = []
      for (let member = 1; member <= DEVICES; member += 1) {
        devices.push(await aMemberWithDevice(address, { mailServer, service }, member))
      }
      const operator = remoteOperator(address, OPERATOR_TOKEN)
      // Goes through the kinds of trouble in order, from a random start.
      const first = between(given.chance, 0, MAIL_TROUBLES.length * PUSH_TROUBLES.length)
      for (let burst = 1; burst <= given.bursts; burst += 1) {
        const done = await outage(
          given,
          address,
          { mailServer, service, operator },
          { burst, turn: first + burst },
          devices,
        )
        tally.outages += 1
        tally.mails += NEWCOMERS
        tally.pushes += devices.length
        tally.mailAttempts += done.mailAttempts
        tally.pushAttempts += done.pushAttempts
        given.log(
          `${given.engine} outage ${burst}: mail ${done.mail}, push ${done.push}; ` +
            `${done.mailAttempts} and ${done.pushAttempts} attempts, everything delivered once`,
        )
      }
    } finally {
      server.kill('SIGTERM')
      await server.ended
      await mailServer.close()
      await service.close()
    }
    return tally
  },
}

type ExternalServices = { mailServer: MailServer; service: PushService }

/** Signs up with a real mail and turns quiet hours off to receive pushes at any time. */
async function aMemberWithDevice(
  address: string,
  { mailServer, service }: ExternalServices,
  member: number,
): Promise<string> {
  const phone = remoteDevice([address], { ip: `10.30.0.${member}` })
  const email = `device-${member}@harbor.example`
  await phone.call('auth.sendSignUpCode', { body: { email } })
  const code = await waitFor(() => mailServer.received.find(({ to }) => to === email)?.code)
  const verified = await phone.call('auth.verifyCode', {
    body: { email, code, purpose: 'SIGNUP' },
  })
  const agreements = { termsOfService: true, privacyPolicy: true }
  const completeCode = verified.data?.completeCode ?? ''
  await phone.call('auth.signUp', {
    body: { email, password: 'Abcdef1!', completeCode, agreements },
  })
  const device = service.aDevice()
  const subscribed = await phone.call('push.subscribe', { body: device })
  const quiet = await phone.call('alert.changeQuietHours', { body: { enabled: false } })
  if (subscribed.code !== 0 || quiet.code !== 0)
    throw new Error('The device could not be subscribed')
  return device.endpoint
}

async function outage(
  { engine }: Given,
  address: string,
  {
    mailServer,
    service,
    operator,
  }: ExternalServices & { operator: ReturnType<typeof remoteOperator> },
  { burst, turn }: { burst: number; turn: number },
  devices: readonly string[],
) {
  const mail = MAIL_TROUBLES[turn % MAIL_TROUBLES.length] ?? 'breaks off'
  const push = PUSH_TROUBLES[turn % PUSH_TROUBLES.length] ?? 'breaks off'
  const tried = { mail: mailServer.attempts(), push: service.attempts() }
  mailServer.received.length = 0
  service.received.length = 0
  mailServer.down(mail)
  service.down(push)

  const emails = Array.from(
    { length: NEWCOMERS },
    (_, at) => `new-${burst}-${at}@${engine}.example`,
  )
  for (const email of emails) {
    const reply = await postTo(address, '/v1/public/auth/signup/email/send', { email })
    if (reply.code !== 0) throw new Error(`Requesting a code returned ${reply.code}`)
  }
  const noticeId = await startCampaign(operator, burst)
  for (let passed = 0; passed < DOWN_MS; passed += STEP_MS) await pass(address, STEP_MS)
  if (mailServer.received.length + service.received.length > 0)
    throw new Error('A message was delivered during the outage')

  mailServer.up()
  service.up()
  // Timeouts for a silent service run on real time, not on the server's clock.
  if (push === 'hangs' || mail === 'hangs') await sleep(SILENCE_MS)
  // Hours of clock time also trigger reminders; only the mails and pushes delayed by the outage are
  // counted.
  const mailed = () => mailServer.received.map(({ to }) => to).filter((to) => emails.includes(to))
  const pushed = () =>
    service.received
      .filter(({ message }) => message.code === 'NOTICE')
      .filter(({ message }) => message.data.notificationId === noticeId)
      .map(({ endpoint }) => endpoint)
  const isThere = () =>
    new Set(mailed()).size === emails.length && new Set(pushed()).size === devices.length
  for (let passed = 0; passed < BACK_LIMIT_MS && !isThere(); passed += MINUTE_MS) {
    await pass(address, MINUTE_MS)
  }
  // Leaves time for duplicates to arrive.
  for (let more = 0; more < 30; more += 1) await pass(address, MINUTE_MS)
  assertEachOnce('mails', mailed(), emails)
  assertEachOnce('pushes', pushed(), devices)
  return {
    mail,
    push: typeof push === 'string' ? push : `answers ${push.status}`,
    mailAttempts: mailServer.attempts() - tried.mail,
    pushAttempts: service.attempts() - tried.push,
  }
}

async function startCampaign(
  operator: ReturnType<typeof remoteOperator>,
  burst: number,
): Promise<number> {
  const text = { en: `News ${burst}`, ko: `소식 ${burst}` }
  const { data } = await operator.call<CallData<'notice.publish'>>('POST', '/v1/operator/notices', {
    body: { title: text, content: text },
  })
  const started = await operator.call('POST', '/v1/operator/campaigns', {
    body: { noticeId: data?.noticeId },
  })
  if (!data || started.code !== 0) throw new Error(`The campaign was refused with ${started.code}`)
  return data.noticeId
}

/** Advances the server's clock and gives the worker a moment to run. */
async function pass(address: string, advanceMs: number): Promise<void> {
  await devOrder(address, 'clock', { advanceMs })
  await sleep(40)
}

function assertEachOnce(
  label: string,
  received: readonly string[],
  expected: readonly string[],
): void {
  const got = JSON.stringify(received.toSorted())
  const should = JSON.stringify(expected.toSorted())
  if (got !== should) throw new Error(`LOST OR DUPLICATED: ${label} were ${got}, not ${should}`)
}

async function waitFor<Value>(read: () => Value | undefined): Promise<Value> {
  for (;;) {
    const value = read()
    if (value !== undefined) return value
    await sleep(20)
  }
}
