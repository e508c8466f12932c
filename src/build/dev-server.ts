import type { IncomingMessage } from 'node:http'
import type { ViteDevServer } from 'vite'
import type { Manifest } from '../server/build-manifest.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/database/database.ts'
import { createDynamic, requestTarget } from '../server/http/dynamic.ts'
import { createServices } from '../server/services.ts'

/** Where Astro's development server looks for the locals of a request. */
const LOCALS = Symbol.for('astro.locals')

/** Lets forms, presence and presets work in development as they do behind the real server. */
export function answerInDevelopment(server: ViteDevServer, manifest: Manifest): void {
  const config = readConfig(process.env)
  const db = openDatabase(config.databasePath)
  server.httpServer?.once('close', () => db.close())
  const services = createServices(config, manifest, db)
  server.middlewares.use((req, res, next) => {
    const target = requestTarget(req)
    if (!target) return next()
    const answer = createDynamic(
      {
        ...services,
        renderPage(request, _response, locals) {
          Object.assign(request as IncomingMessage & { [LOCALS]?: object }, { [LOCALS]: locals })
          next()
        },
      },
      () => next(),
    )
    answer(req, res, target).then((answered) => answered || next(), next)
  })
}
