declare namespace App {
  interface Locals {
    /** Set by the server when a page answers a submission. */
    submission?: import('./server/http/form-endpoint.ts').FormState
  }
}
