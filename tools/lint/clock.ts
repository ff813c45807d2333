/**
 * Lint rule: product time is passed as a value (`now`) or read from `ctx.now()`, never from the
 * system clock. no-restricted-properties covers `Date.now()` and `Math.random()`; `new Date()`
 * requires a check of the argument count.
 */
type Call = { type: string; callee: { type: string; name?: string }; arguments: unknown[] }
type Context = { report: (found: { node: Call; message: string }) => void }

const noWallClock = {
  create(context: Context) {
    const refuse = (node: Call) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date') return
      // `Date(…)` without `new` ignores its arguments and reads the clock.
      if (node.type === 'NewExpression' && node.arguments.length > 0) return
      context.report({ node, message: 'Pass the time as an argument or use ctx.now().' })
    }
    return { NewExpression: refuse, CallExpression: refuse }
  },
}

export default { meta: { name: 'solstice' }, rules: { 'no-wall-clock': noWallClock } }
