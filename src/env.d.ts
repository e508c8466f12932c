declare namespace App {
  /** What the server, or the middleware in `astro dev`, hands to every on-demand route. */
  interface Locals {
    services: import('./server/services.ts').Services
    /** IP address of the visitor. */
    address: string
    /** The desk and the session that opens it, for requests below /bureau that carry one. */
    desk?: import('./server/desk/desk.ts').Desk
    deskSession?: import('./server/desk/access/sessions.ts').DeskSession
    /** What the page of a form shows, where a submission is not answered without one. */
    formAnswer?: import('./server/leads/intake/answer-form.ts').FormAnswer
    /** True where a page of the desk sent something after its session was over, and it was kept. */
    keptUnsent?: boolean
    /** The built 404 or 500 page; none in `astro dev`. */
    errorPage?: (page: 404 | 500, acceptEncoding: string | null) => Response | undefined
  }
}
