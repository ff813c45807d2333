import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isReferralCode, normaliseReferralCode } from '@solstice/rules/referral-code'

const FILES = ['manifest.webmanifest', 'manifest.ko.webmanifest']

type Query = { Querystring: { ref?: string | string[] } }

/**
 * Serves the manifest. For an invited visitor (`?ref=`) it starts the installed app with the
 * invitation code, because the app may have its own storage.
 */
export async function serveManifests(app: FastifyInstance, folder: string): Promise<void> {
  for (const file of FILES) {
    const path = join(folder, file)
    if (!existsSync(path)) continue
    const manifest = JSON.parse(await readFile(path, 'utf8')) as object // Written by our own build.
    app.get<Query>(`/${file}`, (request, reply) => {
      const code = request.query.ref
      if (typeof code !== 'string' || !isReferralCode(code)) return reply.sendFile(file, folder)
      const start_url = `/?ref=${normaliseReferralCode(code)}`
      return reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json')
        .send(JSON.stringify({ ...manifest, start_url }))
    })
  }
}
