import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../../tools/run-step.ts'

export type Program = { url: URL; pid: number | undefined; stop: () => Promise<void> }

/** Starts a server of this folder, from this checkout or another; it ends with this process. */
export async function startProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  root = ROOT,
): Promise<Program> {
  const command = ['--pdeathsig=TERM', process.execPath, join(root, 'bench/src', file)]
  const child = spawn('setpriv', command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<URL>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /ready at (\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve(new URL(address))
    })
    void ended.then(() => reject(new Error(`${file} ended:\n${output}`)))
  })
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { url, pid: child.pid, stop }
}
