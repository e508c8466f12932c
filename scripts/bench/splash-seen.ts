import { Audit, type Config, Gatherer } from 'lighthouse'
import { trackers } from '../../src/storage.ts'

const ARTIFACT = 'SplashSeen'
const AUDIT = 'splash-seen'

/** Tells the page, before its scripts run, that this browsing session has seen the splash. */
class SplashSeen extends Gatherer {
  override meta = { supportedModes: ['navigation' as const] }

  override async startInstrumentation({ driver }: Parameters<Gatherer['startInstrumentation']>[0]): Promise<void> {
    const { store, key } = trackers.splash
    const source = `if (location.protocol.startsWith('http')) ${store}.setItem(${JSON.stringify(key)}, '1')`
    await driver.defaultSession.sendCommand('Page.addScriptToEvaluateOnNewDocument', { source })
  }

  override getArtifact() {
    return {}
  }
}

/** Counts for nothing: Lighthouse gathers only what an audit of some category asks for. */
class SplashSeenAudit extends Audit {
  static override get meta() {
    return {
      id: AUDIT,
      title: 'The splash has been seen',
      description: 'The page is not the first one of its browsing session.',
      scoreDisplayMode: 'informative' as const,
      requiredArtifacts: [ARTIFACT] as never[],
    }
  }

  static override audit() {
    return { score: 1 }
  }
}

/** What is added to a configuration of Lighthouse for a visitor who has seen the splash. */
export const splashSeen: Config = {
  artifacts: [{ id: ARTIFACT, gatherer: { instance: new SplashSeen() } }],
  audits: [{ path: AUDIT, implementation: SplashSeenAudit }],
  categories: { performance: { title: 'Performance', auditRefs: [{ id: AUDIT, weight: 0 }] } },
}
