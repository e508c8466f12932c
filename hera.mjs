#!/usr/bin/env node
import { loadCompiled, loadSettings, requireNode } from './startup.mjs'

requireNode()
loadSettings()
loadCompiled()
const { main } = await import('./src/cli/main.ts')
process.exitCode = await main(process.argv.slice(2), process.env)
