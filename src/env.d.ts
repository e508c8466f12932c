declare namespace App {
  /** Set for every on-demand route by the server, or by the middleware in `astro dev`. */
  interface Given {
    services: import('./server/services.ts').Services
    /** IP address of the visitor. */
    address: string
    /** Returns the built 404 or 500 page; undefined in `astro dev`. */
    errorPage?: (page: 404 | 500) => Response | undefined
    /** Maximum size of the body, in bytes, if it was larger and nothing of it was kept. */
    tooLarge?: number | undefined
  }
  interface Locals extends Given {
    /** The form that was sent; unset elsewhere. */
    form?: import('./server/leads/intake/answer-form.ts').FormAnswer['form'] | undefined
    /** The desk. Unset without a session; the middleware then shows the sign-in page at every address below /bureau. */
    desk: import('./server/desk/desk.ts').Desk & {
      session: import('./server/desk/access/sessions.ts').DeskSession
    }
  }
}
