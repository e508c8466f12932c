declare namespace App {
  interface Locals {
    /** Set by the server when a page answers a submission. */
    submission?: import('./server/http/form-endpoint.ts').FormState
    /** Set by the server behind a link of an e-mail. */
    link?: import('./server/http/link-endpoint.ts').LinkState
  }
}
