import { randomUUID } from 'node:crypto'
import { LANGUAGES } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given } from '#/command.ts'
import {
  idOf,
  instantOf,
  oneOf,
  OPTIONAL_REASON,
  optionalReason,
  paging,
  PAGING,
  REASON,
  reasonOf,
} from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { facts } from '#/table.ts'

const WALLET = ['yes', 'no'] as const

type Audience = Pick<
  NonNullable<CallInput<'notice.startCampaign'>['body']['audience']>,
  'language' | 'wallet' | 'joinedFrom' | 'joinedBefore'
>

const AUDIENCE = {
  language: { value: 'language', help: 'only members who use en or ko' },
  wallet: { value: 'yes|no', help: 'only members who have a wallet, or who have none' },
  'joined-from': { value: 'instant', help: 'only members who joined at this time or later' },
  'joined-before': { value: 'instant', help: 'only members who joined before this time' },
} as const

export const campaignsCommands: CommandGroup = {
  title: 'Campaigns',
  commands: [
    {
      name: 'campaigns send',
      summary: 'Pushes a notice to the devices of an audience',
      options: {
        notice: { value: 'id', help: 'the notice to push', required: true },
        ...AUDIENCE,
        at: { value: 'instant', help: 'start time (default: now)' },
        'dry-run': { help: 'only count the recipients' },
        key: {
          value: 'text',
          help: 'idempotency key: the same key has one effect (default: a new key)',
        },
        ...OPTIONAL_REASON,
      },
      examples: [
        'campaigns send --notice 3 --dry-run',
        'campaigns send --notice 3 --language ko --wallet no',
      ],
      run: async (call, given) => {
        const noticeId = noticeOf(given)
        const audience = audienceOf(given)
        const reach = await call('notice.countAudience', { query: audience })
        if (given.has('dry-run')) return { data: reach, text: reachText(reach) }
        const dueAt = instantOf(given, 'at')
        const data = await call(
          'notice.startCampaign',
          {
            body: {
              noticeId,
              audience,
              ...(dueAt === undefined ? {} : { dueAt }),
              ...optionalReason(given),
            },
          },
          { 'idempotency-key': given.option('key') ?? randomUUID() },
        )
        const text = `Campaign ${data.campaignId} goes to ${about(reach)}${reach.devices} devices of ${about(reach)}${reach.members} members (${when(data.dueAt)}).`
        return { data, text }
      },
    },
    {
      name: 'campaigns stop',
      summary: 'Stops a campaign; its notice stays',
      arguments: ['campaignId'],
      options: REASON,
      examples: ['campaigns stop 7 --reason "wrong audience"'],
      run: async (call, given) => {
        const data = await call('notice.cancelCampaign', {
          params: { campaignId: idOf(given, 'campaignId') },
          body: { reason: reasonOf(given) },
        })
        const text = `Campaign ${data.campaignId} is ${data.state}: ${data.sent} sent, ${data.dropped} dropped.`
        return { data, text }
      },
    },
    {
      name: 'campaigns list',
      summary: 'All campaigns and their progress',
      options: PAGING,
      run: async (call, given) => {
        const data = await call('notice.listCampaigns', { query: paging(given) })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ campaignId }) => String(campaignId) },
            { title: 'Notice', align: 'right', of: ({ noticeId }) => String(noticeId) },
            { title: 'Title', max: 28, of: ({ title }) => title },
            { title: 'State', of: ({ state }) => state },
            { title: 'Sent', align: 'right', of: ({ sent }) => String(sent) },
            { title: 'Waiting', align: 'right', of: ({ waiting }) => String(waiting) },
            { title: 'Dropped', align: 'right', of: ({ dropped }) => String(dropped) },
            { title: 'Due', of: ({ dueAt }) => when(dueAt) },
          ],
          'No campaigns.',
        )
        return { data, text }
      },
    },
  ],
}

function noticeOf(given: Given): number {
  const text = given.option('notice') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError('--notice takes the id of a notice')
  return Number(text)
}

function audienceOf(given: Given): Audience {
  const language = given.option('language')
  const wallet = given.option('wallet')
  const joinedFrom = instantOf(given, 'joined-from')
  const joinedBefore = instantOf(given, 'joined-before')
  return {
    ...(language === undefined ? {} : { language: oneOf(LANGUAGES, language, '--language') }),
    ...(wallet === undefined ? {} : { wallet: oneOf(WALLET, wallet, '--wallet') }),
    ...(joinedFrom === undefined ? {} : { joinedFrom }),
    ...(joinedBefore === undefined ? {} : { joinedBefore }),
  }
}

type Audienced = CallData<'notice.countAudience'>

/** Marks numbers that are estimated from a sample. */
const about = ({ isEstimate }: Pick<Audienced, 'isEstimate'>) => (isEstimate ? 'about ' : '')

function reachText(reach: Audienced): string {
  const { members, devices, switchedOff } = reach
  const mark = about(reach)
  return facts([
    ['Members', `${mark}${members}`],
    ['Devices', `${mark}${devices}`],
    [
      'Switched off',
      `${mark}${switchedOff.members} members, ${mark}${switchedOff.devices} devices`,
    ],
  ])
}
