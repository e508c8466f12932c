#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode()
const { main } = await import('./src/cli/main.ts')
process.exitCode = await main(process.argv.slice(2), process.env)
