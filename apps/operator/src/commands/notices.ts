import { randomUUID } from 'node:crypto'
import { noticeType } from '@solstice/contract/notice.schemas'
import type { CallData } from '@solstice/contract/wire'
import type { CommandGroup } from '#/command.ts'
import { idOf, instantOf, oneOf, PAGING, paging, REASON, reasonOf } from '#/options.ts'
import { pageTable, when } from '#/show.ts'

type Notice = CallData<'notice.listAll'>['list'][number]

const text = (help: string) => ({ value: 'text', help, required: true }) as const

export const noticesCommands: CommandGroup = {
  title: 'Notices',
  commands: [
    {
      name: 'notices publish',
      summary: 'Publishes a notice to every member in both languages',
      options: {
        'title-en': text('the title in English'),
        'title-ko': text('the title in Korean'),
        'text-en': text('the text in English'),
        'text-ko': text('the text in Korean'),
        type: { value: 'type', help: `one of ${noticeType.options.join(', ')} (default: NOTICE)` },
        at: { value: 'instant', help: 'start time, such as 2026-12-24T01:00:00Z (default: now)' },
        key: {
          value: 'text',
          help: 'idempotency key: the same key has one effect (default: a new key)',
        },
      },
      examples: [
        'notices publish --title-en "Long Night" --title-ko "긴 밤" --text-en "The season opens on Friday." --text-ko "시즌이 금요일에 열려요."',
      ],
      run: async (call, given) => {
        const type = given.option('type')
        const publishedAt = instantOf(given, 'at')
        const both = (name: string) => ({
          en: given.option(`${name}-en`) ?? '',
          ko: given.option(`${name}-ko`) ?? '',
        })
        const data = await call(
          'notice.publish',
          {
            body: {
              title: both('title'),
              content: both('text'),
              ...(type === undefined ? {} : { type: oneOf(noticeType.options, type, '--type') }),
              ...(publishedAt === undefined ? {} : { publishedAt }),
            },
          },
          { 'idempotency-key': given.option('key') ?? randomUUID() },
        )
        return {
          data,
          text: `Notice ${data.noticeId} is published (${when(data.publishedAt)}). Push it with: campaigns send --notice ${data.noticeId}`,
        }
      },
    },
    {
      name: 'notices list',
      summary: 'All notices, including old, scheduled and withdrawn ones',
      options: PAGING,
      run: async (call, given) => {
        const data = await call('notice.listAll', { query: paging(given) })
        const table = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ noticeId }) => String(noticeId) },
            { title: 'Type', of: ({ type }) => type },
            { title: 'Title', max: 32, of: ({ title }) => title.en },
            { title: 'Korean', max: 24, of: ({ title }) => title.ko },
            { title: 'Published', of: ({ publishedAt }) => when(publishedAt) },
            { title: 'Withdrawn', of: ({ withdrawnAt }: Notice) => when(withdrawnAt) },
          ],
          'No notices.',
        )
        return { data, text: table }
      },
    },
    {
      name: 'notices withdraw',
      summary: 'Withdraws a notice and cancels its pending pushes',
      arguments: ['noticeId'],
      options: REASON,
      run: async (call, given) => {
        const noticeId = idOf(given, 'noticeId')
        const data = await call('notice.withdraw', {
          params: { noticeId },
          body: { reason: reasonOf(given) },
        })
        return { data, text: `Notice ${noticeId} is withdrawn.` }
      },
    },
  ],
}
