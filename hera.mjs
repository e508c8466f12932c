#!/usr/bin/env node
import { loadCompiled, requireNode } from './require-node.mjs'

requireNode()
loadCompiled()
const { main } = await import('./src/cli/main.ts')
process.exitCode = await main(process.argv.slice(2), process.env)
