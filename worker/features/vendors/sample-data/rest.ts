/**
 * Sample data on request. Invariants: exactly what was loaded goes away again, but nothing that people changed or built
 * on it; no one is told about any of it.
 */
import * as endpoints from '../../../../schema/platform/sample-data/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { loadSamples } from './load.ts'
import { readSamples } from './read.ts'
import { readRemoval, removeSamples } from './remove.ts'

export const sampleDataDoors: Door[] = [
  door(endpoints.getSampleData, readSamples),
  door(endpoints.getSampleRemoval, readRemoval),
  door(endpoints.loadSampleData, loadSamples),
  door(endpoints.removeSampleData, removeSamples),
]
