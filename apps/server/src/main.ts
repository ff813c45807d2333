import { BUILT_WEB, buildApp } from './app.ts'
import { compose } from './compose.ts'
import { DEMO_ACCOUNT, seedDemo } from './demo.ts'
import { DEFAULT_WEB_SETTINGS, type WebSettings } from './http/web-settings.ts'
import { jobKinds } from './job-kinds.ts'
import type { Env } from './platform/env.ts'
import { runProgram } from './platform/program.ts'
import { queueSweep } from './platform/sweep.ts'
import { createWorker } from './platform/worker.ts'

await runProgram(async (env) => {
  const { ctx, database, clock, mailbox } = await compose(env)
  if (!env.production) await seedDemo(ctx)

  const worker = env.worker ? createWorker(ctx, jobKinds) : undefined
  const app = await buildApp(ctx, {
    production: env.production,
    publicOrigin: env.publicOrigin,
    trustProxy: env.trustProxy,
    webFolder: BUILT_WEB,
    webSettings: webSettingsOf(env),
    ...(worker ? { worker } : {}),
    ...(env.production ? {} : { devTools: { mailbox, clock } }),
  })
  const listening = new URL(await app.listen({ host: env.host, port: env.port }))
  if (env.startAt) clock.setTo(env.startAt)
  await queueSweep(ctx, ctx.now())
  worker?.start()
  announce(env, listening.port)

  return async () => {
    await app.close()
    await worker?.stop()
    await database.close()
  }
})

/** A Firebase project of the operator's takes the place of the flag service of this server. */
function webSettingsOf(env: Env): WebSettings {
  return {
    previewHosts: env.previewHosts,
    remoteConfig: env.firebase ?? DEFAULT_WEB_SETTINGS.remoteConfig,
    errorReportingDsn: env.errorReportingDsn,
  }
}

function announce(env: Env, port: string): void {
  const host = env.host === '127.0.0.1' || env.host === '0.0.0.0' ? 'localhost' : env.host
  const address = env.publicOrigin ?? `http://${host}:${port}`
  const lines = [`Solstice is ready at ${address}`]
  if (!env.production) {
    lines.push(`  demo account  ${DEMO_ACCOUNT.email} / ${DEMO_ACCOUNT.password}`)
    lines.push(`  mailbox       ${address}/dev/mailbox`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
