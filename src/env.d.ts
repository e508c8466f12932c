declare namespace App {
  /** Set for every on-demand route by the server, or by the middleware in `astro dev`. */
  interface Given {
    services: import('./server/services.ts').Services
    /** IP address of the visitor. */
    address: string
    /** Returns the built 404 or 500 page; undefined in `astro dev`. */
    errorPage?: (page: 404 | 500) => Response | undefined
  }
  interface Locals extends Given {
    /** The desk. Unset without a session; the middleware then shows the sign-in page at every address below /bureau. */
    desk: import('./server/desk/desk.ts').Desk & {
      session: import('./server/desk/access/sessions.ts').DeskSession
    }
    /** State of the form page, if a submission without JavaScript needs one as its response. */
    formAnswer?: import('./server/leads/intake/answer-form.ts').FormAnswer
    /** True if a desk page was sent after the session had ended and its text was kept. */
    keptUnsent?: boolean
  }
}
