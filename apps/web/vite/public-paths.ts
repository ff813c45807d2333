import type { Plugin } from 'vite'

const COMPONENT = /\/apps\/web\/src\/.*\.tsx$/
/** Components name public files by their path on the members' host. */
const PUBLIC_FILE = / src="\/(?=[\w-])/g

/** Moves the public files in components to the base of the build. */
export function publicPaths(base: string): Plugin {
  return {
    name: 'solstice:public-paths',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!COMPONENT.test(id) || !code.includes(' src="/')) return undefined
      return { code: code.replaceAll(PUBLIC_FILE, ` src="${base}`), map: null }
    },
  }
}
