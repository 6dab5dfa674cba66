/**
 * What a generator makes of our OpenAPI document. It is far too long to keep here, so `typeFaults` makes it, and checks
 * the calls beside this file against it.
 */
// biome-ignore lint/suspicious/noExplicitAny: only the generated types say what each call takes and answers
export type paths = any
