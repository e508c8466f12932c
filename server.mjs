#!/usr/bin/env node
import { loadCompiled, requireNode } from './require-node.mjs'

requireNode()
loadCompiled()
const { main } = await import('./src/server/main.ts')
const code = await main(process.env)
if (code !== undefined) process.exit(code)
