#!/usr/bin/env node
import { loadCompiled, requireNode } from './require-node.mjs'

requireNode()
loadCompiled()
// React and Astro run their slower development code without it.
process.env.NODE_ENV ??= 'production'
const { main } = await import('./src/server/main.ts')
const code = await main(process.env)
if (code !== undefined) process.exit(code)
