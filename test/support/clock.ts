/**
 * What now is for tests: an instant that is the same on each day the suite runs, and from which time runs on.
 * `TEST_CLOCK` names another one, with its offset, such as `2026-12-31T23:30-08:00`; `TEST_ZONE` the zone of Node.
 * A test that is about certain days says so with `setClock`; the next file has the suite's clock again.
 */
const NOW = '2026-11-18T15:00:00Z'

interface Clocks {
  Date: DateConstructor
  /** Milliseconds that the suite's clock, and the clock of the file, are ahead of the machine's. */
  suite: number
  file: number
}

// The modules of a file may be loaded again for the next one, in a process whose clock is set already.
const holder = globalThis as { outlayTestClocks?: Clocks }

const ahead = (real: DateConstructor, instant: string): number => {
  const at = Date.parse(instant)
  if (Number.isNaN(at) || !/(Z|[+-]\d\d:\d\d)$/.test(instant))
    throw new Error(`${instant} is no instant with its offset`)
  return at - real.now()
}

/** A `Date` whose now is moved. What it makes are plain dates, so that `instanceof` holds for those of the runtime too. */
const moved = (clocks: Clocks): DateConstructor => {
  const real = clocks.Date
  const now = () => real.now() + clocks.file
  const made = function (this: unknown, ...given: unknown[]) {
    if (!new.target) return new real(now()).toString()
    return Reflect.construct(real, given.length === 0 ? [now()] : given, new.target)
  }
  Object.setPrototypeOf(made, real)
  Object.defineProperty(real.prototype, 'constructor', { value: made, configurable: true, writable: true })
  return Object.assign(made, { prototype: real.prototype, now }) as unknown as DateConstructor
}

/** At the start of each file. */
export const startClock = (instant: string | undefined): void => {
  const known = holder.outlayTestClocks
  if (known) {
    known.file = known.suite
    return
  }
  const suite = ahead(Date, instant || NOW)
  const clocks = { Date, suite, file: suite }
  holder.outlayTestClocks = clocks
  globalThis.Date = moved(clocks)
}

/** How many milliseconds now is ahead of the machine's clock, by which the runtime rings alarms. */
export const millisecondsAhead = (): number => holder.outlayTestClocks?.file ?? 0

/** From here to the end of the file, now is `instant` and runs on. */
export const setClock = (instant: string): void => {
  const clocks = holder.outlayTestClocks
  if (!clocks) throw new Error('The suite has no clock')
  clocks.file = ahead(clocks.Date, instant)
}
