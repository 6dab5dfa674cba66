import * as endpoints from '../../../../schema/documents/reading/readings.ts'
import { door } from '../../../transport/rest.ts'
import { extractText, readPredictions, summarizeDocument } from './operations.ts'

export const readingDoors = [
  door(endpoints.extractText, extractText),
  door(endpoints.summarizeDocument, summarizeDocument),
  door(endpoints.getPredictions, readPredictions),
]
