import { join } from 'node:path'
import { paths } from '../../../worker/local/host/paths.ts'
import { loadApp } from '../../../worker/local/tools/load-app.ts'
import { schemaSnapshot } from '../../support/schema-snapshot.ts'
import type { App } from './company.ts'
import { type Counts, measurePace, noCounts, type Pace, tryOutage } from './outage.ts'

/** Runs of payments through outages, each with another seed, and how fast a large run is without any. */

export interface Outages extends Counts {
  seeds: number
  seconds: number
  pace: Pace
  /** By seed, what didn't hold. */
  faults: { seed: number; faults: string[] }[]
}

const PAYMENTS = 200
const MOST_IN_RUN = 500
const START_WITHIN_MS = 10_000
const SAY_EVERY = 50

export const outages = async (seeds: number, first = 1): Promise<Outages> => {
  const app = await loadApp<App>("export * from './test/bench/payments/app.ts'")
  const schema = schemaSnapshot(join(paths.root, 'migrations')).map(({ sql }) => sql)
  const counts = noCounts()
  const faults: Outages['faults'] = []
  // The Worker's own lines about what breaks off.
  const { log, error } = console
  console.log = () => undefined
  console.error = () => undefined
  try {
    const pace = await measurePace(app, schema, MOST_IN_RUN)
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    for (let seed = first; seed < first + seeds; seed += 1) {
      const found = await tryOutage(app, schema, { seed, payments: PAYMENTS }, counts)
      if (found.length > 0) faults.push({ seed, faults: found })
      if (seed % SAY_EVERY === 0) log(`${seed - first + 1} seeds, ${counts.kills} kills, ${seconds().toFixed(0)} s`)
    }
    return { ...counts, seeds, seconds: seconds(), pace, faults }
  } finally {
    Object.assign(console, { log, error })
  }
}

export const outagesText = ({ seeds, payments, kills, before, after, lost, doubled, late, seconds, pace }: Outages) =>
  [
    `Payments: ${seeds} runs of ${PAYMENTS} (${payments} payments) in ${seconds.toFixed(0)} s, with ${kills} kills, ` +
      `${before} calls that broke off before and ${after} after the provider took them, and ${lost} lost, ` +
      `${doubled} doubled and ${late} late events.`,
    `A run of ${pace.payments} starts in ${(pace.startMs / 1000).toFixed(1)} s, and the provider has all of it after ` +
      `${(pace.sentMs / 1000).toFixed(1)} s. Progress in between: ${pace.seenOnTheWay}.`,
  ].join('\n')

export const missedOutages = (found: Outages | null): string[] =>
  found === null
    ? []
    : [
        ...found.faults.map(({ seed, faults }) => `payments with seed ${seed}: ${faults.slice(0, 5).join('; ')}`),
        ...(found.pace.startMs > START_WITHIN_MS ? [`a run of ${MOST_IN_RUN} starts within 10 s`] : []),
      ]
