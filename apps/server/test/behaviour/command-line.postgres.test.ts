import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minimalEnv } from '#test/minimal-env.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { type CommandResult, runOperatorCommand } from '#test/operator-command.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

const PROGRAM = fileURLToPath(new URL('../../../../tools/operator.ts', import.meta.url))

let server: TestApp
let address: string
let folder: string
let owner: TestOperator
let support: TestOperator
let member: { email: string; userId: number }
beforeAll(async () => {
  server = await startTestApp()
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'solstice-operator-'))
  owner = await anOperator(server)
  support = await anOperator(server, 'SUPPORT')
  member = await signUpMember(server)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function run(args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return runOperatorCommand(args, { SOLSTICE_OPERATOR_TOKEN: owner.token, ...env })
}

/** Runs the real program in an empty folder. */
function runProgram(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...minimalEnv(), ...env } }
    execFile(process.execPath, [PROGRAM, ...args], options, (error, out, err) =>
      resolve({ exitCode: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const runOnServer = (...args: string[]) => run([...args, '--server', address])

const why = ['--reason', 'Ticket 7']

describe('the command line', () => {
  test('prints a table for people', async () => {
    const { exitCode, out } = await runOnServer('members', 'find', member.email)

    const since = '2026-06-23 08:00 UTC'
    const [head = '', row = '', , last] = out.split('\n')
    expect(exitCode).toBe(0)
    expect(head).toMatch(/^ *ID {2}EMAIL +NICKNAME +STATUS {2}WALLET {2}SINCE$/)
    expect(row).toMatch(new RegExp(`^ *${member.userId} {2}.+ {2}ACTIVE {2}- +${since}$`))
    expect(row.indexOf('ACTIVE')).toBe(head.indexOf('STATUS'))
    expect(last).toBe('1 to 1 of 1')
  })

  test('prints the unchanged response of the server as JSON for programs', async () => {
    const { exitCode, out } = await runOnServer('members', 'find', member.email, '--json')

    const response = await owner.call('operator.findMembers', { query: { search: member.email } })
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toEqual(response.data)
  })

  test('suspends, shows, adjusts and restores a member', async () => {
    const id = String(member.userId)
    const steps = [
      await runOnServer('members', 'suspend', id, '--reason', 'Ticket 4711'),
      await runOnServer('members', 'restore', id, '--reason', 'Ticket 4711'),
      await runOnServer('members', 'disable', id, '--reason', 'Ticket 4712'),
      await runOnServer(
        'members',
        'adjust',
        id,
        '--asset',
        'xp',
        '--give',
        '1250',
        '--reason',
        'Outage',
      ),
      await runOnServer(
        'members',
        'adjust',
        id,
        '--asset',
        'XP',
        '--take',
        '250',
        '--reason',
        'Outage',
      ),
    ]
    const { out } = await runOnServer('members', 'show', id)

    expect(steps.map((step) => [step.exitCode, step.out.trim().replace(/\d+\)/, 'N)')])).toEqual([
      [0, `Member ${id} is suspended.`],
      [0, `Member ${id} may log in again.`],
      [0, `Member ${id} is disabled.`],
      [0, `Member ${id} has 1,250 XP (transaction N).`],
      [0, `Member ${id} has 1,000 XP (transaction N).`],
    ])
    expect(out).toContain('Status         DISABLED\n')
    expect(out).toContain('ASSET  SCOPE  BALANCE\nXP     -        1,000\n')
  })

  test('repeats an adjustment with the same key without a second effect', async () => {
    const other = await signUpMember(server)
    const args = ['members', 'adjust', String(other.userId), '--asset', 'TICKET', '--give', '1']
    const adjustment = [...args, '--reason', 'x', '--key', 'only-once', '--json']

    const [first, again] = await Promise.all([
      runOnServer(...adjustment),
      runOnServer(...adjustment),
    ])

    expect(JSON.parse(again.out)).toEqual(JSON.parse(first.out))
    expect(JSON.parse(first.out)).toMatchObject({ balance: '1' })
  })

  test('shows and changes the invite rewards', async () => {
    const before = await runOnServer('invites', 'terms')
    const set = await runOnServer('invites', 'set', '--reward', '2', '--first-xp', '150', ...why)
    const broken = await runOnServer('invites', 'set', '--min-withdraw', '5000', ...why)
    const slip = await runOnServer('invites', 'set', '--reward', 'two', ...why)
    const nothing = await runOnServer('invites', 'set', ...why)
    const unexplained = await runOnServer('invites', 'set', '--reward', '2')

    expect(before.out).toContain('Each friend      1 USDS\n')
    expect(before.out).toContain('Set              never')
    expect(set.out).toContain('First friend     150 XP\n')
    expect(set.out).toContain('Each friend      2 USDS\n')
    expect(broken.exitCode).toBe(1)
    expect([slip.exitCode, nothing.exitCode, unexplained.exitCode]).toEqual([2, 2, 2])
  })

  test('appoints, lists and removes operators', async () => {
    const added = await runOnServer('operators', 'add', 'jae', '--role', 'auditor', ...why)
    const token = added.out.trim().split('\n').at(-1) ?? ''
    const me = await run(['me', '--server', address], { SOLSTICE_OPERATOR_TOKEN: token })
    const id = /Id +(\d+)/.exec(me.out)?.[1] ?? ''
    const removed = await runOnServer('operators', 'remove', id, ...why)
    const after = await run(['me', '--server', address], { SOLSTICE_OPERATOR_TOKEN: token })
    const { out } = await runOnServer('operators', 'list')

    expect(token).toMatch(/^sol_op_/)
    expect(me.out).toMatch(/^Name {9}jae\nRole {9}AUDITOR\n/)
    expect(removed).toMatchObject({ exitCode: 0, out: `Operator ${id} is disabled.\n` })
    expect(after.exitCode).toBe(1)
    expect(out).toMatch(
      /jae +AUDITOR +machine +2026-06-23 08:00 UTC +2026-09-21 08:00 UTC +2026-06-23 08:00 UTC +2026-06-23 08:00 UTC/,
    )
  })

  test('appoints a person without a token, changes the role and sends another link', async () => {
    const person = ['--role', 'support', '--email', 'sun@harbor.example']
    const added = await runOnServer('operators', 'add', 'sun', ...person, ...why)
    const id = /operator (\d+)/.exec(added.out)?.[1] ?? ''
    const changed = await runOnServer('operators', 'change', id, '--role', 'OPS', ...why)
    const invited = await runOnServer('operators', 'invite', id, ...why)
    const { out } = await runOnServer('operators', 'list')

    expect(added.out).toMatch(
      /^sun is operator \d+ with the role SUPPORT. A link to sign in was mailed/,
    )
    expect(changed).toMatchObject({ exitCode: 0, out: 'sun has the role OPS.\n' })
    expect(invited.out).toBe('The link was mailed and works until 2026-06-24 08:00 UTC.\n')
    expect(out).toMatch(/sun +OPS +person +2026-06-23 08:00 UTC +- +- +-/)
  })

  test('lists the audit and finds where it is broken', async () => {
    const listed = await runOnServer('audit', 'list', '--subject', `member:${member.userId}`)
    const sound = await runOnServer('audit', 'verify')
    const { db } = server.ctx
    const trigger = sql`trigger audit_entries_append_only`
    await db.execute(sql`alter table audit_entries disable ${trigger}`)
    await db.execute(sql`update audit_entries set actor = 'operator:other' where id = 2`)
    await db.execute(sql`alter table audit_entries enable ${trigger}`)
    const broken = await runOnServer('audit', 'verify')

    expect(listed.out).toMatch(/operator:owner-\d+ +member.suspend +member:\d+ +Ticket 4711/)
    expect(sound.exitCode).toBe(0)
    expect(sound.out).toMatch(/^The audit log is valid\.\n/)
    expect(broken.exitCode).toBe(1)
    expect(broken.out).toMatch(/^The audit is BROKEN at entry 2\.\n/)
  })

  test('shows dead jobs and retries them', async () => {
    await server.ctx.db.execute(sql`insert into jobs
      (kind, payload, due_at, attempts, last_error, dead_at, created_at)
      values ('test.gone', 'null', '2026-06-22T10:00Z', 25, ${'Error: no \u001b[31mroute'},
        '2026-06-23T07:30Z', '2026-06-22T10:00Z')`)

    const listed = await runOnServer('jobs', 'list')
    const id = /^ *(\d+) {2}test\.gone/m.exec(listed.out)?.[1] ?? ''
    const retried = await runOnServer('jobs', 'retry', id)
    const empty = await runOnServer('jobs', 'list')

    expect(listed.out).toContain('test.gone     25  2026-06-23 07:30 UTC  Error: no  [31mroute\n')
    expect(retried.out).toBe(`Job ${id} is due now.\n`)
    expect(empty.out).toBe('No dead jobs.\n')
  })

  test('publishes a notice, counts and sends a campaign, and withdraws the notice', async () => {
    const published = await runOnServer(
      'notices',
      'publish',
      '--title-en',
      'Long Night',
      '--title-ko',
      '긴 밤',
      '--text-en',
      'It opens.',
      '--text-ko',
      '열려요.',
      '--type',
      'event',
    )
    const id = /^Notice (\d+) is published/.exec(published.out)?.[1] ?? ''
    const dry = await runOnServer(
      'campaigns',
      'send',
      '--notice',
      id,
      '--language',
      'ko',
      '--dry-run',
    )
    const none = await runOnServer('campaigns', 'list')
    const sent = await runOnServer('campaigns', 'send', '--notice', id)
    const campaigns = await runOnServer('campaigns', 'list')
    const withdrawn = await runOnServer('notices', 'withdraw', id, ...why)
    const notices = await runOnServer('notices', 'list')

    expect(dry.out).toBe('Members       0\nDevices       0\nSwitched off  0 members, 0 devices\n')
    expect(none.out).toBe('No campaigns.\n')
    expect(sent.out).toMatch(/^Campaign \d+ goes to 0 devices of 0 members/)
    expect(campaigns.out).toMatch(/Long Night +WAITING/)
    expect(withdrawn.out).toBe(`Notice ${id} is withdrawn.\n`)
    expect(notices.out).toMatch(
      /EVENT +Long Night +긴 밤 +2026-06-23 08:00 UTC +2026-06-23 08:00 UTC/,
    )
  })

  test('announces maintenance on request', async () => {
    const on = await runOnServer('maintenance', 'on', '--at', '2026-12-24T01:00:00Z', '--announce')
    const notices = await runOnServer('notices', 'list')
    const off = await runOnServer('maintenance', 'off')

    expect(on.out).toMatch(/Announced +yes/)
    expect(notices.out).toMatch(/MAINTENANCE +System Maintenance +시스템 점검/)
    expect(off.out).toMatch(/Announced +no/)
  })

  test('verifies the ledger', async () => {
    expect(await runOnServer('ledger', 'verify')).toMatchObject({
      exitCode: 0,
      out: 'The ledger is consistent.\n',
    })
  })

  test('prints help without a server and without a token', async () => {
    const [general, one] = await Promise.all([
      run(['help'], { SOLSTICE_OPERATOR_TOKEN: '' }),
      run(['members', 'adjust', '--help'], { SOLSTICE_OPERATOR_TOKEN: '' }),
    ])

    expect(general).toMatchObject({ exitCode: 0, err: '' })
    expect(general.out).toContain('members suspend')
    expect(one.out).toContain('--take <amount>')
  })

  test.each([
    [['dance'], 'There is no command dance'],
    [['members', 'show', 'abc'], '<userId> is a whole number, not abc'],
    [['members', 'find', '--page', '0'], '--page takes a whole number from 1'],
    [['jobs', 'list', '--state', 'done'], '--state is one of dead, waiting'],
    [['members', 'adjust', '1', '--asset', 'XP', '--reason', 'x'], 'Use either --give or --take'],
    [['campaigns', 'send', '--notice', 'x'], '--notice takes the id of a notice'],
  ])('exits with 2 for invalid arguments: %j', async (args, sentence) => {
    const { exitCode, out, err } = await runOnServer(...args)

    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(err.split('\n')[0]).toBe(sentence)
    expect(err).toContain('npm run operator -- ')
  })

  test('exits with 1 when the server refuses, and prints code and message', async () => {
    const id = String(member.userId)
    const unknown = await runOnServer('members', 'show', '987654')
    const poor = await runOnServer(
      'members',
      'adjust',
      id,
      '--asset',
      'TICKET',
      '--take',
      '1',
      '--reason',
      'x',
    )
    const role = await run(['audit', 'list', '--server', address], {
      SOLSTICE_OPERATOR_TOKEN: support.token,
    })

    expect(unknown).toEqual({
      exitCode: 1,
      out: '',
      err: 'Refused with 2901: We couldn’t find that.\n',
    })
    expect(poor).toEqual({ exitCode: 1, out: '', err: 'Refused with 2402: Not enough tickets.\n' })
    expect(role).toEqual({
      exitCode: 1,
      out: '',
      err: 'Refused with 9991: You don’t have access to this. The token is invalid, or its role has no permission for this.\n',
    })
  })

  test('exits with 1 when there is no Solstice server', async () => {
    const other = createServer((_request, response) => response.end('{"hello":true}'))
    const url = await new Promise<string>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const at = other.address()
        resolve(`http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`)
      })
    })
    const stranger = await run(['me', '--server', url])
    other.close()
    const unreachable = await run(['me', '--server', 'http://127.0.0.1:1'])

    expect(stranger).toMatchObject({
      exitCode: 1,
      err: `The server at ${url} is not a Solstice server\n`,
    })
    expect(unreachable).toMatchObject({
      exitCode: 1,
      err: 'There is no Solstice server at http://127.0.0.1:1\n',
    })
  })

  test('sends nothing over plain http to another machine', async () => {
    const received: unknown[] = []
    const other = createServer((request, response) => {
      received.push(request.headers.authorization)
      response.end('{}')
    })
    other.listen(0, '0.0.0.0')
    await once(other, 'listening')
    const at = other.address()
    // Reaches this machine by an address that is not a loopback address.
    const url = `http://0.0.0.0:${typeof at === 'object' && at ? at.port : 0}`
    const ended = await run(['me', '--server', url])
    other.close()

    expect(ended.exitCode).toBe(2)
    expect(ended.err).toMatch(/^--server must be https unless it is this machine/)
    expect(received).toEqual([])
  })

  test('reads the token from the data folder by default', async () => {
    const none = await runProgram(['me', '--server', address], {})
    await mkdir(join(folder, '.data', 'secrets'), { recursive: true })
    await writeFile(join(folder, '.data', 'secrets', 'operator-token'), `${support.token}\n`)
    const found = await runProgram(['me', '--server', address], {})

    expect(none.exitCode).toBe(2)
    expect(none.err).toMatch(/^No token found: set SOLSTICE_OPERATOR_TOKEN/)
    expect(found.out).toContain(`Name         ${support.name}\n`)
  })
})
