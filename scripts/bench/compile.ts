import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { build } from 'rolldown'
import { serverBuild } from '../../src/build/server-build.ts'

/** As deep as dist/server, so that paths relative to a module stay right. */
const FOLDER = 'dist/bench'

/** Compiles a program as the build compiles the server, runs some work with its path, and removes it again. */
export async function withCompiled<T>(program: string, work: (path: string) => Promise<T>): Promise<T> {
  const { external, define, output } = serverBuild
  try {
    await build({
      input: program,
      platform: 'node',
      external,
      transform: { define },
      output: { ...output, dir: FOLDER },
    })
    return await work(`${FOLDER}/${basename(program, '.ts')}.mjs`)
  } finally {
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
