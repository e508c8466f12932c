import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the first press or focus inside the island (src/browser/touch.ts). */
    'client:touch'?: boolean
  }
}
