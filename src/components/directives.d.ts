import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate at the first touch, click or focus inside the island. */
    'client:touch'?: boolean
  }
}
