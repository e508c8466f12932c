#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { requireNode } from './require-node.mjs'
import { keepSmall } from './small-process.mjs'

requireNode()
keepSmall()
const built = new URL('dist/server/main.mjs', import.meta.url)
// Without a build the source says so.
const { main } = await import(existsSync(built) ? built.href : './src/server/main.ts')
const code = await main(process.env)
if (code !== undefined) process.exit(code)
