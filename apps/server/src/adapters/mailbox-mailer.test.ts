import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileMailbox } from './mailbox-mailer.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-mail-'))
  path = join(folder, 'inside', 'mailbox.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = () => new Date('2026-06-23T08:00:00.000Z')
const mailTo = (to: string, subject: string) => ({
  to,
  subject,
  text: `${subject}\nin two lines`,
  html: `<p>${subject}</p>`,
})

test('reads a mailbox that does not exist yet as empty', async () => {
  expect(await fileMailbox(path, now).read()).toEqual([])
})

test('stores mail with its time and reads it newest first, for one address or for all', async () => {
  const mailbox = fileMailbox(path, now)
  await mailbox.send({ ...mailTo('mina@harbor.example', 'First'), code: '123456' })
  await mailbox.send(mailTo('joon@harbor.example', 'Second'))
  await mailbox.send(mailTo('mina@harbor.example', 'Third'))

  const ofMina = await mailbox.read(' MINA@harbor.example')
  const all = await mailbox.read()

  expect(ofMina.map(({ subject }) => subject)).toEqual(['Third', 'First'])
  expect(all.map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First'])
  expect(all.at(-1)).toEqual({
    to: 'mina@harbor.example',
    subject: 'First',
    text: 'First\nin two lines',
    html: '<p>First</p>',
    code: '123456',
    sentAt: '2026-06-23T08:00:00.000Z',
  })
})

test('still has its mail after a restart', async () => {
  await fileMailbox(path, now).send(mailTo('mina@harbor.example', 'First'))

  const afterwards = await fileMailbox(path, now).read()

  expect(afterwards.map(({ subject }) => subject)).toEqual(['First'])
})

test('loses only the line that a killed process did not finish', async () => {
  const mailbox = fileMailbox(path, now)
  await mailbox.send(mailTo('mina@harbor.example', 'First'))
  await appendFile(path, '{"to":"mina@harbor.example","subj')

  const before = await mailbox.read()
  await mailbox.send(mailTo('mina@harbor.example', 'Second'))
  const after = await mailbox.read()

  expect(before.map(({ subject }) => subject)).toEqual(['First'])
  expect(after.map(({ subject }) => subject)).toEqual(['Second', 'First'])
})

test('loses no other mail wherever the last line is truncated', async () => {
  const mailbox = fileMailbox(path, now)
  await mailbox.send(mailTo('mina@harbor.example', 'First'))
  const one = await readFile(path, 'utf8')
  await mailbox.send(mailTo('mina@harbor.example', 'Second'))
  const two = await readFile(path, 'utf8')

  for (let cut = one.length; cut < two.length; cut += 1) {
    await writeFile(path, two.slice(0, cut))
    await mailbox.send(mailTo('mina@harbor.example', 'Third'))
    const subjects = (await mailbox.read()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject !== 'Second')).toEqual(['Third', 'First'])
  }
})
