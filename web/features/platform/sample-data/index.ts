/**
 * Sample data on request, and away again: for admins, among the first steps on Home and in the company's settings.
 */
export { loadSamples, useHasSamples } from './api.ts'
export { SampleData } from './sample-data.tsx'
