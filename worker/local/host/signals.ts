/** Miniflare ends the process itself on a signal. Here the host decides how to end. Its exit handler stays. */
export function withoutSignalHandlers<T>(make: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  const made = make()
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
  }
  return made
}
