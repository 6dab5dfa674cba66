interface Answered {
  // biome-ignore lint/suspicious/noExplicitAny: only the generated types say what each call answers
  data?: any
  error?: unknown
  response: Response
}

/**
 * A client of our API, without the types that a generator makes of the OpenAPI document: they are far too long to keep
 * here. `typeFaults` makes them, and checks the calls beside this file against them.
 */
export interface Api {
  GET(path: string, init?: object): Promise<Answered>
  POST(path: string, init?: object): Promise<Answered>
}
