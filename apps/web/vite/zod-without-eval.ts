import type { Plugin } from 'vite'

const CONFIG_FILE = /\/zod\/v4\/core\/core\.js$/
const CONFIG = /export const globalConfig = [^;]+;/

/**
 * Keeps zod from compiling schemas with `new Function`, which the pages forbid. Schemas read the
 * setting when their modules load, so it has to be a part of zod itself.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'solstice:zod-without-eval',
    apply: 'build',
    transform(code, id) {
      return CONFIG_FILE.test(id) ? { code: withoutEval(code), map: null } : undefined
    },
  }
}

export function withoutEval(code: string): string {
  if (!CONFIG.test(code)) throw new Error('zod has no global configuration where it used to be')
  return code.replace(CONFIG, (found) => `${found}\nglobalConfig.jitless = true;`)
}
