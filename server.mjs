#!/usr/bin/env node
import { loadCompiled, loadSettings, requireNode } from './startup.mjs'

requireNode()
loadSettings()
loadCompiled()
const { main } = await import('./src/server/main.ts')
const code = await main(process.env)
if (code !== undefined) process.exit(code)
