/** The part of the platform's tracing that is used: a span that ends when its work does. */
interface Tracer {
  enterSpan<T>(name: string, work: () => T): T
}

let tracer: Tracer | undefined

/** Called once, with what the runtime has. Older ones have none. */
export const traceWith = (given: Tracer | undefined): void => {
  tracer = given
}

/** Runs work as a span of the trace, beside those that the platform makes for databases and calls. */
export const inSpan = <T>(name: string, work: () => T): T => (tracer ? tracer.enterSpan(name, work) : work())
