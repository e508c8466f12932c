import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/**
 * Replaces a function of one of Node's modules until the test ends, in code that imported it by name too.
 * @param module its default export, such as `import crypto from 'node:crypto'`
 */
export function replaceBuiltin<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  replacement: Module[Name],
): void {
  const original = module[name]
  module[name] = replacement
  syncBuiltinESMExports()
  onTestFinished(() => {
    module[name] = original
    syncBuiltinESMExports()
  })
}
