import { randomUUID } from 'node:crypto'
import { noticeType } from '@solstice/contract/notice.schemas'
import type { CallData } from '@solstice/contract/wire'
import type { CommandGroup } from '#/command.ts'
import { idOf, instantOf, oneOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'

type Notice = CallData<'notice.listAll'>['list'][number]

const text = (help: string) => ({ value: 'text', help, required: true }) as const

export const noticesCommands: CommandGroup = {
  title: 'Notices',
  commands: [
    {
      name: 'notices publish',
      summary: 'Puts a notice in front of every member, in both languages',
      options: {
        'title-en': text('the headline in English'),
        'title-ko': text('the headline in Korean'),
        'text-en': text('the notice in English'),
        'text-ko': text('the notice in Korean'),
        type: { value: 'type', help: `one of ${noticeType.options.join(', ')} (NOTICE)` },
        at: { value: 'instant', help: 'from when on, such as 2026-12-24T01:00:00Z (now)' },
        key: { value: 'text', help: 'the same key twice has one effect (a new one each time)' },
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
      summary: 'Every notice, also old, coming and withdrawn ones',
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
      summary: 'Takes a notice away from everybody, and what was not pushed of it yet',
      arguments: ['noticeId'],
      run: async (call, given) => {
        const noticeId = idOf(given, 'noticeId')
        const data = await call('notice.withdraw', { params: { noticeId } })
        return { data, text: `Notice ${noticeId} is withdrawn.` }
      },
    },
  ],
}
