#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { requireNode } from './require-node.mjs'

/** Keeps the process small: V8 would rather let young garbage pile up (docs/decisions/0014). Read only as Node starts. */
const V8_OPTIONS = ['--max-semi-space-size=1', '--max-old-space-size=192', '--v8-pool-size=1']

requireNode()
// Options of the operator's own stand; the process stays the same one.
if (process.execArgv.length === 0 && !process.env.NODE_OPTIONS && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...V8_OPTIONS, ...process.argv.slice(1)])

const built = new URL('dist/server/main.mjs', import.meta.url)
// Without a build the source says so.
const { main } = await import(existsSync(built) ? built.href : './src/server/main.ts')
const code = await main(process.env)
if (code !== undefined) process.exit(code)
