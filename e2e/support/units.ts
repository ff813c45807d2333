import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAST_START, ROOT } from '../../tools/run-step.ts'

const UNITS = join(ROOT, 'ops/systemd')
/** Short, because systemd would start a process again after two seconds. */
const RESTART_MS = 2000

type Unit = {
  command: string[]
  folder: string
  env: Record<string, string>
  isOneshot: boolean
  isRestarted: boolean
}

type Running = { child: ChildProcess; ended: Promise<unknown>; isStopping: boolean }

/** Runs the units of `ops/systemd` as systemd would, with other folders and without their users. */
export type Units = {
  start: (name: string) => Promise<void>
  restart: (name: string) => Promise<void>
  /** Kills the process of a unit, which is then started again. */
  kill: (name: string) => void
  output: () => string
  stopAll: () => Promise<void>
}

/** Reads a unit; paths of the unit that are keys of `folders` become their values. */
function readUnit(name: string, folders: Readonly<Record<string, string>>): Unit {
  const [, template = '', instance = ''] = /^([^@]+)(?:@(.+))?$/.exec(name) ?? []
  const file = join(UNITS, `${template}${instance === '' ? '' : '@'}.service`)
  let text = readFileSync(file, 'utf8').replaceAll('%i', instance)
  for (const [path, folder] of Object.entries(folders)) text = text.replaceAll(path, folder)
  const valuesOf = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const settings = [
    ...valuesOf('Environment').map((line) => parseSettings(line.split(' '))),
    ...valuesOf('EnvironmentFile').map((path) => readSettings(path)),
  ]
  const [command = ''] = valuesOf('ExecStart')
  const [folder = ROOT] = valuesOf('WorkingDirectory')
  return {
    command: command.split(' '),
    folder,
    env: Object.fromEntries(settings.flatMap((each) => Object.entries(each))),
    isOneshot: valuesOf('Type').includes('oneshot'),
    isRestarted: valuesOf('Restart').includes('always'),
  }
}

/** A dash in front of the path allows that the file is missing. */
function readSettings(path: string): Record<string, string> {
  try {
    return parseSettings(readFileSync(path.replace(/^-/, ''), 'utf8').split('\n'))
  } catch (error) {
    if (path.startsWith('-')) return {}
    throw error
  }
}

function parseSettings(lines: readonly string[]): Record<string, string> {
  const set = lines.filter((line) => line.includes('='))
  return Object.fromEntries(
    set.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

export function runUnits(folders: Readonly<Record<string, string>>): Units {
  const running = new Map<string, Running>()
  let output = ''

  function launch(name: string): Running {
    const { command, folder, env, isRestarted } = readUnit(name, folders)
    // The kernel stops the process if this one is killed first.
    const child = spawn('setpriv', ['--pdeathsig=TERM', ...command], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...FAST_START, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const collect = (chunk: Buffer) => {
      output += `${name}: ${chunk.toString()}`
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const entry: Running = { child, ended: once(child, 'exit'), isStopping: false }
    running.set(name, entry)
    child.once('exit', (code, signal) => {
      if (entry.isStopping) return
      output += `${name}: ended with ${signal ?? code}\n`
      if (isRestarted) setTimeout(() => entry.isStopping || launch(name), RESTART_MS).unref()
    })
    return entry
  }

  async function stop(name: string): Promise<void> {
    const entry = running.get(name)
    if (!entry) return
    entry.isStopping = true
    running.delete(name)
    entry.child.kill('SIGTERM')
    if (entry.child.exitCode === null && entry.child.signalCode === null) await entry.ended
  }

  async function start(name: string): Promise<void> {
    const { child, ended } = launch(name)
    if (!readUnit(name, folders).isOneshot) return
    await ended
    running.delete(name)
    if (child.exitCode !== 0) throw new Error(`${name} failed:\n${output}`)
  }

  return {
    start,
    restart: async (name) => {
      await stop(name)
      await start(name)
    },
    kill: (name) => running.get(name)?.child.kill('SIGKILL'),
    output: () => output,
    stopAll: async () => {
      await Promise.all(Array.from(running.keys(), stop))
    },
  }
}
