#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode()
const { main } = await import('./src/server/main.ts')
const code = await main(process.env)
if (code !== undefined) process.exit(code)
